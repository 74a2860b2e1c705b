/** Whole hundredths of an hour, half up: 440 minutes are 733. */
export function hundredthsOf(minutes: number): number {
  return Math.floor((minutes * 10 + 3) / 6);
}

/**
 * Hundredths for rows that must add up to a total: each is cut off, and what is left goes to the
 * largest remainders, the earlier row first.
 */
export function spreadHundredths(minutes: readonly number[], total: number): number[] {
  const shares = minutes.map((value) => Math.floor((value * 100) / 60));
  const left = total - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = minutes
    .map((value, index) => ({ index, remainder: (value * 100) % 60 }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index);
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/**
 * Decimal hours for the rows of a table or file: they add up to the total, rounded half up. Every
 * file of the product rounds here; payroll's summary does the same in SQL.
 */
export function decimalHours(minutes: readonly number[]): number[] {
  const total = hundredthsOf(minutes.reduce((sum, value) => sum + value, 0));
  return spreadHundredths(minutes, total).map((hundredths) => hundredths / 100);
}

/** `7.33`; nothing at all is blank, never 0, which some systems take for an order. */
export function hoursText(hundredths: number): string {
  return hundredths === 0 ? '' : (hundredths / 100).toFixed(2);
}
