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
  | 'doubleCode';

export interface Setting {
  name: SettingName;
  /** What most customers have there. */
  preset?: string;
}

/** A layout that a payroll system reads. Pure: the same data gives the same bytes. */
export interface MachineFormat {
  /** Key in `employees.external_ids`; null: people are told apart by name and number. */
  externalId: string | null;
  /** All of them must be filled in. */
  settings: readonly Setting[];
  separator: ',' | '\t';
  /** Lines above the rows, already complete. */
  heading: (data: FileData) => readonly string[];
  rows: (data: FileData) => readonly (readonly string[])[];
  /** Longest text per column; null: as long as it is. */
  limits?: readonly (number | null)[];
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

function isBad(format: MachineFormat, cell: string, column: number): boolean {
  const limit = format.limits?.[column] ?? null;
  return (
    FORMULA.test(cell) ||
    BREAKS.test(cell) ||
    (limit !== null && cell.length > limit) ||
    (format.allowed !== undefined && !format.allowed.test(cell))
  );
}

function written(cell: string, separator: string): string {
  return separator === ',' && /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The file, or what stands in its way: half a file is never handed out. */
export function makeMachineFile(format: MachineFormat, data: FileData): FileOutcome {
  const names = format.settings
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
  const fields = rows.flatMap((row) => row.filter((cell, column) => isBad(format, cell, column)));
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
