import {
  type FileData,
  type FilePerson,
  hoursByPerson,
  isBefore,
  type PersonHours,
  payBesideHours,
  rateNumber,
  type WorkedLine,
} from '@/features/exports/formats/file-data';
import { hundredthsOf } from '@/lib/decimal-hours';

/** Pay for hours that were not worked. */
const LEAVE_CODES = ['PTO', 'SICK', 'HOLIDAY', 'BEREAVEMENT', 'JURY', 'SHOWUP'] as const;
/** Pay that is an amount. */
const AMOUNT_CODES = [
  'SHIFT_DIFF',
  'BONUS_ND',
  'BONUS_D',
  'PER_DIEM',
  'MILEAGE',
  'TOOLS',
  'EXPENSE',
  'FRINGE_CASH',
] as const;
export const OTHER_PAY_CODES = [...LEAVE_CODES, ...AMOUNT_CODES] as const;
export type OtherPayCode = (typeof OTHER_PAY_CODES)[number];

const isOtherPay = (code: string): code is OtherPayCode =>
  OTHER_PAY_CODES.some((known) => known === code);

/** What the customer calls this pay in the system. */
export type CodeSetting = `code_${OtherPayCode}`;

/** What an amount is for: several rates, missed breaks, adjustments, or pay of one code. */
export type ExtraKind = 'rates' | 'breaks' | 'adjustment' | OtherPayCode | 'other';

/** Pay that hours in a file do not bring about. */
export interface ExtraPay {
  person: FilePerson;
  kind: ExtraKind;
  payCode: string;
  workDate: string;
  /** Hours paid and not worked; 0: an amount. */
  minutes: number;
  /** What the hours are paid at, and what the system has on file for the person. */
  rate: number | null;
  generalRate: number | null;
  /** Null: not known. */
  cents: number | null;
}

/** The rate a payroll system pays a line at, 0 where it knows none; null: the file tells it the amount. */
type PaidRate = (line: WorkedLine, hours: PersonHours, data: FileData) => number | null;

const KINDS: Record<string, ExtraKind> = {
  FLSA_ADJ: 'rates',
  MEAL_PREM: 'breaks',
  REST_PREM: 'breaks',
  ADJUSTMENT: 'adjustment',
};
const MULTIPLIERS = { REG: 1, OT: 1.5, DT: 2 };

/** A rate of the person as the payroll system has it at the end of the period. */
export function rateOnFile(
  { person, lines }: PersonHours,
  number: number,
  data: FileData,
): number | null {
  const onFile = person.rates[number - 1]?.at(-1);
  if (!isBefore(data, 5)) return onFile ?? 0;
  const ofNumber = lines.filter((line) => rateNumber(person, line) === number);
  return ofNumber.at(-1)?.rate ?? onFile ?? null;
}

export const generalRate: PaidRate = (_, hours, data) => rateOnFile(hours, 1, data);

/** Half up, from whole ten-thousandths of a dollar. */
function centsFor(count: number, ofAnHour: 60 | 100, rate: number, multiplier: number): number {
  const parts = count * Math.round(rate * 10_000) * Math.round(multiplier * 100);
  return Math.floor((2 * parts + ofAnHour * 10_000) / (ofAnHour * 20_000));
}

/** What the hours of a line come to at the rate the system pays, to the minute. */
function paidExactly(
  line: WorkedLine,
  hours: PersonHours,
  data: FileData,
  paidRate: PaidRate,
): number {
  const rate = paidRate(line, hours, data);
  return rate === null
    ? (line.totalCents ?? 0)
    : Math.round((line.minutes * rate * MULTIPLIERS[line.payCode] * 100) / 60);
}

const isKnown = ({ totalCents }: WorkedLine): boolean => totalCents !== null;

/**
 * What payroll pays for the hours beyond what the system makes of them: rates it does not have, as
 * of public work, overtime on the average of several, and hours before a raise. Cents of rounding,
 * one a line at most, are not told.
 */
function rateDifference(hours: PersonHours, data: FileData, paidRate: PaidRate): number {
  if (!hours.lines.every(isKnown)) return 0;
  const difference = hours.lines.reduce(
    (sum, line) => sum + (line.totalCents ?? 0) - paidExactly(line, hours, data, paidRate),
    0,
  );
  return Math.abs(difference) > hours.lines.length ? difference : 0;
}

/** How a layout has hours of work. */
export interface HourRows {
  paidRate: PaidRate;
  /** What tells rows of one person and pay code apart; none: each line is a row. */
  rowOf?: (line: WorkedLine, hours: PersonHours, data: FileData) => string;
  /** Minutes instead of hundredths of an hour. */
  inMinutes?: (data: FileData) => boolean;
}

/** Hours of a row as the file has them. */
export interface PaidHours {
  person: FilePerson;
  payCode: string;
  /** Null: of several days. */
  workDate: string | null;
  minutes: number;
  /** What the system makes of the row. */
  cents: number;
  /** What payroll pays for it beyond that, apart from what is told as an amount. */
  roundingCents: number;
}

