import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { runningMinutes, type TimeEntry } from '@/entities/time-entry/time-entry';
import { recentTimeQuery } from '@/features/employees/api/queries';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

/** What runs counts until now. */
const workedSeconds = (entry: TimeEntry) =>
  60 * (entry.minutes ?? runningMinutes(entry, serverNow() / 1000));

/** The last entries of one person; all of them are in the time tracker. */
export function RecentTime({ companyId, employeeId }: { companyId: string; employeeId: string }) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const query = useQuery(recentTimeQuery(companyId, employeeId));
  const { data = [] } = query;
  const { data: projects = [] } = useProjectOptions();
  const { data: codes = [] } = useCostCodeOptions();
  const placeOf = ({ project_id, cost_code_id }: TimeEntry) => {
    const project = projects.find(({ id }) => id === project_id)?.name;
    const code = codes.find(({ id }) => id === cost_code_id)?.code;
    return [project, code].filter(Boolean).join(' · ') || '–';
  };
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
      <div className="flex flex-col gap-4">
        <DataTable
          label={t('tab.time')}
          rows={data}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('time.empty')} />}
          columns={[
            {
              id: 'day',
              header: t('time.day'),
              card: 'title',
              cell: ({ work_date }) => format.weekdayDate(work_date),
            },
            {
              id: 'punches',
              header: t('time.punches'),
              cell: ({ clock_in, clock_out }) =>
                `${format.time(clock_in)} – ${clock_out ? format.time(clock_out) : t('time.running')}`,
            },
            { id: 'place', header: t('time.place'), cell: placeOf },
            {
              id: 'hours',
              header: t('time.hours'),
              align: 'end',
              card: 'aside',
              cell: (entry) => formatHoursMinutes(workedSeconds(entry)),
            },
          ]}
        />
        {data.length > 0 && (
          <Button className="self-start" asChild>
            <Link to={`/time-tracker?period=week&employee=${employeeId}`}>{t('time.all')}</Link>
          </Button>
        )}
      </div>
    </Loaded>
  );
}
