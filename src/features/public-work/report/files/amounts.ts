import type { CertifiedPayrollRow } from '@/entities/certified-payroll/certified-payroll';
import { amountText } from '@/features/public-work/facts/formats/money';

type PlanKind = NonNullable<CertifiedPayrollRow['plan_credits']>[number]['kind'];

/** Cents of `12.34`, without a float in between. */
export const centsOf = (text: string | null | undefined): number =>
  text ? Math.round(Number(text) * 100) : 0;

export { amountText };

/** Dollars of the week for each hour of the row, half up to the cent. */
function perHour(cents: number, row: CertifiedPayrollRow): number {
  const hundredths = centsOf(row.total);
  return hundredths === 0 ? 0 : Math.floor((200 * cents + hundredths) / (2 * hundredths));
}

export interface KindOfCredit {
  /** Of the week, for the hours of the row. */
  week: number;
  hourly: number;
}

/** What plans of a kind are worth in a row, in cents. */
export function creditOf(row: CertifiedPayrollRow, kind: PlanKind): KindOfCredit {
  const own = (row.plan_credits ?? []).filter((credit) => credit.kind === kind);
  const week = own.reduce((sum, { credit }) => sum + centsOf(credit), 0);
  const agreed = own.reduce((sum, { hourly_credit }) => sum + centsOf(hourly_credit), 0);
  // Somebody who joined a plan within the week, or whose plan changed, has it for some hours only.
  const isAgreed = Math.abs(agreed * centsOf(row.total) - 100 * week) <= 100 * (own.length + 1) * 5;
  return { week, hourly: isAgreed ? agreed : perHour(week, row) };
}

/** Cash in lieu of fringes for an hour of the row, in cents. */
export const cashPerHour = (row: CertifiedPayrollRow): number =>
  perHour(centsOf(row.cash_in_lieu), row);

/** Where a deduction belongs in the forms of portals, by what payroll calls it. */
export type DeductionKind =
  | 'dues'
  | 'savings'
  | 'health'
  | 'pension'
  | 'vacation'
  | 'travel'
  | 'other';

const KINDS: readonly [DeductionKind, RegExp][] = [
  ['dues', /\b(dues|union|cuota)/i],
  ['vacation', /\b(vacation|vac|holiday|vacaciones)\b/i],
  ['pension', /\b(pension|401\s?\(?k|retirement|annuity|jubilaci[oó]n)/i],
  ['health', /\b(health|medical|dental|vision|h\s?&\s?w|salud)/i],
  ['savings', /\b(savings?|credit union|ahorro)/i],
  ['travel', /\b(travel|subsistence|per diem)/i],
];

export const kindOfDeduction = (name: string): DeductionKind =>
  // A credit union is where people save, not a union.
  /credit union/i.test(name)
    ? 'savings'
    : (KINDS.find(([, form]) => form.test(name))?.[0] ?? 'other');

/** Further deductions by kind, in cents; what is in no kind is the rest of the total. */
export function deductionsByKind(row: CertifiedPayrollRow): Record<DeductionKind, number> {
  const sums: Record<DeductionKind, number> = {
    dues: 0,
    savings: 0,
    health: 0,
    pension: 0,
    vacation: 0,
    travel: 0,
    other: 0,
  };
  for (const { name, amount } of row.deductions?.items ?? [])
    sums[kindOfDeduction(name)] += centsOf(amount);
  const named = Object.values(sums).reduce((sum, value) => sum + value, 0);
  sums.other += centsOf(row.deductions?.other) - named;
  return sums;
}
