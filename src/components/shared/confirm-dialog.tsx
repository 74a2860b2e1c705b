import { AlertDialog } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import { Button } from '@/components/ui/button';
import { DialogFooter, overlayClasses } from '@/components/ui/dialog';
import { useBackCloses } from '@/components/ui/use-back-closes';
import { useDiscardQuestion } from '@/components/ui/use-discard-question';
import { useReturnFocus } from '@/components/ui/use-return-focus';
import { useTranslation } from '@/lib/use-translation';

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
  const discard = useDiscardQuestion();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClasses} />
        <AlertDialog.Content
          data-modal
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...focus}
          onInputCapture={discard.guard.onInputCapture}
          onEscapeKeyDown={discard.guard.onEscapeKeyDown}
          className="fixed top-1/2 left-1/2 z-50 w-[min(440px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 rounded-large border bg-surface shadow-overlay outline-none data-[state=closed]:animate-fade-out data-[state=open]:animate-pop-in"
        >
          <BackCloses question={discard} onClose={() => onOpenChange(false)} />
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
          {discard.question}
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface BackClosesProps {
  question: ReturnType<typeof useDiscardQuestion>;
  onClose: () => void;
}

/** In the content, which is there only while it is open. */
function BackCloses({ question, onClose }: BackClosesProps) {
  const { reset } = question;
  useEffect(reset, [reset]);
  useBackCloses(question.goBack);
  return <button ref={question.close} type="button" hidden tabIndex={-1} onClick={onClose} />;
}
