/**
 * Cents of an amount as payroll systems print it: `1,234.50`, `$1,234.50`, `(12.00)`, `12.00-`. Null:
 * nothing was printed; undefined: no amount.
 */
export function centsIn(text: string): number | null | undefined {
  const plain = text.replace(/[\s$,]/g, '').replace(/^USD|USD$/i, '');
  if (plain === '' || /^[-–—]$/.test(plain)) return null;
  const match = /^(\(|-)?(\d{1,9})?(?:\.(\d{1,4}))?(\)|-)?$/.exec(plain);
  if (!match || (match[2] === undefined && match[3] === undefined)) return undefined;
  const [, before, dollars = '0', decimals = '', after] = match;
  if ((before === '(') !== (after === ')')) return undefined;
  const rounded = Math.round(Number(decimals.padEnd(4, '0')) / 100);
  const cents = Number(dollars) * 100 + rounded;
  return (before || after) && cents !== 0 ? -cents : cents;
}

/** `1234.50`, as the database takes it. */
export const amountText = (cents: number): string => {
  const sign = cents < 0 ? '-' : '';
  const absolute = Math.abs(cents);
  return `${sign}${Math.trunc(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
};
