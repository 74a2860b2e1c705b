import {
  type FileData,
  type FilePerson,
  hoursByPerson,
  type PersonHours,
  payBesideHours,
  rateNumber,
  type WorkedLine,
} from '@/features/exports/formats/file-data';

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

/** The rate a payroll system pays a line at; null: the file tells it the amount. */
export type PaidRate = (line: WorkedLine, hours: PersonHours, data: FileData) => number | null;

const KINDS: Record<string, ExtraKind> = {
  FLSA_ADJ: 'rates',
  MEAL_PREM: 'breaks',
  REST_PREM: 'breaks',
  ADJUSTMENT: 'adjustment',
};
const MULTIPLIERS = { REG: 1, OT: 1.5, DT: 2 };

/** What a rate of the person is at the end of the period, as the payroll system has it by then. */
export function currentRate({ person, lines }: PersonHours, number: number): number | null {
  const ofNumber = lines.filter((line) => rateNumber(person, line) === number);
  return ofNumber.at(-1)?.rate ?? person.rates[number - 1]?.at(-1) ?? null;
}

export const baseRate: PaidRate = (_, hours) => currentRate(hours, 1);

/** What the system makes of the hours in the file; a line whose amount the file tells is that amount. */
export function paidForHours(hours: PersonHours, data: FileData, paidRate: PaidRate): number {
  let paid = 0;
  for (const line of hours.lines) {
    if (line.totalCents === null) continue;
    const rate = paidRate(line, hours, data);
    paid +=
      rate === null
        ? line.totalCents
        : Math.round((line.minutes * rate * MULTIPLIERS[line.payCode] * 100) / 60);
  }
  return paid;
}

/**
 * What payroll pays for the hours beyond what the system makes of them: overtime on the average of
 * several rates, and hours before a raise. Cents of rounding, one a line at most, are not told.
 */
function rateDifference(hours: PersonHours, data: FileData, paidRate: PaidRate): number {
  if (hours.lines.some(({ totalCents }) => totalCents === null)) return 0;
  const owed = hours.lines.reduce((sum, { totalCents }) => sum + (totalCents ?? 0), 0);
  const difference = owed - paidForHours(hours, data, paidRate);
  return Math.abs(difference) > hours.lines.length ? difference : 0;
}

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
