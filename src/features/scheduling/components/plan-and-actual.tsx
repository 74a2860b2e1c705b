import { useQuery } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import { useViewer } from '@/entities/viewer/use-viewer';
import { actualQuery, boardQuery } from '@/features/scheduling/api/queries';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { queryKeys } from '@/lib/query-keys';
import type { DateRange } from '@/lib/time';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

const TONES: Record<string, BadgeTone> = {
  on_time: 'success',
  late: 'attention',
  early: 'attention',
  left_early: 'attention',
  absent: 'danger',
  due: 'attention',
  unplanned: 'primary',
};

/** The published plan beside what was worked, live for today and as a report. */
export function PlanAndActual({ range }: { range: DateRange }) {
  const { t } = useTranslation('scheduling');
  const format = useFormat();
  const { company } = useViewer();
  const companyId = company?.id ?? '';
  useLiveTable({
    table: 'time_entries',
    filter: companyId ? `company_id=eq.${companyId}` : null,
    stale: [queryKeys.schedule],
  });
  const actual = useQuery(actualQuery(companyId, range.start, range.end));
  const board = useQuery(boardQuery(companyId, range));
  const { data: projects = [] } = useProjectOptions();
  const nameOf = (id: string): string => {
    const person = board.data?.people.find((candidate) => candidate.id === id);
    return person ? `${person.first_name} ${person.last_name}`.trim() : '';
  };
  const projectOf = (id: string | null): string =>
    projects.find((project) => project.id === id)?.name ?? '';
  const clockOf = useSiteClocks();
  const clock = (projectId: string | null, from: string | null, to: string | null): string => {
    const site = clockOf(projectId);
    if (!from) return '–';
    return to ? site.range(from, to) : `${site.time(from)} – ${t('actual.running')}`;
  };
  type Row = NonNullable<typeof actual.data>[number];
  const difference = (row: Row): number => (row.actual_minutes ?? 0) - (row.planned_minutes ?? 0);
  const columns: Column<Row>[] = [
    {
      id: 'person',
      header: t('actual.person'),
      cell: (row) => nameOf(row.employee_id),
      sortBy: (row) => nameOf(row.employee_id),
      card: 'title',
    },
    {
      id: 'day',
      header: t('actual.day'),
      cell: (row) => format.weekdayDate(row.work_date),
      sortBy: (row) => row.work_date,
    },
    {
      id: 'project',
      header: t('actual.project'),
      cell: (row) => projectOf(row.project_id),
      sortBy: (row) => projectOf(row.project_id),
    },
    {
      id: 'planned',
      header: t('actual.planned'),
      cell: (row) => clock(row.project_id, row.planned_start, row.planned_end),
    },
    {
      id: 'actual',
      header: t('actual.actual'),
      cell: (row) => clock(row.project_id, row.actual_start, row.actual_end),
    },
    {
      id: 'difference',
      header: t('actual.difference'),
      align: 'end',
      cell: (row) => (row.actual_start ? formatHoursMinutes(difference(row) * 60) : '–'),
    },
    {
      id: 'result',
      header: t('actual.result'),
      cell: (row) => (
        <Badge tone={TONES[row.result] ?? 'neutral'}>{t(`actual.${row.result as 'late'}`)}</Badge>
      ),
      sortBy: (row) => row.result,
      card: 'aside',
    },
  ];
  return (
    <Card>
      <Loaded query={actual} skeleton={<TableSkeleton />}>
        <DataTable
          label={t('actual.title')}
          rows={actual.data ?? []}
          columns={columns}
          rowKey={(row) => `${row.employee_id} ${row.work_date}`}
          empty={<EmptyState icon={CalendarClock} title={t('actual.empty')} />}
        />
      </Loaded>
    </Card>
  );
}
