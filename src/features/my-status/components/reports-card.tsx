import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { Card, CardHeader } from '@/components/ui/card';
import { Skeleton } from '@/components/ui/skeleton';
import { payPeriodsQuery } from '@/entities/pay-period/pay-periods-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** My hours of this and the last pay period. */
export function ReportsCard() {
  const { t } = useTranslation('my-status');
  const format = useFormat();
  const employee = useEmployee();
  const { data, isPending } = useQuery({
    ...payPeriodsQuery(employee?.company_id ?? ''),
    enabled: employee !== null,
  });
  return (
    <Card aria-labelledby="my-reports">
      <CardHeader id="my-reports" title={t('reports.title')} divided />
      {isPending && employee && <Skeleton className="m-4 h-16" />}
      <ul>
        {data?.map((period) => (
          <li key={period.start_date} className="border-t first:border-t-0">
            <Link
              to={`/my-status?report=${period.is_current ? 'this' : 'last'}`}
              className="flex items-center gap-3 px-5 py-3 hover:bg-sunken max-md:px-4"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-[550]">
                  {t(period.is_current ? 'reports.this' : 'reports.last')}
                </span>
                <span className="block text-muted text-sm">
                  {format.dateRange(period.start_date, period.end_date)}
                </span>
              </span>
              <ChevronRight className="size-4 text-faint" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
