import type { ColumnSet } from '@/features/exports/formats/columns';
import {
  type FileData,
  type FilePerson,
  hoursByPerson,
} from '@/features/exports/formats/file-data';

export type SettingName =
  | 'companyName'
  | 'companyCreateTime'
  | 'companyCode'
  | 'iid'
  | 'clientId'
  | 'batch'
  | 'department'
  | 'costType'
  | 'regularCode'
  | 'overtimeCode'
  | 'doubleCode'
  | 'rateRows'
  | 'titleRows';

/** All hours at the base rate, or a row for each rate. */
export type RateRows = 'one' | 'each';

export interface Setting {
  name: SettingName;
  /** What most customers have there. */
  preset?: string;
  /** One of these; without, any words. */
  choices?: readonly RateRows[];
}

export interface NeededIds {
  /** In `employees.external_ids`. */
  key: string;
  people: FilePerson[];
}

/** A layout that a payroll system reads. Pure: the same data gives the same bytes. */
export interface MachineFormat {
  /** Key in `employees.external_ids`; null: people are told apart by name and number. */
  externalId: string | null;
  /** More words a person needs in this file, such as a title for each rate. */
  moreIds?: (data: FileData) => readonly NeededIds[];
  /** What the layout asks for and the work has not, in words; empty: nothing. */
  lacking?: (data: FileData) => readonly string[];
  /** All of them must be filled in; of choices the first is taken. */
  settings: readonly Setting[];
  /** Which columns the file has, where the customer's system decides that. */
  columns?: ColumnSet;
  separator: ',' | '\t';
  /** Lines above the rows, already complete. */
  heading: (data: FileData) => readonly string[];
  rows: (data: FileData) => readonly (readonly string[])[];
  /** Longest text per column; null: as long as it is. */
  limits?: (data: FileData) => readonly (number | null)[];
  /** What else the layout says of a column. */
  checks?: (data: FileData) => readonly (((cell: string) => boolean) | null)[];
  /** What a cell may consist of. */
  allowed?: RegExp;
  fileName: (data: FileData) => string;
  type: string;
}

export type FileOutcome =
  | { kind: 'file'; name: string; type: string; text: string }
  | { kind: 'nothing' }
  | ({ kind: 'missing-ids' } & NeededIds)
  | { kind: 'lacking'; items: readonly string[] }
  | { kind: 'missing-settings'; names: SettingName[] }
  | { kind: 'bad-fields'; fields: string[] };

const FORMULA = /^[=+\-@]/;
const BREAKS = /[\t\r\n]/;

function isBad(cell: string, limit: number | null, allowed: RegExp | undefined): boolean {
  return (
    FORMULA.test(cell) ||
    BREAKS.test(cell) ||
    (limit !== null && cell.length > limit) ||
    (allowed !== undefined && !allowed.test(cell))
  );
}

function written(cell: string, separator: string): string {
  return separator === ',' && /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Who has no id yet, for each id the file needs. */
function idsOf({ externalId, moreIds }: MachineFormat, data: FileData): readonly NeededIds[] {
  const people = hoursByPerson(data).map(({ person }) => person);
  const without = (key: string) =>
    people.filter(({ externalIds }) => (externalIds[key] ?? '').trim() === '');
  const own = externalId === null ? [] : [{ key: externalId, people: without(externalId) }];
  return [...own, ...(moreIds?.(data) ?? [])];
}

/** The file, or what stands in its way: half a file is never handed out. */
export function makeMachineFile(format: MachineFormat, data: FileData): FileOutcome {
  const names = format.settings
    .filter(({ choices }) => choices === undefined)
    .map(({ name }) => name)
    .filter((name) => (data.settings[name] ?? '').trim() === '');
  if (names.length > 0) return { kind: 'missing-settings', names };
  const missing = idsOf(format, data).find(({ people }) => people.length > 0);
  if (missing) return { kind: 'missing-ids', ...missing };
  const items = format.lacking?.(data) ?? [];
  if (items.length > 0) return { kind: 'lacking', items };
  const rows = format.rows(data);
  if (rows.length === 0) return { kind: 'nothing' };
  const limits = format.limits?.(data) ?? [];
  const checks = format.checks?.(data) ?? [];
  const fields = rows.flatMap((row) =>
    row.filter(
      (cell, column) =>
        isBad(cell, limits[column] ?? null, format.allowed) || checks[column]?.(cell) === false,
    ),
  );
  if (fields.length > 0) return { kind: 'bad-fields', fields: [...new Set(fields)] };
  const { separator } = format;
  const lines = [
    ...format.heading(data),
    ...rows.map((row) => row.map((cell) => written(cell, separator)).join(separator)),
  ];
  return {
    kind: 'file',
    name: format.fileName(data),
    type: format.type,
    text: lines.map((line) => `${line}\r\n`).join(''),
  };
}
