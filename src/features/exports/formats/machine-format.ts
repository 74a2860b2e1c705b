import type { ColumnFault } from '@/entities/file-template/fill-columns';
import type { FileTemplate } from '@/entities/file-template/template';
import { isReimbursement } from '@/entities/pay-type/is-reimbursement';
import type { ColumnPreset } from '@/features/exports/formats/column-format';
import type { ColumnSet } from '@/features/exports/formats/columns';
import {
  type CodeSetting,
  type ExtraKind,
  type ExtraPay,
  extraPay,
  type HourRows,
  OTHER_PAY_CODES,
  type OtherPayCode,
  type PaidHours,
  paidHours,
  paidLeave,
} from '@/features/exports/formats/extra-pay';
import {
  type FileData,
  type FilePerson,
  hoursByPerson,
  isBefore,
} from '@/features/exports/formats/file-data';

import { missingFields, type NeededField } from '@/features/exports/formats/missing-fields';
import { fitsWindows1252 } from '@/lib/files/windows-1252';

export type SettingName =
  | 'companyName'
  | 'companyCreateTime'
  | 'companyCode'
  | 'iid'
  | 'clientId'
  | 'batch'
  | 'department'
  | 'costType'
  | 'projectTask'
  | 'regularCode'
  | 'overtimeCode'
  | 'doubleCode'
  | 'premiumCode'
  | 'breakCode'
  | 'adjustmentCode'
  | 'rateRows'
  | 'titleRows'
  | CodeSetting;

/** All hours at the base rate, or a row for each rate. */
export type RateRows = 'one' | 'each';

export interface Setting {
  name: SettingName;
  /** What most customers have there. */
  preset?: string;
  /** One of these; without, any words. */
  choices?: readonly RateRows[];
  /** May stay empty. */
  optional?: true;
}

/** Codes for pay that is an amount, where the system has them. */
export const AMOUNT_SETTINGS: readonly Setting[] = [
  { name: 'premiumCode', optional: true },
  { name: 'breakCode', optional: true },
  { name: 'adjustmentCode', optional: true },
];

/** A code for each kind of pay beside hours; they are asked for where the period has such pay. */
export const codeSettings = (presets: Partial<Record<OtherPayCode, string>> = {}): Setting[] =>
  OTHER_PAY_CODES.map((code) => ({
    name: `code_${code}`,
    optional: true,
    preset: presets[code] ?? '',
  }));

/** What gives each rate rows of its own: a setting, or a column. */
export type RateSwitch = 'rateRows' | 'titleRows' | 'tempRate';

export interface NeededIds {
  /** In `employees.external_ids`. */
  key: string;
  people: FilePerson[];
}

/** A layout that a payroll system reads. Pure: the same data gives the same bytes. */
export interface MachineFormat extends HourRows {
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
  /** A layout of columns that the customer may change as a whole; then `layout` is how it is now. */
  preset?: ColumnPreset;
  layout?: (data: FileData) => FileTemplate;
  /** Columns that cannot be worked out. */
  faults?: (data: FileData) => readonly ColumnFault[];
  /** People whose rates the file would mix up, and what keeps them apart. */
  mixedRates?: (data: FileData) => { people: readonly FilePerson[]; fix: RateSwitch };
  /** The code an amount of this kind goes under; none: it is not in the file. */
  amountCodes?: (data: FileData) => Partial<Record<ExtraKind, string>>;
  /** How hours of leave are paid: at the rate on file, or as the file says; none: as amounts. */
  leaveHours?: (data: FileData) => 'rate on file' | 'rate told' | 'amount told';
  /** Whether an amount without hours has a place in the file. */
  takesAmounts: (data: FileData) => boolean;
  /** A row for pay beside hours: for its hours where `extra.minutes` is not 0, else for its amount. */
  amountRow?: (extra: ExtraPay & { cents: number }, code: string, data: FileData) => string[];
  /** The layout has no column for a day. */
  withoutDays?: boolean;
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
  /** UTF-8 unless told. */
  encoding?: Encoding;
}

export type Encoding = 'utf-8-bom' | 'windows-1252';

export type FileOutcome =
  | {
      kind: 'file';
      name: string;
      type: string;
      text: string;
      encoding?: Encoding;
    }
  | { kind: 'nothing' }
  | ({ kind: 'missing-ids' } & NeededIds)
  | { kind: 'mixed-rates'; people: readonly FilePerson[]; fix: RateSwitch }
  | { kind: 'lacking'; items: readonly string[] }
  | { kind: 'missing-settings'; names: SettingName[] }
  | { kind: 'missing-columns'; fields: readonly NeededField[] }
  | { kind: 'bad-columns'; faults: readonly ColumnFault[]; columns: FileTemplate['columns'] }
  | { kind: 'bad-fields'; fields: string[] };

