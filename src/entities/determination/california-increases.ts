import { DATE, parsePrintedDate } from '@/entities/determination/dates';
import { AMOUNT, parseMoney } from '@/entities/determination/money';
import type { ReadClass, ReadDeterminationText } from '@/entities/determination/reading';
import type { IsoDate } from '@/lib/format';

export interface Increase {
  effectiveFrom: IsoDate;
  /** Null where the text leaves open what goes to wages and what to employer payments. */
  baseE4: number | null;
  fringeE4: number | null;
  text: string;
  lines: number[];
}

const ALLOCATION = new RegExp(
  String.raw`\$\s*(${AMOUNT})\s*(?:per hour\s*)?(?:to|for|in|into|toward)\s+(?:the\s+)?(basic hourly rate|wages?|health (?:and|&) welfare|pension|annuity|vacation(?:\s*(?:\/|and|&)\s*holiday)?|training|other(?:\s+payments?)?)`,
  'gi',
);

/** `Effective July 1, 2027: $1.50 to Basic Hourly Rate and $0.75 to Pension.` */
export function parseIncreases(text: string, lines: number[]): Increase[] {
  const dates = [...text.matchAll(new RegExp(DATE, 'gi'))];
  return dates.flatMap((match, at) => {
    const effectiveFrom = parsePrintedDate(match[0]);
    // Amounts stand behind their date, or all in front of the only one.
    const segment =
      dates.length === 1 ? text : text.slice(match.index, dates[at + 1]?.index ?? text.length);
    if (!effectiveFrom || !segment.includes('$')) return [];
    return [{ effectiveFrom, ...allocationOf(segment), text, lines }];
  });
}

function allocationOf(segment: string): { baseE4: number | null; fringeE4: number | null } {
  const open = { baseE4: null, fringeE4: null };
  if (/\bto be allocated\b|\band\/or\b/i.test(segment)) return open;
  const parts = [...segment.matchAll(ALLOCATION)];
  const amounts = [...segment.matchAll(new RegExp(String.raw`\$\s*${AMOUNT}`, 'g'))];
  // An amount that goes nowhere named would be lost.
  if (parts.length === 0 || parts.length !== amounts.length) return open;
  let baseE4 = 0;
  let fringeE4 = 0;
  for (const [, amount = '', target = ''] of parts) {
    if (/^(?:basic|wage)/i.test(target)) baseE4 += parseMoney(amount) ?? 0;
    else fringeE4 += parseMoney(amount) ?? 0;
  }
  return { baseE4, fringeE4 };
}

/** The same determination from the date of each raise on, on top of the one before. */
export function withIncreases(
  determination: ReadDeterminationText,
  increases: Increase[],
): ReadDeterminationText[] {
  const inOrder = increases.toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1));
  const result = [determination];
  for (const increase of inOrder) {
    const before = result.at(-1) ?? determination;
    result.push({
      ...before,
      effectiveFrom: increase.effectiveFrom,
      isIncrease: true,
      notes: [],
      classes: before.classes.map((read) => raised(read, increase)),
    });
  }
  return result;
}

const plus = (amount: number | null, raise: number | null): number | null =>
  amount === null || raise === null ? null : amount + raise;

function raised(read: ReadClass, { baseE4, fringeE4, text, lines }: Increase): ReadClass {
  const isOpen = baseE4 === null || fringeE4 === null;
  const question = { code: 'increase_unallocated' as const, proposalE4: null, text };
  return {
    ...read,
    baseE4: plus(read.baseE4, baseE4),
    fringeE4: plus(read.fringeE4, fringeE4),
    questions: isOpen
      ? [
          { ...question, field: 'base' },
          { ...question, field: 'fringe' },
          ...read.questions.filter(({ field }) => field === 'zone'),
        ]
      : read.questions.map((own) => ({
          ...own,
          proposalE4: plus(own.proposalE4, own.field === 'fringe' ? fringeE4 : 0),
        })),
    lines,
  };
}
