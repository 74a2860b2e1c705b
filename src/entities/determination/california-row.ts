import { DATE, parsePrintedDate } from '@/entities/determination/dates';
import { parseMoney } from '@/entities/determination/money';
import type { OvertimeRules, Question, Remark } from '@/entities/determination/reading';
import type { IsoDate } from '@/lib/format';

export interface CaliforniaRow {
  name: string;
  issuedOn: IsoDate | null;
  expiresOn: IsoDate | null;
  /** `**`: rates after that date are fixed already. */
  hasIncreases: boolean;
  printedBase: string;
  printedFringe: string;
  baseE4: number;
  paymentsE4: number[];
  hours: number;
  totalE4: number;
  overtimeE4: number[];
  /** Letters beside the figures. */
  footnotes: string[];
  overtimeFootnotes: string[];
}

/** What the links of DIR's tables are called, at the end of a row. */
const LINKS =
  /(?:\s*(?:holidays?|scope\s+of\s+work|travel\s*(?:&|and)\s*subsistence|shift\s+provisions?))+\s*$/i;

const MONEY = /^([a-z]{0,2})\$?(\d{1,3}(?:,\d{3})+\.\d{2,4}|\d*\.\d{2,4})([a-z](?:,[a-z])*)?$/i;
const HOURS = /^([a-z]?)(\d{1,2}(?:\.\d)?)([a-z]?)$/i;
const LETTERS = /^\(?[a-z](?:,[a-z])*\)?$/i;
const NONE = /^(?:-+|n\/a)$/i;

const ROW_DATES = new RegExp(
  String.raw`^(.*?)\s*(?:\b(${DATE})\s+)?(${DATE})\s*(\*{1,2})?\s*$`,
  'i',
);

/**
 * One row of a table of the Director of Industrial Relations: name, basic hourly rate, employer
 * payments, hours, total, overtime rates, with letters of footnotes before or after any figure.
 * Null when the line is no such row.
 */
