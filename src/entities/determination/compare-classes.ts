import type { ReadClass } from '@/entities/determination/reading';
import type { IsoDate } from '@/lib/format';

/** A class that the project has, in the modification it was saved with. */
export interface StoredClass {
  code: string;
  name: string;
  nameEs: string | null;
  craft: string | null;
  baseE4: number;
  fringeE4: number;
  zoneE4: number;
  effectiveFrom: IsoDate;
  modification: string;
}

export interface ComparedClass {
  /** The code to save it under: that of the same class where the project has it. */
  code: string;
  /** What the project has of it, newest; null: the class is new. */
  stored: StoredClass | null;
  /** All the project has of it, by the date it begins: what a save from that date is based on. */
  rows: readonly StoredClass[];
}

const plain = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim();

/** Of each code the row with the latest date. */
function newest(stored: readonly StoredClass[]): Map<string, StoredClass> {
  const byCode = new Map<string, StoredClass>();
  for (const own of stored) {
    const other = byCode.get(own.code);
    if (!other || other.effectiveFrom < own.effectiveFrom) byCode.set(own.code, own);
  }
  return byCode;
}

/** Names that only one of them has. */
function byOnlyName<Item extends { name: string }>(
  items: Iterable<Item>,
): Map<string, Item | null> {
  const names = new Map<string, Item | null>();
  for (const item of items) {
    const name = plain(item.name);
    names.set(name, names.has(name) ? null : item);
  }
  return names;
}

/**
 * Finds the classes of a text among those the project has under the same number: by code, else by a
 * name that stands once on both sides, since a new survey gives new identifiers. Time refers to a
 * class by its code, so the code of the project goes on.
 */
export function compareClasses(
  read: readonly ReadClass[],
  stored: readonly StoredClass[],
): { classes: ComparedClass[]; missing: StoredClass[] } {
  const current = newest(stored);
  const readCodes = new Set(read.map(({ code }) => code));
  const unclaimed = [...current.values()].filter(({ code }) => !readCodes.has(code));
  const storedNames = byOnlyName(unclaimed);
  const readNames = byOnlyName(read.filter(({ code }) => !current.has(code)));
  const found = new Set<string>();
  const classes = read.map((own): ComparedClass => {
    const name = plain(own.name);
    const same =
      current.get(own.code) ?? (readNames.get(name) ? (storedNames.get(name) ?? null) : null);
    if (same) found.add(same.code);
    const code = same?.code ?? own.code;
    return { code, stored: same, rows: stored.filter((row) => row.code === code) };
  });
  return { classes, missing: [...current.values()].filter(({ code }) => !found.has(code)) };
}
