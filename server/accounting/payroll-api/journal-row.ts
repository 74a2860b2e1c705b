import type { JournalRow } from '../system.ts';

type Tax = 'federal_tax' | 'state_tax' | 'fica' | 'medicare' | 'sdi';

/** In this order: "Medicare" and "Social Security" are also federal, disability is also a state's. */
const TAXES: readonly (readonly [Tax, RegExp])[] = [
  ['medicare', /medicare|\bmed\b/i],
  ['fica', /social security|\bfica\b|oasdi|\bss\b/i],
  ['sdi', /disability|\bsdi\b/i],
  ['federal_tax', /\bfed(eral)?\b|\bfit\b|\bfitw\b/i],
  ['state_tax', /\bstate\b|\bsit\b|\bsitw\b|^[A-Z]{2} (income|withholding)/i],
];

export interface NamedAmount {
  readonly name: string;
  readonly cents: number;
}

/** Taxes by the columns of our records; what is none of them is a deduction with its name. */
export function taxColumns(
  taxes: readonly NamedAmount[],
  deductions: readonly NamedAmount[],
): Partial<JournalRow> {
  const columns = new Map<Tax, number>();
  const other = [...deductions];
  for (const tax of taxes) {
    const column = TAXES.find(([, pattern]) => pattern.test(tax.name))?.[0];
    if (column) columns.set(column, (columns.get(column) ?? 0) + tax.cents);
    else other.push(tax);
  }
  return {
    ...Object.fromEntries([...columns].map(([column, cents]) => [column, amountText(cents)])),
    ...(other.length > 0 && {
      other: other.map(({ name, cents }) => ({
        name: name.slice(0, 80),
        amount: amountText(cents),
      })),
    }),
  };
}

/** Cents of an amount that comes as a text or a number; null: it says none. */
export function centsOf(amount: string | number | undefined): number | null {
  const value = typeof amount === 'string' ? Number(amount.replaceAll(',', '')) : amount;
  return value === undefined || amount === '' || !Number.isFinite(value)
    ? null
    : Math.round(value * 100);
}

export function amountText(cents: number): string {
  return (cents / 100).toFixed(2);
}
