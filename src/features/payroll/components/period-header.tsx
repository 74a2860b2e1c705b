import { PageHeader } from '@/components/shared/page-header';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import type { PayPeriod } from '@/features/payroll/api/queries';
import { PeriodPicker } from '@/features/payroll/components/period-picker';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface PeriodHeaderProps {
  periods: readonly PayPeriod[];
  period: PayPeriod;
  onUnlock: () => void;
}

/** Which period it is; its steps are in the strip below. */
export function PeriodHeader({ periods, period, onUnlock }: PeriodHeaderProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { company } = useViewer();
  const isOwner = useEmployee()?.role === 'owner';
  const { start, end, locked } = period;
  return (
    <PageHeader
      title={t('title')}
      description={
        <span className="flex flex-wrap items-center gap-2">
          {format.dateRange(start, end)}
          {company && ` · ${t(`period.kind.${company.pay_period_kind}`)}`}
          {locked && <Badge tone="success">{t('period.lockedBadge')}</Badge>}
        </span>
      }
      actions={
        <>
          <PeriodPicker periods={periods} period={period} />
          {locked && isOwner && <Button onClick={onUnlock}>{t('unlock.action')}</Button>}
        </>
      }
    />
  );
}
