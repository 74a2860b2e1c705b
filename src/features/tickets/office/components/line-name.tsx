import type { PricedLine } from '@/features/tickets/office/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Who or what, and how much of it the customer verified. */
export function LineName({ line }: { line: PricedLine }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const { description, trade, hours_kind, quantity, unit } = line;
  return (
    <span className="min-w-0">
      <span className="block truncate font-[550] text-sm">{description}</span>
      <span className="tabular text-muted text-xs">
        {[
          trade,
          `${format.number(quantity, 2)} ${unit}`,
          hours_kind !== 'regular' && t(`hours.${hours_kind}`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
}
