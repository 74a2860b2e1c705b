import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { FactsView } from '@/features/public-work/facts/facts-view';
import { usePayPeriod } from '@/features/public-work/facts/use-pay-period';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** What was paid, for every company: by its own pay periods. */
export function PayrollResults() {
  const { t } = useTranslation('payroll-facts');
  const { query, period, span, choose } = usePayPeriod();
  return (
    <>
      <PageHeader
        title={t('results.title')}
        description={t('results.text')}
        actions={
          <Button asChild>
            <Link to="/payroll">
              <ArrowLeft aria-hidden="true" />
              {t('results.back')}
            </Link>
          </Button>
        }
      />
      <Loaded query={query} skeleton={<TableSkeleton />} framed>
        {period && span && (
          <FactsView span={span} bar={<PeriodBar period={period} onChoose={choose} />} />
        )}
      </Loaded>
    </>
  );
}

interface PeriodBarProps {
  period: { start_date: string; end_date: string; is_current: boolean };
  onChoose: (day: string) => void;
}

/** Which pay period: one back or one on. */
function PeriodBar({ period, onChoose }: PeriodBarProps) {
  const { t } = useTranslation('payroll-facts');
  const format = useFormat();
  const { start_date: start, end_date: end } = period;
  return (
    <div className="flex items-center gap-2">
      <Button
        size="icon"
        aria-label={t('results.before')}
        onClick={() => onChoose(addDays(start, -1))}
      >
        <ChevronLeft aria-hidden="true" />
      </Button>
      <p className="tabular min-w-44 text-center font-[550]">{format.dateRange(start, end)}</p>
      <Button
        size="icon"
        aria-label={t('results.after')}
        disabled={period.is_current}
        onClick={() => onChoose(addDays(end, 1))}
      >
        <ChevronRight aria-hidden="true" />
      </Button>
    </div>
  );
}
