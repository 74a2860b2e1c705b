/** `1,204.50` and `$900` are numbers; nothing typed is null, what is no number NaN. */
export function typedNumber(typed: string): number | null {
  const plain = typed.replace(/[$%,\s]/g, '');
  return plain === '' ? null : Number(plain);
}

/** Above zero, and not more than `max`. */
export const isWithin = (value: number | null, max: number): value is number =>
  value !== null && value > 0 && value <= max;
