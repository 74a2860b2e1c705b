import { numberText, readNumber } from '@/lib/read-number';

/** Dollars per hour. As the database has it: more is pay for a month or a year. */
export const RATE = { digits: 4, min: 0, max: 9_999.9999 };

export type RateProblem = 'unreadable' | 'negative' | 'zero' | 'tooHigh';

/** Dollars per hour as typed. */
export function readRate(
  text: string,
  { zero }: { zero: boolean },
): { rate: number } | { problem: RateProblem } {
  const read = readNumber(text, RATE);
  if ('value' in read)
    return read.value === 0 && !zero ? { problem: 'zero' } : { rate: read.value };
  if (read.problem === 'too_small') return { problem: 'negative' };
  return { problem: read.problem === 'too_large' ? 'tooHigh' : 'unreadable' };
}

/** As it is typed: at least cents, and what there is beyond them. */
export const rateAsTyped = (rate: number | null): string => {
  if (rate === null) return '';
  const cents = rate.toFixed(2);
  return Number(cents) === rate ? cents : numberText(rate);
};
