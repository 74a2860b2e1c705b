import { Notice } from '@/components/shared/notice';
import type { RateEffect } from '@/features/employees/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** A rate for the past: who is owed what, before it is done. Locked periods get adjustments. */
export function RateEffects({ effects }: { effects: readonly RateEffect[] }) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const changed = effects.filter(({ difference_cents }) => difference_cents !== 0);
  if (changed.length === 0) return null;
  return (
    <Notice tone="attention" title={t('rates.effect')}>
      <ul>
        {changed.map(({ start_date, end_date, locked, difference_cents }) => (
          <li key={start_date} className="flex justify-between gap-3">
            <span>
              {format.dateRange(start_date, end_date)}
              {locked && ` · ${t('rates.effectLocked')}`}
            </span>
            <span className="tabular">{format.moneyFromCents(difference_cents)}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
