/** `1470.00` as 147000: amounts of a report are texts with two decimals, and are added as integers. */
export const centsOf = (amount: string): number => Math.round(Number(amount) * 100);

/** Null where one of them is not known: a sum without it would be wrong. */
export function sumOf(amounts: readonly (string | null)[]): number | null {
  let total = 0;
  for (const amount of amounts) {
    if (amount === null) return null;
    total += centsOf(amount);
  }
  return total;
}
