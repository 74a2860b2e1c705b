import type { Determination, WorkClass } from '@/features/public-work/contract/api/queries';

/** A class under its determination, as it may be chosen on a day. */
export interface CurrentClass {
  id: string;
  code: string;
  name: string;
  /** Of the determination. */
  number: string;
  /** Per hour, with what the zone adds. */
  base: number;
  fringe: number;
  /** Its last day is over. */
  hasEnded: boolean;
}

const nameOf = (number: string, code: string): string => JSON.stringify([number, code]);

const toCurrent = (
  { number }: Pick<Determination, 'number'>,
  row: WorkClass,
  today: string,
): CurrentClass => ({
  id: row.id,
  code: row.code,
  name: row.name,
  number,
  base: row.base_rate + row.zone_add,
  fringe: row.fringe_rate,
  hasEnded: row.ends_on !== null && row.ends_on < today,
});

/**
 * The classes of a project by what a person calls them. A class goes by its number and code across
 * modifications: of each the row in effect on `today`, before the first the first.
 */
export function currentClasses(
  determinations: readonly Determination[],
  today: string,
): CurrentClass[] {
  const byName = new Map<string, { effectiveFrom: string; row: CurrentClass }>();
  for (const determination of determinations.toSorted((one, other) =>
    one.effective_from.localeCompare(other.effective_from),
  )) {
    for (const row of determination.classes) {
      const name = nameOf(determination.number, row.code);
      const isFirst = !byName.has(name);
      if (!isFirst && determination.effective_from > today) continue;
      const current = toCurrent(determination, row, today);
      byName.set(name, { effectiveFrom: determination.effective_from, row: current });
    }
  }
  return [...byName.values()]
    .map(({ row }) => row)
    .toSorted(
      (one, other) => one.name.localeCompare(other.name) || one.code.localeCompare(other.code),
    );
}

/** The row that now stands for a class, whichever modification's row names it. */
export function currentOf(
  determinations: readonly Determination[],
  current: readonly CurrentClass[],
  classificationId: string | null,
): CurrentClass | null {
  for (const { number, classes } of determinations) {
    const named = classes.find(({ id }) => id === classificationId);
    if (named)
      return current.find((row) => row.number === number && row.code === named.code) ?? null;
  }
  return null;
}
