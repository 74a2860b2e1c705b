/** More is a slip of the finger. */
const MAX_CENTS = 999_999_999;

/** Cents of "150", "1,250.50" or "$75"; null for anything that is no amount above zero. */
export function readAmount(text: string): number | null | 'too_large' {
  const plain = text.trim().replace(/^\$/, '').replaceAll(',', '');
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return null;
  const [whole = '0', part = ''] = plain.split('.');
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  if (cents > MAX_CENTS) return 'too_large';
  return cents > 0 ? cents : null;
}
