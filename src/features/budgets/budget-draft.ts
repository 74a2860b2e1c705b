import { milestonesOf } from '@/entities/budget/milestones';
import type { CostCodeOption } from '@/entities/cost-code/cost-codes-query';
import type { BudgetVersion } from '@/features/budgets/api/queries';
import type { BudgetLineValues } from '@/features/budgets/api/save-budget';
import { numberIn, readNumber } from '@/lib/read-number';

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
  return numberIn(line.quantity, LIMITS.quantity) !== 100 || milestonesOf(line.milestones) === null;
}

/** In the order of the codes. */
export function byCode(lines: readonly DraftLine[], codes: readonly CostCodeOption[]): DraftLine[] {
  const place = new Map(codes.map(({ id }, index) => [id, index]));
  const of = ({ codeId }: DraftLine) => place.get(codeId ?? '') ?? codes.length;
  return [...lines].sort((one, other) => of(one) - of(other));
}

const AMOUNT = { digits: 2, min: 0, max: 9_999_999_999.99 };
/** More hours than a thousand people work in five years, or more than a column holds. */
export const LIMITS = {
  hours: { digits: 2, min: 0, max: 9_999_999.99 },
  amount: AMOUNT,
  quantity: { digits: 4, min: 0, max: 9_999_999_999 },
  equipment: AMOUNT,
  other: AMOUNT,
};
const NUMBERS = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

function numberProblem(line: DraftLine): 'number' | 'too_large' | null {
  const problems = NUMBERS.filter((name) => line[name].trim() !== '').flatMap((name) => {
    const read = readNumber(line[name], LIMITS[name]);
    return 'problem' in read ? [read.problem] : [];
  });
  if (problems.length === 0) return null;
  return problems.every((problem) => problem === 'too_large') ? 'too_large' : 'number';
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

export const valuesOf = (lines: readonly DraftLine[]): BudgetLineValues[] =>
  lines.map((line) => ({
    cost_code_id: line.codeId ?? '',
    hours: numberIn(line.hours, LIMITS.hours) ?? 0,
    labor_amount: numberIn(line.amount, LIMITS.amount),
    quantity: numberIn(line.quantity, LIMITS.quantity),
    unit: line.unit.trim() || null,
    equipment_amount: numberIn(line.equipment, LIMITS.equipment),
    other_amount: numberIn(line.other, LIMITS.other),
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
