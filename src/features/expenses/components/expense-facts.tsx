import { type Expense, kindOf } from '@/features/expenses/expense';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** One line for what it was: the note, the trip, or the day away. */
export function useExpenseText(): (expense: Expense) => string {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  return (expense) => {
    const { from_place: from, to_place: to, miles, rate, note } = expense;
    const parts: (string | null)[] = [note];
    if (kindOf(expense) === 'mileage') {
      parts.push(from && to ? t('detail.trip', { from, to }) : (from ?? to));
      if (miles && rate)
        parts.push(
          t('detail.miles', { miles: format.number(miles, 1), rate: format.number(rate, 3) }),
        );
    }
    if (kindOf(expense) === 'per_diem') {
      if (expense.travel_day) parts.push(t('detail.travelDay'));
      if (expense.nights > 0) parts.push(t('detail.night'));
    }
    return parts.filter(Boolean).join(' · ');
  };
}
