import type { FileData } from '@/features/exports/formats/file-data';

/** The columns a layout can have. */
export interface ColumnSet {
  /** In the order the system lists them. */
  all: readonly string[];
  preset: readonly string[];
  /** Never left out: without them hours would be lost. */
  needed: readonly string[];
  /** The customer's system decides on the order too. */
  movable: boolean;
}

/** What the setting says, mended: known columns, none that is needed missing. */
export function chosenColumns(set: ColumnSet, setting: string | undefined): string[] {
  const asked = (setting ?? '').split(',').filter((name) => set.all.includes(name));
  const wanted = asked.length > 0 ? asked : [...set.preset];
  const missing = set.needed.filter((name) => !wanted.includes(name));
  const complete = [...new Set([...wanted, ...missing])];
  return set.movable ? complete : set.all.filter((name) => complete.includes(name));
}

export const columnsSetting = (columns: readonly string[]): string => columns.join(',');

export const columnsOf = (set: ColumnSet, { settings }: Pick<FileData, 'settings'>) =>
  chosenColumns(set, settings.columns);
