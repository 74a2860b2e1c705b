import { DiscardDialog } from '@/components/ui/discard-dialog';
import { useTranslation } from '@/lib/use-translation';

/** Somebody is about to leave a page with typed changes that are not saved. */
export function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation('common');
  return (
    <DiscardDialog
      title={t('leave.title')}
      text={t('leave.text')}
      confirm={t('leave.confirm')}
      onDiscard={onLeave}
      onKeep={onStay}
    />
  );
}
