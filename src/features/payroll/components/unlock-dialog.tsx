import { useTranslation } from 'react-i18next';
import { useUnlockPeriod } from '@/features/payroll/api/lock-period';
import { ReasonDialog } from '@/features/payroll/components/reason-dialog';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';

export function UnlockDialog({ period, onClose }: { period: DateRange; onClose: () => void }) {
  const { t } = useTranslation('payroll');
  const unlock = useUnlockPeriod();
  const { start, end } = period;
  return (
    <ReasonDialog
      title={t('unlock.title', { range: useFormat().dateRange(start, end) })}
      description={t('unlock.text')}
      confirmLabel={t('unlock.action')}
      reasonLabel={t('unlock.reason')}
      missing={t('reasonMissing')}
      busy={unlock.isPending}
      onConfirm={(reason) => unlock.mutate({ start, end, reason }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
