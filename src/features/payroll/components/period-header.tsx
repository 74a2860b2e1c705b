import { useTranslation } from 'react-i18next';
import { PageHeader } from '@/components/shared/page-header';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { useApproveClean } from '@/features/payroll/api/approvals';
import type { PayPeriod } from '@/features/payroll/api/queries';
import { PeriodPicker } from '@/features/payroll/components/period-picker';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';

export type PeriodDialog = 'lock' | 'unlock';

export interface PeriodHeaderProps {
  periods: readonly PayPeriod[];
  period: PayPeriod;
  onOpen: (dialog: PeriodDialog) => void;
  onExport: () => void;
}

/** The period and its steps, in their order. */
export function PeriodHeader({ periods, period, onOpen, onExport }: PeriodHeaderProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { company } = useViewer();
  const isOwner = useEmployee()?.role === 'owner';
  const approveClean = useApproveClean();
  const { start, end, locked } = period;
  return (
    <PageHeader
      title={t('title')}
      description={
        <span className="flex flex-wrap items-center gap-2">
          {format.dateRange(start, end)}
          {company && ` · ${t(`period.kind.${company.pay_period_kind}`)}`}
          {period.current && !locked && (
            <span>· {t('lock.from', { date: format.date(addDays(end, 1)) })}</span>
          )}
          {locked && <Badge tone="success">{t('period.lockedBadge')}</Badge>}
        </span>
      }
      actions={
        <>
          <PeriodPicker periods={periods} period={period} />
          {!locked && (
            <>
              <Button
                busy={approveClean.isPending}
                onClick={() => approveClean.mutate({ start, end })}
              >
                {t('approve.allClean')}
              </Button>
              {!period.current && (
                <Button onClick={() => onOpen('lock')}>{t('lock.action')}</Button>
              )}
            </>
          )}
          {locked && isOwner && (
            <Button onClick={() => onOpen('unlock')}>{t('unlock.action')}</Button>
          )}
          <Button variant="primary" onClick={onExport}>
            {t('export.action')}
          </Button>
        </>
      }
    />
  );
}
