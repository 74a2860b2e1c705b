const RATE = /^\d{1,6}(\.\d{1,4})?$/;
/** As the database has it: more is pay for a month or a year. */
const MAX_RATE = 10_000;

export type RateProblem = 'unreadable' | 'negative' | 'zero' | 'tooHigh';

/** Dollars per hour as typed, with a comma or a point, with or without the sign of dollars. */
export function readRate(
  text: string,
  { zero }: { zero: boolean },
): { rate: number } | { problem: RateProblem } {
  const typed = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/^(-?)\$/, '$1')
    .replace(',', '.');
  if (typed.startsWith('-')) return { problem: 'negative' };
  if (!RATE.test(typed)) return { problem: 'unreadable' };
  const rate = Number(typed);
  if (rate === 0 && !zero) return { problem: 'zero' };
  return rate < MAX_RATE ? { rate } : { problem: 'tooHigh' };
}

/** As it is typed: at least cents, and what there is beyond them. */
export const rateAsTyped = (rate: number | null): string => {
  if (rate === null) return '';
  const cents = rate.toFixed(2);
  return Number(cents) === rate ? cents : String(rate);
};
