import { CalendarCheck } from 'lucide-react';
import { Link } from 'react-router';
import { CardLink } from '@/components/shared/card-link';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Badge } from '@/components/ui/badge';
import { reportAddress } from '@/features/public-work/report/addresses';
import type { CalendarWeek } from '@/features/public-work/report/api/queries';
import { isSigned, STATE_TONES } from '@/features/public-work/report/week-states';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface WeekTableProps {
  weeks: readonly CalendarWeek[];
  showsProject?: boolean;
}

/** A line for each week: its number, how far it is, until when. */
export function WeekTable({ weeks, showsProject = false }: WeekTableProps) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const project: Column<CalendarWeek> = {
    id: 'project',
    header: t('column.project'),
    sortBy: ({ project_name }) => project_name,
    cell: ({ project_name }) => project_name,
  };
  const columns: Column<CalendarWeek>[] = [
    {
      id: 'week',
      header: t('column.week'),
      card: 'title',
      sortBy: ({ week_end }) => week_end,
      cell: ({ project_id, week_end }) => (
        <Link to={reportAddress(project_id, week_end)} className="font-[550] hover:underline">
          {format.weekdayDate(week_end)}, {week_end.slice(0, 4)}
        </Link>
      ),
    },
    ...(showsProject ? [project] : []),
    {
      id: 'number',
      header: t('column.number'),
      align: 'end',
      cell: ({ number, revision }) =>
        number === null ? '–' : revision ? t('numberRevised', { number, revision }) : number,
    },
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: (week) => <State week={week} />,
    },
    {
      id: 'due',
      header: t('column.due'),
      sortBy: ({ due_on }) => due_on,
      cell: ({ due_on, is_late }) => (
        <span className={is_late ? 'font-[550] text-danger' : undefined}>
          {due_on ? format.weekdayDate(due_on) : t('dueUnknown')}
          {is_late && ` · ${t('late')}`}
        </span>
      ),
    },
    {
      id: 'open',
      header: t('column.open'),
      headerHidden: true,
      card: 'actions',
      align: 'end',
      cell: (week) => (
        <CardLink to={reportAddress(week.project_id, week.week_end)}>
          {t(actionOf(week))}
          <span className="sr-only">{`: ${week.project_name}, ${format.date(week.week_end)}`}</span>
        </CardLink>
      ),
    },
  ];
  return (
    <DataTable
      label={t('calendar.title')}
      rows={weeks}
      columns={columns}
      rowKey={({ project_id, week_end }) => `${project_id} ${week_end}`}
      empty={
        <EmptyState
          icon={CalendarCheck}
          title={t('calendar.empty')}
          text={t(showsProject ? 'calendar.emptyText' : 'calendar.emptyProject')}
        />
      }
    />
  );
}

function actionOf(week: CalendarWeek): 'toSign' | 'view' | 'prepare' {
  if (isSigned(week) || !week.is_over) return 'view';
  return week.state === 'not_approved' ? 'prepare' : 'toSign';
}

function State({ week }: { week: CalendarWeek }) {
  const { t } = useTranslation('certified-payroll');
  return (
    <span className="flex flex-wrap gap-1.5">
      {week.is_over || isSigned(week) ? (
        <Badge tone={STATE_TONES[week.state]}>{t(`state.${week.state}`)}</Badge>
      ) : (
        <Badge>{t('notOver')}</Badge>
      )}
      {isSigned(week) && !week.has_work && <Badge>{t('noWork')}</Badge>}
      {week.final && <Badge>{t('final')}</Badge>}
    </span>
  );
}
