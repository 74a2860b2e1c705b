import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { budgetWeeksQuery } from '@/features/budgets/api/queries';
import { CurveChart } from '@/features/budgets/components/curve-chart';
import { type CurvePoint, curveOf, type Expected } from '@/features/budgets/curve';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface CurveProps {
  projectId: string;
  budget: number;
  expected: Expected;
}

const FIGURES = ['actual', 'earned', 'planned'] as const;

/** Planned, worked and earned hours since the beginning, as a drawing or as a table. */
export function Curve({ projectId, budget, expected }: CurveProps) {
  const { t } = useTranslation('budgets');
  const weeks = useQuery(budgetWeeksQuery(projectId));
  const { today } = useCalendar();
  const [asTable, setAsTable] = useState(false);
  const points = curveOf(weeks.data ?? []);
  const planned = points.some((point) => point.planned !== null);
  return (
    <div className="min-w-0 p-5">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="font-[620] text-base">{t('curve.title')}</h2>
        {points.length > 0 && (
          <Button variant="link" size="inline" onClick={() => setAsTable(!asTable)}>
            {t(asTable ? 'curve.asChart' : 'curve.asTable')}
          </Button>
        )}
      </div>
      <Loaded query={weeks} skeleton={<TableSkeleton />}>
        {points.length === 0 ? (
          <p className="text-muted text-sm">{t('curve.none')}</p>
        ) : asTable ? (
          <CurveTable points={points} />
        ) : (
          <CurveChart points={points} budget={budget} expected={expected} today={today} />
        )}
        {points.length > 0 && (
          <p className="mt-2 text-muted text-xs">
            {t(planned ? 'curve.planText' : 'curve.noPlan')}
          </p>
        )}
      </Loaded>
    </div>
  );
}

function CurveTable({ points }: { points: readonly CurvePoint[] }) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  return (
    <DataTable
      label={t('curve.title')}
      rows={points}
      rowKey={({ week }) => week}
      columns={[
        {
          id: 'week',
          header: t('curve.week'),
          card: 'title' as const,
          cell: ({ week }: CurvePoint) => format.date(week),
        },
        ...FIGURES.map((figure) => ({
          id: figure,
          header: t(`curve.${figure}`),
          align: 'end' as const,
          cell: (point: CurvePoint) => {
            const value = point[figure];
            return value === null ? '–' : format.number(value, 1);
          },
        })),
      ]}
    />
  );
}
