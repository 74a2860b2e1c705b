import type { CodeProgress } from '@/features/progress/api/queries';

const QUANTITIES = ['previous', 'current', 'cumulative', 'planned', 'complete'] as const;
const WORK = ['hours', 'earned', 'factor'] as const;
export type Figure = (typeof QUANTITIES)[number] | (typeof WORK)[number];

/** Hours are for foremen and above. */
export const figuresFor = (leads: boolean): readonly Figure[] =>
  leads ? [...QUANTITIES, ...WORK] : QUANTITIES;

export interface ProgressRow {
  kind: 'group' | 'line' | 'total';
  key: string;
  /** Of a group, or of the totals. */
  title: string | null;
  code: CodeProgress | null;
  figures: Record<Figure, number | null>;
}

const figuresOf = (code: CodeProgress): ProgressRow['figures'] => ({
  previous: code.previous_quantity,
  current: code.quantity,
  cumulative: code.cumulative_quantity,
  planned: code.budget_quantity,
  complete: code.percent_complete,
  hours: code.actual_hours,
  earned: code.earned_hours,
  factor: code.productivity_factor,
});

const sum = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((all, value) => all + value, 0);
};

/** Only hours add up: quantities have different units. Unmeasured work has no productivity. */
export function sumsOf(codes: readonly CodeProgress[]): ProgressRow['figures'] {
  const earned = sum(codes.map((code) => code.earned_hours));
  const measured = sum(
    codes.map((code) => (code.earned_hours === null ? null : code.actual_hours)),
  );
  return {
    previous: null,
    current: null,
    cumulative: null,
    planned: null,
    complete: null,
    hours: sum(codes.map((code) => code.actual_hours)),
    earned,
    factor: earned !== null && measured ? earned / measured : null,
  };
}

/** Codes under the heading of their group. */
export function progressRows(codes: readonly CodeProgress[], withoutGroup: string): ProgressRow[] {
  const groups = new Map<string, CodeProgress[]>();
  for (const code of codes) {
    const title = code.code_group ?? withoutGroup;
    groups.set(title, [...(groups.get(title) ?? []), code]);
  }
  return [...groups].flatMap(([title, lines]): ProgressRow[] => [
    { kind: 'group', key: `group ${title}`, title, code: null, figures: sumsOf(lines) },
    ...lines.map(
      (code): ProgressRow => ({
        kind: 'line',
        key: code.cost_code_id,
        title: null,
        code,
        figures: figuresOf(code),
      }),
    ),
  ]);
}
