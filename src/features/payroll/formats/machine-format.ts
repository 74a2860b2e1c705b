import type { ColumnSet } from '@/features/payroll/formats/columns';
import {
  type FileData,
  type FilePerson,
  hoursByPerson,
} from '@/features/payroll/formats/file-data';

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
  | 'rateRows';

/** All hours at the base rate, or a row for each rate. */
export type RateRows = 'one' | 'each';

export interface Setting {
  name: SettingName;
  /** What most customers have there. */
  preset?: string;
  /** One of these; without, any words. */
  choices?: readonly RateRows[];
}

/** A layout that a payroll system reads. Pure: the same data gives the same bytes. */
export interface MachineFormat {
  /** Key in `employees.external_ids`; null: people are told apart by name and number. */
  externalId: string | null;
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
  /** What a cell may consist of. */
  allowed?: RegExp;
  fileName: (data: FileData) => string;
  type: string;
}

export type FileOutcome =
  | { kind: 'file'; name: string; type: string; text: string }
  | { kind: 'nothing' }
  | { kind: 'missing-ids'; people: FilePerson[] }
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

/** The file, or what stands in its way: half a file is never handed out. */
export function makeMachineFile(format: MachineFormat, data: FileData): FileOutcome {
  const names = format.settings
    .filter(({ choices }) => choices === undefined)
    .map(({ name }) => name)
    .filter((name) => (data.settings[name] ?? '').trim() === '');
  if (names.length > 0) return { kind: 'missing-settings', names };
  const people = hoursByPerson(data)
    .map(({ person }) => person)
    .filter(
      ({ externalIds }) =>
        format.externalId !== null && (externalIds[format.externalId] ?? '').trim() === '',
    );
  if (people.length > 0) return { kind: 'missing-ids', people };
  const rows = format.rows(data);
  if (rows.length === 0) return { kind: 'nothing' };
  const limits = format.limits?.(data) ?? [];
  const fields = rows.flatMap((row) =>
    row.filter((cell, column) => isBad(cell, limits[column] ?? null, format.allowed)),
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
