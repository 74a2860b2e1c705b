import type { BudgetVersion } from '@/features/budgets/api/queries';

export interface VersionSums {
  version: BudgetVersion;
  hours: number;
  /** Null where no line has one. */
  labor: number | null;
  /** Against the version before; null: the original. */
  added: { hours: number; labor: number | null } | null;
  /** Hours by cost code that are not as before. */
  codes: { codeId: string; hours: number }[];
}

const hoursByCode = ({ lines }: BudgetVersion): Map<string, number> =>
  new Map(lines.map(({ cost_code_id, hours }) => [cost_code_id, hours]));

function laborOf({ lines }: BudgetVersion): number | null {
  const amounts = lines.flatMap(({ labor_amount }) => labor_amount ?? []);
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0);
}

/** From the original to the newest, each with what it changed. */
export function versionSums(versions: readonly BudgetVersion[]): VersionSums[] {
  const oldestFirst = [...versions].sort((one, other) => one.version - other.version);
  return oldestFirst.map((version, place) => {
    const before = oldestFirst[place - 1];
    const now = hoursByCode(version);
    const was = before ? hoursByCode(before) : now;
    const hours = [...now.values()].reduce((sum, each) => sum + each, 0);
    const labor = laborOf(version);
    const ids = new Set([...was.keys(), ...now.keys()]);
    return {
      version,
      hours,
      labor,
      added: before
        ? {
            hours: hours - [...was.values()].reduce((sum, each) => sum + each, 0),
            labor: labor === null ? null : labor - (laborOf(before) ?? 0),
          }
        : null,
      codes: [...ids]
        .map((codeId) => ({ codeId, hours: (now.get(codeId) ?? 0) - (was.get(codeId) ?? 0) }))
        .filter((change) => change.hours !== 0),
    };
  });
}
