import { hundredthsOf, spreadHundredths } from '@/lib/decimal-hours';
import type { DateRange } from '@/lib/time';

export interface FilePerson {
  id: string;
  firstName: string;
  lastName: string;
  employeeNumber: string | null;
  jobTitle: string | null;
  externalIds: Record<string, string>;
  /**
   * Amounts by what they are for, the last one is on file at the end of the period: the general rate
   * with all it has been, then each special one.
   */
  rates: readonly (readonly number[])[];
}

export const nameOf = ({ firstName, lastName }: FilePerson): string =>
  `${firstName} ${lastName}`.trim();

/** What a line rests on. A line sums up all entries of its day, project and cost code. */
export interface LineOrigin {
  entryIds: readonly string[];
  /** Under prevailing wage, so it belongs on a certified payroll. */
  certified: boolean;
  /** Null: not all of it is approved. */
  approvedBy: string | null;
  approvedAt: string | null;
  /** Machines the hours were worked with, by number or name. */
  equipment?: readonly string[];
}

/** One line of pay. Pay codes other than REG, OT and DT are not hours worked. */
export interface FileLine {
  employeeId: string;
  workDate: string;
  projectId: string | null;
  costCodeId: string | null;
  /** The class of public work by its name. */
  classification?: string | null;
  /** Its code in the determination. */
  classificationCode?: string | null;
  rate: number | null;
  payCode: string;
  minutes: number;
  straightCents: number | null;
  premiumCents: number | null;
  totalCents: number | null;
  /** Null: no work, such as leave or an adjustment. */
  origin: LineOrigin | null;
}

/**
 * 3: files for people have other pay in a column of its own, and minutes worked beside those paid
 * only. 4: time off and premiums are apart from other pay, and the CSV has all columns. 5: files for
 * payroll systems count with the rates that are on file there at the end of the period.
 */
export type RecordVersion = 2 | 3 | 4 | 5;

/** Everything a file is made of, so that it can be made again, identical. */
export interface FileData {
  period: DateRange;
  frequency: 'weekly' | 'biweekly' | 'semimonthly' | 'monthly';
  people: readonly FilePerson[];
  lines: readonly FileLine[];
  projects: Record<string, { number: string | null; name: string; client: string | null }>;
  costCodes: Record<string, { code: string; name: string }>;
  settings: Record<string, string>;
  /** Of the record it is made from; none: today's. Files of earlier records are made as they were. */
  version?: RecordVersion;
}

export const WORKED_CODES = ['REG', 'OT', 'DT'] as const;
type WorkedCode = (typeof WORKED_CODES)[number];

export const isWorked = (payCode: string): payCode is WorkedCode =>
  WORKED_CODES.some((code) => code === payCode);

export interface WorkedLine extends FileLine {
  payCode: WorkedCode;
  hundredths: number;
}

export interface PersonHours {
  person: FilePerson;
  hundredths: Record<WorkedCode, number>;
  /** Their hundredths add up to those of their code. */
  lines: WorkedLine[];
}

const total = (lines: readonly FileLine[]) => lines.reduce((sum, { minutes }) => sum + minutes, 0);

/** People with hours, in the order of the file. REG, OT and DT add up to the person's hours. */
export function hoursByPerson({ people, lines }: FileData): PersonHours[] {
  const result: PersonHours[] = [];
  for (const person of people) {
    const own = lines
      .filter((line) => line.employeeId === person.id && line.minutes > 0)
      .map((line, place) => ({ ...line, place }));
    const ofCode = WORKED_CODES.map((code) => own.filter(({ payCode }) => payCode === code));
    const minutes = ofCode.map(total);
    const all = minutes.reduce((sum, value) => sum + value, 0);
    if (all === 0) continue;
    const shares = spreadHundredths(minutes, hundredthsOf(all));
    const worked = WORKED_CODES.flatMap((payCode, index) => {
      const codeLines = ofCode[index] ?? [];
      const parts = spreadHundredths(
        codeLines.map((line) => line.minutes),
        shares[index] ?? 0,
      );
      return codeLines.map((line, part) => ({ ...line, payCode, hundredths: parts[part] ?? 0 }));
    });
    result.push({
      person,
      hundredths: { REG: shares[0] ?? 0, OT: shares[1] ?? 0, DT: shares[2] ?? 0 },
      lines: worked.toSorted((one, other) => one.place - other.place),
    });
  }
  return result;
}

/** Whether the record is from before a version. */
export const isBefore = ({ version }: FileData, next: RecordVersion): boolean =>
  version !== undefined && version < next;

/**
 * Which of the person's rates on file a line goes under: 1 the general one, 2 and on the special
 * ones. A rate that is none of them, as of public work, goes under the general one.
 */
export function rateNumber({ rates }: FilePerson, { rate }: WorkedLine): number {
  const place = rates.findIndex((amounts) => rate !== null && amounts.includes(rate));
  return Math.max(place, 0) + 1;
}

/** Pay that a file of hours cannot carry: leave, bonuses, premiums, adjustments. */
export function payBesideHours({ lines }: FileData): FileLine[] {
  return lines.filter(
    ({ payCode, minutes, totalCents }) => !isWorked(payCode) && (minutes !== 0 || totalCents !== 0),
  );
}

/** `03/09/26` */
export function shortUsDate(date: string): string {
  const [year = '', month, day] = date.split('-');
  return `${month}/${day}/${year.slice(2)}`;
}

/** `03/09/2026` */
export function longUsDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${month}/${day}/${year}`;
}
