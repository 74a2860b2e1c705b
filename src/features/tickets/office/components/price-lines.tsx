import type { Pricing } from '@/features/tickets/office/api/queries';
import { LineName } from '@/features/tickets/office/components/line-name';
import { rateText } from '@/features/tickets/office/rate-text';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Prices that were submitted: to read. */
export function PriceLines({ pricing }: { pricing: Pricing }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  return (
    <ul className="divide-y rounded-card border" aria-label={t('price.lines')}>
      {pricing.lines.map((line) => (
        <li
          key={line.line_id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 px-4 py-2.5"
        >
          <LineName line={line} />
          <span className="tabular text-right text-sm">
            <span className="block font-[550]">{format.money(line.amount ?? 0)}</span>
            <span className="text-muted text-xs">
              {rateText(line.rate ?? 0, format.money)} / {line.unit}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
