import { useViewer } from '@/entities/viewer/use-viewer';
import type { CodeProgress } from '@/features/progress/api/queries';
import {
  type Figure,
  figuresFor,
  type ProgressRow,
  progressRows,
  sumsOf,
} from '@/features/progress/progress-rows';
import { useAmount } from '@/features/progress/use-amount';
import type { GroupedReport, ReportColumn } from '@/lib/files/grouped-sheet';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

type Formula = NonNullable<ReportColumn['formula']>;

const added =
  (id: Figure): Formula =>
  (kind, { lines }) =>
    kind === 'line' ? null : `SUM(${lines(id).join(',')})`;

const FORMULAS: Partial<Record<Figure, Formula>> = {
  cumulative: (kind, { cell }) =>
    kind === 'line' ? `${cell('previous')}+${cell('current')}` : null,
  complete: (kind, { cell }) =>
    kind === 'line'
      ? `IF(N(${cell('planned')})=0,"",100*${cell('cumulative')}/${cell('planned')})`
      : null,
  hours: added('hours'),
  earned: added('earned'),
  factor: (kind, { cell, lines }) => {
    const measured = lines('earned').map(
      (range, index) => `SUMPRODUCT(ISNUMBER(${range})*${lines('hours')[index]})`,
    );
    const hours = kind === 'line' ? cell('hours') : measured.join('+');
    return `IF(OR(N(${hours})=0,${cell('earned')}=""),"",${cell('earned')}/(${hours}))`;
  },
};

/** Makes the report on the screen ready for files. */
export function useProgressFile(): (
  codes: readonly CodeProgress[],
  range: DateRange,
  project: string,
  leads: boolean,
) => Omit<GroupedReport, 'createdAt'> {
  const { t } = useTranslation('progress');
  const format = useFormat();
  const amount = useAmount();
  const company = useViewer().company?.name ?? '';
  const text = (id: 'code' | 'name' | 'unit', weight: number): ReportColumn => ({
    id,
    header: t(`column.${id}`),
    format: 'text',
    weight,
    written: String,
  });
  const figure = (id: Figure): ReportColumn => {
    const formula = FORMULAS[id];
    return {
      id,
      header: t(`column.${id}`),
      format: 'rate',
      weight: 1,
      written: (value) => {
        if (id === 'complete') return format.percent(value / 100);
        return id === 'factor' ? format.number(value, 2) : amount(value);
      },
      ...(formula ? { formula } : {}),
    };
  };
  return (codes, range, project, leads) => {
    const figures = figuresFor(leads);
    const rows: ProgressRow[] = [
      ...progressRows(codes, t('withoutGroup')),
      { kind: 'total', key: 'total', title: t('total'), code: null, figures: sumsOf(codes) },
    ];
    return {
      title: `${t('report.name')}: ${project}`,
      company,
      notes: [format.dateRange(range.start, range.end)],
      remarks: [],
      columns: [text('code', 1.1), text('name', 2.4), text('unit', 0.6), ...figures.map(figure)],
      rows: rows.map((row) => ({
        kind: row.kind,
        cells: [
          row.title ?? row.code?.code ?? null,
          row.code?.name ?? null,
          row.code?.unit ?? null,
          ...figures.map((id) => row.figures[id]),
        ],
      })),
    };
  };
}
