import {
  type BudgetFigures,
  groupLines,
  type Subtotal,
  subtotal,
} from '@/features/budgets/budget-rows';
import type { GroupedReport, ReportColumn, SheetPlaces } from '@/lib/files/grouped-sheet';

type Row = Subtotal & Partial<BudgetFigures>;
type Kind = 'group' | 'line' | 'total';
type Formula = NonNullable<ReportColumn['formula']>;

/** Words of the report, in the language of the screen. */
export interface ReportLabels {
  header: (id: ColumnId) => string;
  number: (value: number, digits?: number) => string;
  money: (value: number) => string;
  percent: (value: number) => string;
  withoutCode: string;
  withoutGroup: string;
  total: string;
}

const FIGURES = [
  'budget_quantity',
  'actual_quantity',
  'budget_hours',
  'actual_hours',
  'percent_used',
  'percent_complete',
  'earned_hours',
  'variance_hours',
  'forecast_hours',
] as const;
const AMOUNTS = [
  'budget_amount',
  'actual_amount',
  'equipment_budget_amount',
  'equipment_amount',
] as const;
type Figure = (typeof FIGURES)[number] | (typeof AMOUNTS)[number];
export type ColumnId = 'code' | 'name' | 'group' | 'unit' | Figure;

const joined = (ranges: readonly string[]) => ranges.join(',');
/** Empty where no line has a figure, as on the screen. */
const added = (id: Figure, { lines }: SheetPlaces) =>
  `IF(COUNT(${joined(lines(id))})=0,"",SUM(${joined(lines(id))}))`;
const onLines =
  (line: (at: SheetPlaces['cell']) => string, id: Figure): Formula =>
  (kind, places) =>
    kind === 'line' ? line(places.cell) : added(id, places);

/** A line without forecast is expected to take its budget, or what it took already. */
function forecastSum({ cell, lines }: SheetPlaces): string {
  const [forecasts, budgets, actuals] = [
    lines('forecast_hours'),
    lines('budget_hours'),
    lines('actual_hours'),
  ];
  const parts = forecasts.map((forecast, index) => {
    const [b, a] = [budgets[index], actuals[index]];
    return `SUM(${forecast})+SUMPRODUCT((${forecast}="")*((${b}>${a})*${b}+(${b}<=${a})*${a}))`;
  });
  return `IF(N(${cell('earned_hours')})=0,"",${parts.join('+')})`;
}

const FORMULAS: Partial<Record<Figure, Formula>> = {
  budget_hours: (kind, places) => (kind === 'line' ? null : added('budget_hours', places)),
  actual_hours: (kind, places) => (kind === 'line' ? null : added('actual_hours', places)),
  percent_used: (_kind, { cell }) =>
    `IF(${cell('budget_hours')}=0,"",100*${cell('actual_hours')}/${cell('budget_hours')})`,
  percent_complete: (kind, { cell }) =>
    kind === 'line'
      ? `IF(N(${cell('budget_quantity')})=0,"",100*${cell('actual_quantity')}/${cell('budget_quantity')})`
      : `IF(OR(${cell('budget_hours')}=0,${cell('earned_hours')}=""),"",100*${cell('earned_hours')}/${cell('budget_hours')})`,
  earned_hours: onLines(
    (cell) =>
      `IF(N(${cell('budget_quantity')})=0,"",${cell('budget_hours')}*${cell('actual_quantity')}/${cell('budget_quantity')})`,
    'earned_hours',
  ),
  variance_hours: onLines(
    (cell) => `IF(${cell('earned_hours')}="","",${cell('earned_hours')}-${cell('actual_hours')})`,
    'variance_hours',
  ),
  forecast_hours: (kind, places) => {
    const { cell } = places;
    const [b, a, e] = [cell('budget_hours'), cell('actual_hours'), cell('earned_hours')];
    return kind === 'line'
      ? `IF(N(${e})=0,"",${a}+MAX(0,${b}-${e})*${a}/${e})`
      : forecastSum(places);
  },
};
for (const id of AMOUNTS)
  FORMULAS[id] = (kind, places) => (kind === 'line' ? null : added(id, places));

function columnsOf(
  words: ReportLabels,
  amounts: boolean,
  onPaper: 'hours' | 'cost',
): ReportColumn[] {
  const text = (id: ColumnId, weight: number): ReportColumn => ({
    id,
    header: words.header(id),
    format: 'text',
    weight,
    written: String,
  });
  const figure = (id: Figure): ReportColumn => {
    const isAmount = (AMOUNTS as readonly string[]).includes(id);
    const isQuantity = id === 'budget_quantity' || id === 'actual_quantity';
    const isPercent = id.startsWith('percent');
    const shown = isAmount === (onPaper === 'cost') && !isQuantity;
    const formula = FORMULAS[id];
    return {
      id,
      header: words.header(id),
      format: isAmount ? 'money' : isQuantity ? 'rate' : 'hours',
      weight: isQuantity ? (onPaper === 'hours' ? 1.7 : 0) : shown ? (isPercent ? 1.35 : 1.1) : 0,
      ...(isQuantity ? {} : { digits: 2 }),
      written: isAmount
        ? words.money
        : isPercent
          ? words.percent
          : (value) => words.number(value, isQuantity && !Number.isInteger(value) ? 1 : 0),
      ...(formula ? { formula } : {}),
    };
  };
  return [
    text('code', 1.4),
    text('name', 2.6),
    text('group', 0),
    ...FIGURES.slice(0, 2).map(figure),
    text('unit', onPaper === 'hours' ? 0.6 : 0),
    ...FIGURES.slice(2).map(figure),
    ...(amounts ? AMOUNTS.map(figure) : []),
  ];
}

/** The report of the screen: headings with the sums of their groups, lines and the totals. */
export function budgetReportRows(
  lines: readonly BudgetFigures[],
  words: ReportLabels,
  options: { amounts: boolean; onPaper: 'hours' | 'cost' },
): Pick<GroupedReport, 'columns' | 'rows'> {
  const columns = columnsOf(words, options.amounts, options.onPaper);
  const cells = (row: Row, title: { code: string; name?: string | null; group?: string | null }) =>
    columns.map(({ id }) => {
      if (id === 'code') return title.code;
      if (id === 'name') return title.name ?? null;
      if (id === 'group') return title.group ?? null;
      if (id === 'unit') return row.unit ?? null;
      return row[id as Figure] ?? null;
    });
  const row = (kind: Kind, figures: Row, title: Parameters<typeof cells>[1]) => ({
    kind,
    cells: cells(figures, title),
  });
  return {
    columns,
    rows: [
      ...groupLines(lines, words.withoutGroup).map((each) =>
        each.kind === 'group'
          ? row('group', each.figures, { code: each.title })
          : row('line', each.line, {
              code: each.line.code ?? words.withoutCode,
              name: each.line.name,
              group: each.line.code_group,
            }),
      ),
      row('total', subtotal(lines), { code: words.total }),
    ],
  };
}