/** What the system makes of the rows of hours; hours of unknown pay are left out. */
export function paidHours(layout: HourRows, data: FileData): PaidHours[] {
  const { paidRate, rowOf, inMinutes } = layout;
  return hoursByPerson(data).flatMap((hours) => {
    const isTold = rateDifference(hours, data, paidRate) !== 0;
    const rows = Map.groupBy(hours.lines.filter(isKnown), (line) =>
      rowOf ? `${line.payCode}\t${rowOf(line, hours, data)}` : line,
    );
    return [...rows.values()].flatMap((lines) => {
      const [first] = lines;
      if (!first) return [];
      const sum = (of: (line: WorkedLine) => number) =>
        lines.reduce((all, line) => all + of(line), 0);
      const minutes = sum((line) => line.minutes);
      const rate = paidRate(first, hours, data);
      const owed = sum((line) => line.totalCents ?? 0);
      const cents =
        rate === null
          ? owed
          : centsFor(
              inMinutes?.(data) ? minutes : sum(({ hundredths }) => hundredths),
              inMinutes?.(data) ? 60 : 100,
              rate,
              MULTIPLIERS[first.payCode],
            );
      const exact = isTold ? sum((line) => paidExactly(line, hours, data, paidRate)) : owed;
      return [
        {
          person: hours.person,
          payCode: first.payCode,
          workDate: lines.every(({ workDate }) => workDate === first.workDate)
            ? first.workDate
            : null,
          minutes,
          cents,
          roundingCents: exact - cents,
        },
      ];
    });
  });
}

/** What the system makes of hours of leave. */
export const paidLeave = ({ minutes, rate }: ExtraPay, layout: HourRows, data: FileData): number =>
  layout.inMinutes?.(data)
    ? centsFor(minutes, 60, rate ?? 0, 1)
    : centsFor(hundredthsOf(minutes), 100, rate ?? 0, 1);

/** Everything the hours alone do not pay, person by person. */
export function extraPay(data: FileData, paidRate: PaidRate): ExtraPay[] {
  const ofRates = hoursByPerson(data).map((hours) => ({
    person: hours.person,
    kind: 'rates' as const,
    payCode: 'RATES',
    workDate: data.period.end,
    minutes: 0,
    rate: null,
    generalRate: null,
    cents: rateDifference(hours, data, paidRate),
  }));
  const people = new Map(data.people.map((person) => [person.id, person]));
  const beside = payBesideHours(data).flatMap((line) => {
    const { employeeId, payCode, workDate, totalCents, rate } = line;
    const person = people.get(employeeId);
    const kind = KINDS[payCode] ?? (isOtherPay(payCode) ? payCode : ('other' as const));
    const minutes = LEAVE_CODES.some((code) => code === payCode) ? line.minutes : 0;
    const generalRate = person?.rates[0]?.at(-1) ?? null;
    return person
      ? [{ person, kind, payCode, workDate, minutes, rate, generalRate, cents: totalCents }]
      : [];
  });
  return [...ofRates.filter(({ cents }) => cents !== 0), ...beside];
}

/** People with hours at several of what the layout tells apart. */
export function peopleWithSeveral(
  data: FileData,
  apart: (line: WorkedLine, person: FilePerson) => number | null,
): FilePerson[] {
  return hoursByPerson(data)
    .filter(({ person, lines }) => new Set(lines.map((line) => apart(line, person))).size > 1)
    .map(({ person }) => person);
}

/** `-12.50` */
export const amountText = (cents: number): string => (cents / 100).toFixed(2);

/** The codes the customer gave for pay beside hours. */
export function amountCodes({ settings }: FileData): Partial<Record<ExtraKind, string>> {
  const { premiumCode = '', breakCode = '', adjustmentCode = '' } = settings;
  const others = OTHER_PAY_CODES.map((code) => [code, settings[`code_${code}`] ?? '']);
  return {
    rates: premiumCode,
    breaks: breakCode,
    adjustment: adjustmentCode,
    ...Object.fromEntries(others),
  };
}

/** Whether a file with these codes needs a place for amounts; `byHours`: leave goes by hours. */
export function hasAmounts({ settings, lines }: FileData, byHours: boolean): boolean {
  const { premiumCode = '', breakCode = '', adjustmentCode = '' } = settings;
  return (
    [premiumCode, breakCode, adjustmentCode].some((code) => code !== '') ||
    lines.some(
      ({ payCode, minutes }) =>
        (settings[`code_${payCode}`] ?? '') !== '' && !(byHours && minutes > 0),
    )
  );
}

/** Kinds of pay beside hours that the period has. */
export const otherPayIn = ({ lines }: Pick<FileData, 'lines'>): OtherPayCode[] =>
  OTHER_PAY_CODES.filter((code) => lines.some(({ payCode }) => payCode === code));