/** What spreadsheets would run; an amount below zero is none. */
const FORMULA = /^(?!-\d+\.\d\d$)[=+\-@＝＋－＠]|;\s*[=+\-@＝＋－＠]/;
const BREAKS = /[\t\r\n]/;

function isBad(cell: string, limit: number | null, allowed: RegExp | undefined): boolean {
  return (
    FORMULA.test(cell) ||
    BREAKS.test(cell) ||
    (limit !== null && cell.length > limit) ||
    (allowed !== undefined && !allowed.test(cell))
  );
}

/** Text with tabs has no quotes, as IIF is read; of other text those that need them, or all. */
function written(cell: string, separator: string, quotes: FileTemplate['quotes']): string {
  const needs = separator !== '\t' && (cell.includes('"') || cell.includes(separator));
  return needs || (quotes === 'all' && cell !== '') ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Pay beside hours as the file carries it: by hours, as an amount, or not at all (null). */
function carried(format: MachineFormat, data: FileData) {
  const codes = format.amountCodes?.(data) ?? {};
  const leave = format.leaveHours?.(data);
  return extraPay(data, format.paidRate).map((extra) => {
    const { cents, rate, generalRate } = extra;
    const code = codes[extra.kind]?.trim();
    if (!code || cents === null) return { extra, row: null };
    const paidCents = leave === 'amount told' ? cents : paidLeave(extra, format, data);
    const byHours =
      extra.minutes > 0 &&
      leave !== undefined &&
      (leave !== 'rate on file' || (rate !== null && rate === generalRate)) &&
      (isBefore(data, 5) || isOfHours(extra, paidCents));
    if (!byHours && !format.takesAmounts(data)) return { extra, row: null };
    const row = byHours
      ? { ...extra, cents, paidCents, code }
      : { ...extra, cents, paidCents: cents, code, minutes: 0 };
    return { extra, row };
  });
}

/** Whether leave is its hours times its rate, up to half a hundredth of an hour; else it is an amount. */
const isOfHours = ({ cents, rate }: ExtraPay, paidCents: number): boolean =>
  Math.abs((cents ?? 0) - paidCents) <= 1 + (rate ?? 0) / 2;

/** Pay beside hours that goes into the file, with its code. */
const carriedPay = (format: MachineFormat, data: FileData) =>
  carried(format, data).flatMap(({ row }) => (row ? [row] : []));

type CarriedPay = ReturnType<typeof carriedPay>[number];

/** Without days in the layout, amounts under one code are one row: a raise is not a row for each day. */
function rowsOfPay(format: MachineFormat, data: FileData): CarriedPay[] {
  const all = carriedPay(format, data);
  if (!format.withoutDays || isBefore(data, 4)) return all;
  const rows: CarriedPay[] = [];
  for (const extra of all) {
    const same = rows.findIndex(
      ({ person, code, minutes }) =>
        minutes === 0 &&
        extra.minutes === 0 &&
        person.id === extra.person.id &&
        code === extra.code,
    );
    const known = rows[same];
    if (known) rows[same] = { ...known, cents: known.cents + extra.cents };
    else rows.push(extra);
  }
  return rows;
}

/** Pay the file does not bring about: to be entered by hand. */
export function payLeftOut(format: MachineFormat, data: FileData): ExtraPay[] {
  return carried(format, data).flatMap(({ extra, row }) => (row ? [] : [extra]));
}

export type RoundedRow = Pick<PaidHours, 'person' | 'payCode' | 'workDate' | 'minutes'> & {
  cents: number;
};

/** What the file pays, beside what the screen says. */
export interface Reconciliation {
  /** Hours worked, and hours of leave in the file. */
  hundredths: number;
  leaveMinutes: number;
  /** For hours worked, as the system works them out from the file. */
  hoursCents: number;
  /** Pay beside hours in the file. */
  otherCents: number;
  leftOutCents: number;
  /** The system multiplies hours by rates itself: half a hundredth of an hour a row. */
  roundingCents: number;
  /** The rows it comes from. */
  rounding: RoundedRow[];
  /** As on the screen, with what is repaid; hours, other pay, what is left out and rounding add up to it. */
  screenCents: number;
  /** Of it, in no earnings: expenses, miles, per diem. */
  repaidCents: number;
  /** Lines whose pay is unknown are in no sum. */
  unknown: number;
}

const sumOf = <Item>(items: readonly Item[], pick: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + pick(item), 0);

export function reconcile(format: MachineFormat, data: FileData): Reconciliation {
  const people = hoursByPerson(data);
  const beside = carriedPay(format, data);
  const screenCents = sumOf(data.lines, ({ totalCents }) => totalCents ?? 0);
  const otherCents = sumOf(beside, ({ paidCents }) => paidCents);
  const leftOutCents = sumOf(payLeftOut(format, data), ({ cents }) => cents ?? 0);
  const worked = paidHours(format, data);
  const rounding = [
    ...worked.map(({ cents: _, roundingCents: cents, ...row }) => ({ ...row, cents })),
    ...beside.map(({ person, payCode, workDate, minutes, cents, paidCents }) => ({
      person,
      payCode,
      workDate,
      minutes,
      cents: cents - paidCents,
    })),
  ].filter(({ cents }) => cents !== 0);
  return {
    hundredths: sumOf(people, ({ hundredths: { REG, OT, DT } }) => REG + OT + DT),
    leaveMinutes: sumOf(beside, ({ minutes }) => minutes),
    hoursCents: sumOf(worked, ({ cents }) => cents),
    otherCents,
    leftOutCents,
    roundingCents: sumOf(rounding, ({ cents }) => cents),
    rounding,
    screenCents,
    repaidCents: sumOf(data.lines, ({ payCode, totalCents }) =>
      isReimbursement(payCode) ? (totalCents ?? 0) : 0,
    ),
    unknown: data.lines.filter(({ totalCents }) => totalCents === null).length,
  };
}

/** Who has no id yet, for each id the file needs. */
function idsOf(format: MachineFormat, data: FileData): readonly NeededIds[] {
  const { externalId, moreIds } = format;
  const people = [
    ...new Set([
      ...hoursByPerson(data).map(({ person }) => person),
      ...carriedPay(format, data).map(({ person }) => person),
    ]),
  ];
  const without = (key: string) =>
    people.filter(({ externalIds }) => (externalIds[key] ?? '').trim() === '');
  const own = externalId === null ? [] : [{ key: externalId, people: without(externalId) }];
  return [...own, ...(moreIds?.(data) ?? [])];
}

/** The file, or what stands in its way: half a file is never handed out. */
export function makeMachineFile(format: MachineFormat, data: FileData): FileOutcome {
  const names = format.settings
    .filter(({ choices, optional }) => choices === undefined && !optional)
    .map(({ name }) => name)
    .filter((name) => (data.settings[name] ?? '').trim() === '');
  if (names.length > 0) return { kind: 'missing-settings', names };
  const missing = idsOf(format, data).find(({ people }) => people.length > 0);
  if (missing) return { kind: 'missing-ids', ...missing };
  const layout = format.layout?.(data);
  const unsaid = layout ? missingFields(layout) : [];
  if (unsaid.length > 0) return { kind: 'missing-columns', fields: unsaid };
  const items = format.lacking?.(data) ?? [];
  if (items.length > 0) return { kind: 'lacking', items };
  const mixed = format.mixedRates?.(data);
  if (mixed && mixed.people.length > 0) return { kind: 'mixed-rates', ...mixed };
  const faults = format.faults?.(data) ?? [];
  if (layout && faults.length > 0) return { kind: 'bad-columns', faults, columns: layout.columns };
  const amounts = rowsOfPay(format, data).map(
    ({ code, ...extra }) => format.amountRow?.(extra, code, data) ?? [],
  );
  const rows = [...format.rows(data), ...amounts];
  if (rows.length === 0) return { kind: 'nothing' };
  const limits = format.limits?.(data) ?? [];
  const checks = format.checks?.(data) ?? [];
  const windows = (layout?.encoding ?? format.encoding) === 'windows-1252';
  const fields = rows.flatMap((row) =>
    row.filter(
      (cell, column) =>
        isBad(cell, limits[column] ?? null, format.allowed) ||
        (windows && !fitsWindows1252(cell)) ||
        checks[column]?.(cell) === false,
    ),
  );
  const {
    separator = format.separator,
    quotes,
    lineEnd,
    encoding = format.encoding,
  } = layout ?? {};
  const line = (cells: readonly string[]) =>
    cells.map((cell) => written(cell, separator, quotes)).join(separator);
  const heading = layout?.heading
    ? [line(layout.columns.map(({ header }) => header))]
    : format.heading(data);
  if (encoding === 'windows-1252') {
    const words = heading.flatMap((line) => line.split(separator));
    fields.push(...words.filter((word) => !fitsWindows1252(word)));
  }
  if (fields.length > 0) return { kind: 'bad-fields', fields: [...new Set(fields)] };
  const lines = [...heading, ...rows.map(line)];
  const end = lineEnd === 'lf' ? '\n' : '\r\n';
  return {
    kind: 'file',
    name: format.fileName(data),
    type: format.type,
    ...(encoding && encoding !== 'utf-8' ? { encoding } : {}),
    text: lines.map((one) => `${one}${end}`).join(''),
  };
}