export function parseCaliforniaRow(text: string): CaliforniaRow | null {
  const tokens = text
    .replace(LINKS, '')
    .replace(/\$\s+(?=[\d.])/g, '$')
    .split(/\s+/);
  const first = tokens.findIndex((token) => MONEY.test(token));
  if (first < 0) return null;
  const cells = readCells(tokens.slice(first));
  if (!cells) return null;
  const { before, after, hours } = cells;
  const [base, ...payments] = before;
  const [total, ...overtime] = after;
  if (!base || total === undefined) return null;
  // A letter between the name and the first figure is a footnote.
  const label = tokens.slice(0, first);
  const stray = label.length > 1 && /^[a-z]$/.test(label.at(-1) ?? '') ? [label.pop() ?? ''] : [];
  const dated = ROW_DATES.exec(label.join(' '));
  return {
    name: (dated ? (dated[1] ?? '') : label.join(' ')).replace(/^[#@&\s]+/, '').trim(),
    issuedOn: dated?.[2] ? parsePrintedDate(dated[2]) : null,
    expiresOn: dated?.[3] ? parsePrintedDate(dated[3]) : null,
    hasIncreases: dated?.[4] === '**',
    printedBase: base.printed,
    printedFringe: payments.map(({ printed }) => printed).join(' + '),
    baseE4: base.amountE4,
    paymentsE4: payments.map(({ amountE4 }) => amountE4),
    hours,
    totalE4: total.amountE4,
    overtimeE4: overtime.map(({ amountE4 }) => amountE4),
    footnotes: [...stray, ...before.flatMap(({ letters }) => letters)],
    overtimeFootnotes: [...cells.hourLetters, ...after.flatMap(({ letters }) => letters)],
  };
}

interface Cell {
  printed: string;
  amountE4: number;
  letters: string[];
}

interface Cells {
  before: Cell[];
  hours: number;
  hourLetters: string[];
  after: Cell[];
}

const lettersOf = (...texts: (string | undefined)[]): string[] =>
  texts.flatMap((text) => (text ?? '').toLowerCase().match(/[a-z]/g) ?? []);

/** All of it must be figures, letters and dashes; the hours divide payments from totals. */
function readCells(tokens: string[]): Cells | null {
  const cells: Cells = { before: [], hours: 0, hourLetters: [], after: [] };
  for (const token of tokens) {
    const part = cells.hours > 0 ? cells.after : cells.before;
    const money = MONEY.exec(token);
    const hours = HOURS.exec(token);
    if (money)
      part.push({
        printed: `${money[2]}`,
        amountE4: parseMoney(money[2] ?? '') ?? 0,
        letters: lettersOf(money[1], money[3]),
      });
    else if (NONE.test(token)) part.push({ printed: '0.00', amountE4: 0, letters: [] });
    else if (hours && cells.hours === 0 && cells.before.length > 0) {
      cells.hours = Number(hours[2]);
      cells.hourLetters = lettersOf(hours[1], hours[3]);
    } else if (LETTERS.test(token)) {
      const letters = lettersOf(token);
      const last = part.at(-1);
      if (last) last.letters.push(...letters);
      else cells.hourLetters.push(...letters);
    } else return null;
  }
  return cells.hours > 0 && cells.hours <= 12 ? cells : null;
}

/** Payments and total must agree, or a person decides between them. */
export function fringeOf(row: CaliforniaRow): { fringeE4: number | null; questions: Question[] } {
  const sum = row.paymentsE4.reduce((total, amount) => total + amount, 0);
  if (Math.abs(row.baseE4 + sum - row.totalE4) <= 100) return { fringeE4: sum, questions: [] };
  const text = `${row.printedBase} + ${row.printedFringe} ≠ ${row.totalE4 / 10_000}`;
  const proposalE4 = Math.max(0, row.totalE4 - row.baseE4);
  return {
    fringeE4: null,
    questions: [{ code: 'total_differs', field: 'fringe', proposalE4, text }],
  };
}

/** The factor on the basic rate that makes a total of overtime; null when it is none of the usual. */
function factorOf(row: CaliforniaRow, overtimeE4: number | undefined): number | null {
  if (overtimeE4 === undefined) return null;
  const factors = [1, 1.5, 2, 2.5, 3];
  const fits = (factor: number) =>
    Math.abs(row.totalE4 + row.baseE4 * (factor - 1) - overtimeE4) <= 150;
  return factors.find(fits) ?? null;
}

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** `Rate applies to the first 2 daily overtime hours; all other time at the Sunday rate.` */
function firstHours(text: string): number | null {
  const match =
    /\bfirst\s+(\d{1,2}|[a-z]+)\s*(?:\(\d+\)\s*)?(?:daily\s+)?(?:overtime\s+)?hours?\b/i.exec(text);
  if (!match || !/\b(?:daily|weekday|overtime)\b/i.test(text)) return null;
  const word = (match[1] ?? '').toLowerCase();
  const hours = NUMBERS.includes(word) ? NUMBERS.indexOf(word) : Number(word);
  const isDoubleAfter = /\bsunday\b|\bdouble\b|\b2x\b|\btwice\b/i.test(text);
  return Number.isInteger(hours) && hours > 0 && hours <= 4 && isDoubleAfter ? hours : null;
}

/**
 * Rules from the rates of daily overtime, Saturdays, and Sundays with holidays. With two rates the
 * table does not say on which days the second applies: it is a remark, not a rule.
 */
export function overtimeOf(
  row: CaliforniaRow,
  footnoteOf: (letter: string) => string | undefined,
): { overtime: OvertimeRules | null; remarks: Remark[] } {
  const [daily, saturday, sunday] = row.overtimeE4.map((rate) => factorOf(row, rate));
  const overtime: OvertimeRules = { daily: [], day_rules: [] };
  const remarks: Remark[] = [];
  const printed = row.overtimeE4.map((rate) => (rate / 10_000).toFixed(2)).join(' · ');
  const after = Math.round(row.hours * 60);
  if (daily && daily > 1) overtime.daily.push({ after, mult: daily });
  if (row.overtimeE4.length === 3) {
    if (saturday && saturday > 1) overtime.day_rules.push({ dow: 6, mult: saturday });
    if (sunday && sunday > 1)
      overtime.day_rules.push({ dow: 0, mult: sunday }, { holiday: true, mult: sunday });
  }
  const isComplete = row.overtimeE4.length === 3 && daily && saturday && sunday;
  if (!isComplete) remarks.push({ code: 'overtime_unread', text: printed });
  for (const letter of new Set(row.overtimeFootnotes)) {
    const text = footnoteOf(letter);
    if (text === undefined) continue;
    const hours = firstHours(text);
    if (hours && daily && sunday && overtime.daily.length === 1)
      overtime.daily.push({ after: after + hours * 60, mult: sunday });
    remarks.push({ code: 'overtime_footnote', text: `${letter}. ${text}` });
  }
  const isEmpty = overtime.daily.length === 0 && overtime.day_rules.length === 0;
  return { overtime: isEmpty ? null : overtime, remarks };
}
