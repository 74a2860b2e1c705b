/** Figures of the database, unrounded; what the viewer may not see is null. */
export interface Figures {
  budget_hours: number;
  actual_hours: number;
  percent_used: number | null;
  percent_complete: number | null;
  earned_hours: number | null;
  variance_hours: number | null;
  forecast_hours: number | null;
}

export interface BudgetFigures extends Figures {
  cost_code_id: string | null;
  code: string | null;
  name: string | null;
  code_group: string | null;
  unit: string | null;
  budgeted: boolean;
  budget_amount: number | null;
  actual_amount: number | null;
  budget_quantity: number | null;
  actual_quantity: number;
  productivity_factor: number | null;
  unpriced_hours: number | null;
  equipment_budget_amount: number | null;
  equipment_amount: number | null;
}

export interface ProjectFigures extends Figures {
  project_id: string;
  version: number | null;
  worst_code: string | null;
  worst_hours: number | null;
  /** With its phases; null without any. */
  branch_budget_hours?: number | null;
  branch_actual_hours?: number | null;
  /** A completed project is in no trouble any more. */
  isCompleted?: boolean;
}

export interface Subtotal extends Figures {
  /** Of labor. */
  budget_amount: number | null;
  actual_amount: number | null;
  equipment_budget_amount: number | null;
  equipment_amount: number | null;
}

export type BudgetRow =
  | { kind: 'group'; key: string; title: string; figures: Subtotal }
  | { kind: 'line'; key: string; line: BudgetFigures; figures: Subtotal };

const sum = <T>(rows: readonly T[], pick: (row: T) => number | null): number | null => {
  const values = rows.map(pick).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
};

/**
 * Sums; complete is earned ÷ budget. A line without a forecast is expected to take its budget, or
 * what it took already.
 */
export function subtotal(rows: readonly BudgetFigures[]): Subtotal {
  const budget = sum(rows, (row) => row.budget_hours) ?? 0;
  const actual = sum(rows, (row) => row.actual_hours) ?? 0;
  const earned = sum(rows, (row) => row.earned_hours);
  const forecast = sum(
    rows,
    (row) => row.forecast_hours ?? Math.max(row.budget_hours, row.actual_hours),
  );
  return {
    budget_hours: budget,
    actual_hours: actual,
    percent_used: budget > 0 ? (100 * actual) / budget : null,
    percent_complete: budget > 0 && earned !== null ? (100 * earned) / budget : null,
    earned_hours: earned,
    variance_hours: sum(rows, (row) => row.variance_hours),
    forecast_hours: earned ? forecast : null,
    budget_amount: sum(rows, (row) => row.budget_amount),
    actual_amount: sum(rows, (row) => row.actual_amount),
    equipment_budget_amount: sum(rows, (row) => row.equipment_budget_amount),
    equipment_amount: sum(rows, (row) => row.equipment_amount),
  };
}

/** Lines under the heading of their group, with the group's sums. */
export function groupLines(rows: readonly BudgetFigures[], withoutGroup: string): BudgetRow[] {
  const groups = new Map<string, BudgetFigures[]>();
  for (const row of rows) {
    const title = row.code_group ?? withoutGroup;
    groups.set(title, [...(groups.get(title) ?? []), row]);
  }
  return [...groups].flatMap(([title, lines]): BudgetRow[] => [
    { kind: 'group', key: `group ${title}`, title, figures: subtotal(lines) },
    ...lines.map(
      (line): BudgetRow => ({
        kind: 'line',
        key: line.cost_code_id ?? 'none',
        line,
        figures: line,
      }),
    ),
  ]);
}

export type Trouble = 'over' | 'watch' | 'fine' | 'none';
/** Points by which used may be ahead of complete before it is worth a look. */
const AHEAD = 5;

export function pointsAhead({ percent_used, percent_complete }: Figures): number | null {
  if (percent_used === null || percent_complete === null) return null;
  return percent_used - percent_complete;
}

export function troubleOf(row: ProjectFigures): Trouble {
  if (row.isCompleted || row.version === null || row.budget_hours === 0) return 'none';
  const used = row.percent_used ?? 0;
  const ahead = pointsAhead(row);
  if (used > 100 || (ahead !== null && ahead > AHEAD)) return 'over';
  return used >= 90 || (ahead !== null && ahead > 0.5) ? 'watch' : 'fine';
}

const ORDER: readonly Trouble[] = ['over', 'watch', 'fine', 'none'];

/** Hours expected beyond the budget. */
export const overBy = (row: Figures): number =>
  (row.forecast_hours ?? row.actual_hours) - row.budget_hours;

/** The most trouble first. */
export function byTrouble(rows: readonly ProjectFigures[]): ProjectFigures[] {
  return [...rows].sort(
    (one, other) =>
      ORDER.indexOf(troubleOf(one)) - ORDER.indexOf(troubleOf(other)) ||
      overBy(other) - overBy(one),
  );
}
