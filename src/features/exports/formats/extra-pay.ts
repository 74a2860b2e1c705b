import {
  type FileData,
  type FilePerson,
  hoursByPerson,
  type PersonHours,
  payBesideHours,
  rateNumber,
  type WorkedLine,
} from '@/features/exports/formats/file-data';

/** What an amount is for: several rates, missed breaks, adjustments, or other pay. */
export type ExtraKind = 'rates' | 'breaks' | 'adjustment' | 'other';

/** Pay that hours in a file do not bring about. */
export interface ExtraPay {
  person: FilePerson;
  kind: ExtraKind;
  payCode: string;
  workDate: string;
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

/**
 * What payroll pays for the hours beyond what the system makes of them: overtime on the average of
 * several rates, and hours before a raise. Cents of rounding, one a line at most, are not told.
 */
function rateDifference(hours: PersonHours, data: FileData, paidRate: PaidRate): number {
  let difference = 0;
  for (const line of hours.lines) {
    if (line.totalCents === null) return 0;
    const rate = paidRate(line, hours, data);
    if (rate === null) continue;
    const paid = Math.round((line.minutes * rate * MULTIPLIERS[line.payCode] * 100) / 60);
    difference += line.totalCents - paid;
  }
  return Math.abs(difference) > hours.lines.length ? difference : 0;
}

/** Everything the hours alone do not pay, person by person. */
export function extraPay(data: FileData, paidRate: PaidRate): ExtraPay[] {
  const ofRates = hoursByPerson(data).map((hours) => ({
    person: hours.person,
    kind: 'rates' as const,
    payCode: 'RATES',
    workDate: data.period.end,
    cents: rateDifference(hours, data, paidRate),
  }));
  const people = new Map(data.people.map((person) => [person.id, person]));
  const beside = payBesideHours(data).flatMap(({ employeeId, payCode, workDate, totalCents }) => {
    const person = people.get(employeeId);
    const kind = KINDS[payCode] ?? ('other' as const);
    return person ? [{ person, kind, payCode, workDate, cents: totalCents }] : [];
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

/** The codes the customer gave for amounts, of those the layout can carry. */
export function amountCodes({ settings }: FileData): Partial<Record<ExtraKind, string>> {
  const { premiumCode = '', breakCode = '', adjustmentCode = '' } = settings;
  return { rates: premiumCode, breaks: breakCode, adjustment: adjustmentCode };
}
