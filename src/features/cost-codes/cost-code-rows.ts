import type { CostCode } from '@/features/cost-codes/api/queries';
import { matchesSearch } from '@/lib/plain-text';

/** A heading of a group, or a code below it. */
export type CostCodeRow =
  | { kind: 'group'; key: string; title: string; minutes: number }
  | { kind: 'code'; key: string; code: CostCode };

export function isFound({ code, name, code_group, unit }: CostCode, search: string): boolean {
  return matchesSearch([code, name, code_group, unit], search);
}

/** Codes in order below the headings of their groups; those without a group come last. */
export function groupCodes(codes: readonly CostCode[], withoutGroup: string): CostCodeRow[] {
  const groups = Map.groupBy(codes, ({ code_group }) => code_group ?? '');
  const names = [...groups.keys()].sort(
    (a, b) =>
      Number(a === '') - Number(b === '') ||
      firstCode(groups, a).localeCompare(firstCode(groups, b)),
  );
  return names.flatMap((name) => {
    const members = groups.get(name) ?? [];
    const minutes = members.reduce((sum, code) => sum + code.minutesThisMonth, 0);
    return [
      { kind: 'group' as const, key: `group ${name}`, title: name || withoutGroup, minutes },
      ...members.map((code) => ({ kind: 'code' as const, key: code.id, code })),
    ];
  });
}

function firstCode(groups: ReadonlyMap<string, readonly CostCode[]>, name: string): string {
  return groups.get(name)?.[0]?.code ?? '';
}
