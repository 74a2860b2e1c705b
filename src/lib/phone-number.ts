/**
 * The number to sign in with, as the database reads it too: an international one, or ten digits of
 * North America. Null where it is neither.
 */
export function phoneNumber(text: string): string | null {
  const digits = text.replaceAll(/[\s().\-/]/g, '');
  if (/^\+[1-9]\d{6,14}$/.test(digits)) return digits;
  if (/^[2-9]\d{9}$/.test(digits)) return `+1${digits}`;
  return /^1[2-9]\d{9}$/.test(digits) ? `+${digits}` : null;
}
