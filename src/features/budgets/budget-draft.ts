import { milestonesOf } from '@/entities/budget/milestones';
import type { CostCodeOption } from '@/entities/cost-code/cost-codes-query';
import type { BudgetVersion } from '@/features/budgets/api/queries';
import type { BudgetLineValues } from '@/features/budgets/api/save-budget';

/** A line as it is typed. */
export interface DraftLine {
  key: string;
  codeId: string | null;
  hours: string;
  amount: string;
  quantity: string;
  unit: string;
  equipment: string;
  other: string;
  /** `Rough-in 40, Trim 60`. */
  milestones: string;
}

export type LineProblem =
  | 'code_missing'
  | 'code_unknown'
  | 'code_repeated'
  | 'number'
  | 'too_large'
  | 'milestones';

export const emptyLine = (): DraftLine => ({
  key: crypto.randomUUID(),
  codeId: null,
  hours: '',
  amount: '',
  quantity: '',
  unit: '',
  equipment: '',
  other: '',
  milestones: '',
});

const text = (value: number | null) => (value === null ? '' : String(value));

export const linesOf = (version: BudgetVersion | undefined): DraftLine[] =>
  (version?.lines ?? []).map((line) => ({
    key: crypto.randomUUID(),
    codeId: line.cost_code_id,
    hours: text(line.hours),
    amount: text(line.labor_amount),
    quantity: text(line.quantity),
    unit: line.unit ?? '',
    equipment: text(line.equipment_amount),
    other: text(line.other_amount),
    milestones: line.milestones ?? '',
  }));

/** Counted in percent, a line can have steps. */
export const isPercent = ({ unit }: DraftLine): boolean => unit.trim() === '%';

function hasWrongMilestones(line: DraftLine): boolean {
  if (!isPercent(line) || line.milestones.trim() === '') return false;
  return numberOf(line.quantity) !== 100 || milestonesOf(line.milestones) === null;
}

/** In the order of the codes. */
export function byCode(lines: readonly DraftLine[], codes: readonly CostCodeOption[]): DraftLine[] {
  const place = new Map(codes.map(({ id }, index) => [id, index]));
  const of = ({ codeId }: DraftLine) => place.get(codeId ?? '') ?? codes.length;
  return [...lines].sort((one, other) => of(one) - of(other));
}

/** `1,204.50` and `$900` are numbers; nothing typed is null. */
export function numberOf(typed: string): number | null | 'invalid' {
  const plain = typed.replace(/[$,\s]/g, '');
  if (plain === '') return null;
  const value = Number(plain);
  return Number.isFinite(value) && value >= 0 ? value : 'invalid';
}

/** More hours than a thousand people work in five years, or more than a column holds. */
const LIMITS = { hours: 1e7, amount: 1e10, quantity: 1e10, equipment: 1e10, other: 1e10 };
const NUMBERS = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

function numberProblem(line: DraftLine): 'number' | 'too_large' | null {
  const values = NUMBERS.map((name) => [numberOf(line[name]), LIMITS[name]] as const);
  if (values.some(([value]) => value === 'invalid')) return 'number';
  return values.some(([value, limit]) => Number(value) >= limit) ? 'too_large' : null;
}

/** What is wrong with each line, in their order; null: nothing. */
export function problemsOf(lines: readonly DraftLine[]): (LineProblem | null)[] {
  const seen = new Set<string>();
  return lines.map((line) => {
    const { codeId } = line;
    if (codeId === null) return 'code_missing';
    if (seen.has(codeId)) return 'code_repeated';
    seen.add(codeId);
    return numberProblem(line) ?? (hasWrongMilestones(line) ? 'milestones' : null);
  });
}

const amountOf = (typed: string): number | null => {
  const value = numberOf(typed);
  return value === 'invalid' ? null : value;
};

export const valuesOf = (lines: readonly DraftLine[]): BudgetLineValues[] =>
  lines.map((line) => ({
    cost_code_id: line.codeId ?? '',
    hours: amountOf(line.hours) ?? 0,
    labor_amount: amountOf(line.amount),
    quantity: amountOf(line.quantity),
    unit: line.unit.trim() || null,
    equipment_amount: amountOf(line.equipment),
    other_amount: amountOf(line.other),
    milestones: (isPercent(line) && line.milestones.trim()) || null,
  }));

const plainCode = (code: string) => code.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Pasted rows as lines: codes are found whatever stands between their digits. */
export function pastedLines(
  rows: readonly Record<string, string>[],
  codes: readonly CostCodeOption[],
): { line: DraftLine; problem: LineProblem | null }[] {
  const byCode = new Map(codes.map(({ code, id }) => [plainCode(code), id]));
  const lines = rows.map((row) => ({
    key: crypto.randomUUID(),
    codeId: byCode.get(plainCode(row['code'] ?? '')) ?? null,
    hours: row['hours'] ?? '',
    amount: row['amount'] ?? '',
    quantity: row['quantity'] ?? '',
    unit: row['unit'] ?? '',
    equipment: row['equipment'] ?? '',
    other: row['other'] ?? '',
    milestones: row['milestones'] ?? '',
  }));
  const problems = problemsOf(lines);
  return lines.map((line, index) => ({
    line,
    problem:
      problems[index] === 'code_missing' && rows[index]?.['code']
        ? 'code_unknown'
        : (problems[index] ?? null),
  }));
}
