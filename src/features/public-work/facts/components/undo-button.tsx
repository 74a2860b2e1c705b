import { Button, type ButtonProps } from '@/components/ui/button';
import { messageText } from '@/entities/import/message-text';
import { useUndoImport } from '@/entities/import/undo-import';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

interface UndoButtonProps extends Pick<ButtonProps, 'size'> {
  importId: string;
  onUndone?: () => void;
}

/** Takes an import of payroll facts back; what somebody changed since stays. */
export function UndoButton({ importId, onUndone, size }: UndoButtonProps) {
  const { t } = useTranslation(['payroll-facts', 'imports']);
  const undo = useUndoImport();
  /** The button is gone with the refreshed list by then: no callbacks of the mutation. */
  const takeBack = async () => {
    const undone = await undo.mutateAsync(importId).catch(() => null);
    if (!undone) return;
    const { taken, kept } = undone;
    if (kept.length === 0) toast.success(t('import.undone', { count: taken }));
    else
      toast.warning(t('imports:undo.kept', { count: kept.length }), {
        description: messageText(kept[0]?.message ?? null),
      });
    onUndone?.();
  };
  return (
    <Button size={size} busy={undo.isPending} onClick={() => void takeBack()}>
      {t('import.undo')}
    </Button>
  );
}
