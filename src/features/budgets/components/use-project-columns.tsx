import { Link } from 'react-router';
import { ColorSwatch } from '@/components/shared/color-swatch';
import type { Column } from '@/components/shared/data-table/column';
import { Badge } from '@/components/ui/badge';
import type { ProjectOption } from '@/entities/project/projects-query';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import type { Forecast } from '@/features/budgets/api/queries';
import {
  overBy,
  type ProjectFigures,
  pointsAhead,
  troubleOf,
} from '@/features/budgets/budget-rows';
import { FinishDate } from '@/features/budgets/components/finish-date';
import { Sparkline } from '@/features/budgets/components/sparkline';
import { UsedBar } from '@/features/budgets/components/used-bar';
import { finishOf } from '@/features/budgets/forecast';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Why a project stands where it stands, in one sentence. */
function useReason(): (row: ProjectFigures) => string {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  return (row) => {
    const ahead = pointsAhead(row);
    const used = row.percent_used ?? 0;
    if (row.version === null) return t('reason.none', { hours: format.number(row.actual_hours) });
    if (used > 100) return t('reason.allUsed');
    if (ahead !== null && ahead > 0.5) {
      const points = format.number(ahead);
      return row.worst_code
        ? t('reason.aheadOf', { points, code: row.worst_code })
        : t('reason.ahead', { points });
    }
    if (used >= 75) return t('reason.used', { percent: format.number(used) });
    return row.percent_complete === null ? t('reason.notMeasured') : t('reason.fine');
  };
}

function ForecastHours({ row }: { row: ProjectFigures }) {
  const format = useFormat();
  if (row.version === null || row.forecast_hours === null) return '–';
  const over = overBy(row);
  const sign = over > 0 ? '+' : over < 0 ? '−' : '';
  return (
    <>
      <span className="font-[620]">{format.number(row.forecast_hours)}</span>
      <span className={cn('block text-xs', over > 0.5 ? 'text-danger' : 'text-muted')}>
        {sign}
        {format.number(Math.abs(over))}
      </span>
    </>
  );
}

/** Below its own figure what it comes to with its phases. */
function WithPhases({ hours }: { hours: number | null | undefined }) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  if (hours == null) return null;
  return (
    <span className="block text-muted text-xs">
      {t('withPhases', { hours: format.number(hours) })}
    </span>
  );
}

export function useProjectColumns(
  projects: ReadonlyMap<string, ProjectOption>,
  forecasts: readonly Forecast[],
): Column<ProjectFigures>[] {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const { today } = useCalendar();
  const reason = useReason();
  const recent = (row: ProjectFigures) =>
    forecasts.find(({ project_id }) => project_id === row.project_id);
  const name = (row: ProjectFigures) => projects.get(row.project_id)?.name ?? '–';
  return [
    {
      id: 'project',
      header: t('column.project'),
      card: 'title',
      cell: (row) => {
        const trouble = troubleOf(row);
        return (
          <div className="flex gap-2">
            <ColorSwatch
              color={projects.get(row.project_id)?.color ?? null}
              className="mt-1.5 shrink-0"
            />
            <div className="min-w-0">
              <Link
                className="font-[620] hover:underline"
                to={`/budgets?project=${row.project_id}`}
              >
                {name(row)}
              </Link>{' '}
              {trouble === 'over' && <Badge tone="danger">{t('trouble.over')}</Badge>}
              {trouble === 'watch' && <Badge tone="attention">{t('trouble.watch')}</Badge>}
              <p className="font-normal text-muted text-sm">{reason(row)}</p>
            </div>
          </div>
        );
      },
    },
    {
      id: 'used-bar',
      header: t('column.usedBar'),
      cell: (row) => (row.version === null ? '–' : <UsedBar figures={row} />),
    },
    {
      id: 'budget',
      header: t('column.budget'),
      align: 'end',
      cell: (row) => (
        <>
          {row.version === null ? '–' : format.number(row.budget_hours)}
          <WithPhases hours={row.branch_budget_hours} />
        </>
      ),
    },
    {
      id: 'used',
      header: t('column.used'),
      align: 'end',
      cell: (row) => (
        <>
          {format.number(row.actual_hours)}
          <WithPhases hours={row.branch_actual_hours} />
        </>
      ),
    },
    {
      id: 'forecast',
      header: t('column.forecast'),
      align: 'end',
      cell: (row) => <ForecastHours row={row} />,
    },
    {
      id: 'finish',
      header: t('trend.finish'),
      align: 'end',
      cell: (row) => {
        const forecast = recent(row);
        return forecast && !forecast.too_early ? (
          <FinishDate
            projectId={row.project_id}
            finish={finishOf(row, forecast, today)}
            deadline={forecast.deadline}
          />
        ) : (
          '–'
        );
      },
    },
    {
      id: 'trend',
      header: t('trend.column'),
      align: 'end',
      cell: (row) => {
        const forecast = recent(row);
        return forecast?.trend && forecast.trend.length > 1 && forecast.recent_factor !== null ? (
          <Sparkline values={forecast.trend} factor={forecast.recent_factor} />
        ) : (
          <span className="text-muted">{t('trend.tooEarly')}</span>
        );
      },
    },
  ];
}
