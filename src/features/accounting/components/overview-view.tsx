import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Select } from '@/components/ui/select';
import type { Connection } from '@/features/accounting/api/connections';
import { type Overview, overviewQuery, type PersonDay } from '@/features/accounting/api/overview';
import { ToDoList } from '@/features/accounting/components/to-do-list';
import { useDayColumns } from '@/features/accounting/components/use-day-columns';
import { DAY_COUNTS, useShownDays } from '@/features/accounting/use-shown-days';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Each day of each person with what it is there; above it what somebody has to do. */
export function OverviewView({ connection }: { connection: Connection }) {
  const { range } = useShownDays(connection);
  const overview = useQuery(overviewQuery(connection.id, range));
  return (
    <Loaded query={overview} skeleton={<TableSkeleton />}>
      {(data) => <Days connection={connection} overview={data} />}
    </Loaded>
  );
}

interface DaysProps {
  connection: Connection;
  overview: Overview;
}

type Line = { heading: string; days: readonly PersonDay[] } | PersonDay;

function Days({ connection, overview }: DaysProps) {
  const { t } = useTranslation('accounting');
  const format = useFormat();
  const columns = useDayColumns(connection.id);
  const byDate = Map.groupBy(overview.days, ({ work_date }) => work_date);
  const lines: Line[] = [...byDate].flatMap(([heading, days]) => [{ heading, days }, ...days]);
  return (
    <>
      <Figures connection={connection} overview={overview} />
      <ToDoList connectionId={connection.id} overview={overview} />
      <DataTable<Line>
        label={t('view.days')}
        rows={lines}
        columns={columns.map((column) => ({
          ...column,
          cell: (line) => ('heading' in line ? null : column.cell(line)),
          ...(column.id === 'hours' && { total: formatDuration(secondsOf(overview.days)) }),
        }))}
        totalLabel={t('total')}
        rowKey={(line) =>
          'heading' in line ? line.heading : `${line.work_date} ${line.employee_id}`
        }
        section={(line) =>
          'heading' in line
            ? {
                title: format.weekdayDate(line.heading),
                figure: formatDuration(secondsOf(line.days)),
              }
            : null
        }
        empty={<EmptyState icon={CalendarCheck} title={t('days.none')} text={t('days.noneText')} />}
      />
      <p className="border-t px-5 py-3 text-muted text-sm">
        {t('days.from', { date: format.date(connection.send_from) })}
        {overview.earlier_days > 0 && ` ${t('days.earlier', { count: overview.earlier_days })}`}
      </p>
    </>
  );
}

const secondsOf = (days: readonly PersonDay[]): number =>
  days.reduce((sum, { seconds }) => sum + seconds, 0);

function Figures({ connection, overview }: DaysProps) {
  const { t } = useTranslation('accounting');
  const [params, setParams] = useSearchParams();
  const { count } = useShownDays(connection);
  const { sent, to_send: toSend, waiting, problems, conflicts } = overview;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b px-5 py-3">
      <dl className="mr-auto flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {Object.entries({ sent, toSend, waiting, problems, conflicts }).map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-muted">{t(`figure.${name as 'sent'}`)}</dt>
            <dd className="tabular font-[620]">{value}</dd>
          </div>
        ))}
      </dl>
      <Select
        size="compact"
        aria-label={t('days.shown')}
        value={String(count)}
        onValueChange={(days) =>
          setParams({ ...Object.fromEntries(params), days }, { replace: true })
        }
        options={DAY_COUNTS.map((days) => ({
          value: String(days),
          label: t('days.last', { count: days }),
        }))}
      />
    </div>
  );
}
