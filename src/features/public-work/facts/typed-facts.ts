import type { Deduction, Fact, FactSpan } from '@/features/public-work/facts/api/queries';
import type { FactFields } from '@/features/public-work/facts/api/writes';
import { hasNineDigits } from '@/lib/identity-numbers';
import { numberIn } from '@/lib/read-number';
import { addDays, isIsoDate } from '@/lib/time';

export const AMOUNT = { digits: 2, min: 0, max: 9_999_999_999.99 };

export const TYPED_AMOUNTS = [
  'gross_all',
  'federal_tax',
  'state_tax',
  'fica',
  'medicare',
  'sdi',
  'net',
] as const;
export const TYPED_FIELDS = [
  'gross_all',
  'federal_tax',
  'state_tax',
  'fica',
  'medicare',
  'sdi',
  'other',
  'net',
  'check_number',
  'paid_on',
] as const;
export type TypedField = (typeof TYPED_FIELDS)[number];

/** What is wrong with a cell; a key of `payroll-facts:wrong.*`. */
export type CellProblem = 'amount' | 'deduction' | 'nine_digits' | 'date' | 'paid_outside';

/** `Boots 25.00; Union dues 12.50` and back. */
export const deductionsText = (other: readonly Deduction[]): string =>
  other.map(({ name, amount }) => `${name} ${amount.toFixed(2)}`).join('; ');

export function deductionsIn(text: string): Deduction[] | null {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const read = parts.map((part) => {
    const [, name = '', amount = ''] = /^(.*\S)\s*[ :]\s*(\$?[\d.,]+)$/.exec(part) ?? [];
    const dollars = numberIn(amount, AMOUNT);
    return name === '' || name.length > 60 || dollars === null
      ? null
      : { name: name.replace(/:$/, '').trim(), amount: dollars };
  });
  return read.includes(null) ? null : (read as Deduction[]);
}

/** The texts of a person's week, as they stand in the table. */
export function typedTexts(fact: Fact | null): Record<TypedField, string> {
  const amounts = Object.fromEntries(
    TYPED_AMOUNTS.map((name) => [name, fact?.[name]?.toFixed(2) ?? '']),
  ) as Record<(typeof TYPED_AMOUNTS)[number], string>;
  return {
    ...amounts,
    other: deductionsText(fact?.other ?? []),
    check_number: fact?.check_number ?? '',
    paid_on: fact?.paid_on ?? '',
  };
}

/** The problem of a cell, or null. */
export function cellProblem(
  field: TypedField,
  text: string,
  { weekEnd, periodStart }: FactSpan,
): CellProblem | null {
  if (hasNineDigits(text)) return 'nine_digits';
  if (text.trim() === '') return null;
  if (field === 'check_number') return null;
  if (field === 'other') return deductionsIn(text) === null ? 'deduction' : null;
  if (field === 'paid_on') {
    if (!isIsoDate(text)) return 'date';
    const first = periodStart ?? addDays(weekEnd, -6);
    return text < first || text > addDays(weekEnd, 366) ? 'paid_outside' : null;
  }
  return numberIn(text, AMOUNT) === null ? 'amount' : null;
}

/** What is saved of a row of texts that are right. */
export function typedFields(
  employeeId: string,
  { weekEnd, periodStart }: FactSpan,
  texts: Record<TypedField, string>,
): FactFields {
  const amountOf = (name: TypedField): number | null => numberIn(texts[name], AMOUNT);
  return {
    employee_id: employeeId,
    week_end: weekEnd,
    period_start: periodStart,
    gross_all: amountOf('gross_all'),
    federal_tax: amountOf('federal_tax'),
    state_tax: amountOf('state_tax'),
    fica: amountOf('fica'),
    medicare: amountOf('medicare'),
    sdi: amountOf('sdi'),
    other: deductionsIn(texts.other) ?? [],
    net: amountOf('net'),
    check_number: texts.check_number.trim() || null,
    paid_on: texts.paid_on || null,
  };
}
