import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import { myRecoveryQuery } from '@/entities/session/my-recovery';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Someone made a link for a new password of this person: they hear of it for a week, whoever used it. */
export function RecoveryNotice({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const { data: recovery } = useQuery(myRecoveryQuery(employeeId));
  if (!recovery) return null;
  return (
    <Notice tone="attention" title={t('recovery.title')} className="mb-4">
      {t('recovery.text', { name: recovery.made_by_name, at: format.dateTime(recovery.made_at) })}
    </Notice>
  );
}
