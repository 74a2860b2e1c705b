import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { DialogFooter, overlayClasses } from '@/components/ui/dialog';
import { useBackCloses } from '@/components/ui/use-back-closes';
import { useReturnFocus } from '@/components/ui/use-return-focus';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question that names the thing: "Delete the entry of Nov 14, 6:55 AM?" */
  title: string;
  description?: ReactNode;
  /** The verb, the same word as in the toast afterwards. */
  confirmLabel: string;
  onConfirm: () => void;
  tone?: 'danger' | 'primary';
  busy?: boolean;
  /** Something to fill in before the deed, such as a reason. */
  children?: ReactNode;
}

/** Asks once. The caller closes it when the deed is done, so that a failure keeps it open. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  onConfirm,
  tone = 'danger',
  busy = false,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation('common');
  const focus = useReturnFocus();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClasses} />
        <AlertDialog.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...focus}
          className="fixed top-1/2 left-1/2 z-50 w-[min(440px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 rounded-large border bg-surface shadow-overlay outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in"
        >
          <BackCloses close={() => onOpenChange(false)} />
          <div className="px-5 pt-5 pb-2">
            <AlertDialog.Title className="font-[640] text-lg tracking-[-0.01em]">
              {title}
            </AlertDialog.Title>
            {description && (
              <AlertDialog.Description className="mt-1.5 text-muted">
                {description}
              </AlertDialog.Description>
            )}
            {children}
          </div>
          <DialogFooter>
            <AlertDialog.Cancel asChild>
              <Button>{t('action.cancel')}</Button>
            </AlertDialog.Cancel>
            <Button variant={tone} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </DialogFooter>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** In the content, which is there only while it is open. */
function BackCloses({ close }: { close: () => void }) {
  useBackCloses(close);
  return null;
}
