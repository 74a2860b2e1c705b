import { KINDS, type Pricing } from '@/features/tickets/office/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Sums by kind, markups, tax and the total, as they go on the invoice. */
export function PriceSums({ pricing }: { pricing: Pricing }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const rows = [
    ...KINDS.flatMap((kind) => [
      [t(`kind.${kind}`), pricing[kind]] as const,
      [t('price.markupOf', { kind: t(`kind.${kind}`) }), pricing[`${kind}_markup`]] as const,
    ]),
    [t('price.taxOf', { percent: format.number(pricing.tax_percent, 2) }), pricing.tax] as const,
  ].filter(([, amount]) => amount > 0);
  return (
    <dl className="tabular ml-auto grid w-full max-w-xs grid-cols-[1fr_auto] gap-x-6 gap-y-1 text-sm">
      {rows.map(([label, amount]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="text-right">{format.money(amount)}</dd>
        </div>
      ))}
      <div className="contents font-[620]">
        <dt className="border-t pt-1">{t('price.total')}</dt>
        <dd className="border-t pt-1 text-right">
          {pricing.total === null ? '–' : format.money(pricing.total)}
        </dd>
      </div>
    </dl>
  );
}
