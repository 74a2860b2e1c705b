import { AlertDialog } from 'radix-ui';
import { Button } from '@/components/ui/button';
import { useTranslation } from '@/lib/use-translation';

export interface DiscardDialogProps {
  title: string;
  text: string;
  /** On the button that throws it away. */
  confirm: string;
  onDiscard: () => void;
  onKeep: () => void;
}

/** The one question before typed values are thrown away; staying is the safe answer. */
export function DiscardDialog({ title, text, confirm, onDiscard, onKeep }: DiscardDialogProps) {
  const { t } = useTranslation('common');
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onKeep()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-80 bg-overlay" />
        <AlertDialog.Content className="fixed top-1/2 left-1/2 z-90 w-[min(440px,calc(100vw-32px))] -translate-x-1/2 -translate-y-1/2 rounded-large border bg-surface p-5 shadow-overlay outline-none">
          <AlertDialog.Title className="font-[640] text-lg tracking-[-0.01em]">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-muted">{text}</AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <Button variant="danger" onClick={onDiscard}>
              {confirm}
            </Button>
            <AlertDialog.Cancel asChild>
              <Button variant="primary">{t('discard.keep')}</Button>
            </AlertDialog.Cancel>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
