import { centsOf } from '@/features/public-work/report/cents';
import { useFormat } from '@/lib/format-context';

/** Figures as the form prints them: amounts without a sign, hours with one decimal or two. */
export function useFigures() {
  const format = useFormat();
  return {
    amount: (value: string | null): string =>
      value === null ? '–' : format.number(centsOf(value) / 100, 2),
    amountFromCents: (cents: number | null): string =>
      cents === null ? '–' : format.number(cents / 100, 2),
    hours: (value: string): string =>
      format.number(centsOf(value) / 100, centsOf(value) % 10 === 0 ? 1 : 2),
  };
}
