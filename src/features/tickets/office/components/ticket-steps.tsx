import type { Pricing } from '@/features/tickets/office/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** What happened to the ticket in the office, when and by whom. */
export function TicketSteps({ pricing }: { pricing: Pricing }) {
  const { t } = useTranslation('billing');
  const format = useFormat();
  const { status, priced_at, submitted_on, decided_on, billed_at } = pricing;
  const steps = [
    priced_at && [t('step.priced'), format.dateOfInstant(priced_at), pricing.priced_by],
    submitted_on && [t('step.submitted'), format.date(submitted_on), pricing.submitted_by],
    decided_on && [
      t(status === 'rejected' ? 'step.rejected' : 'step.approved'),
      format.date(decided_on),
      pricing.decided_by,
    ],
    billed_at && [
      t('step.billed', { number: pricing.invoice_number ?? '' }),
      format.dateOfInstant(billed_at),
      pricing.billed_by,
    ],
  ].filter((step): step is string[] => Boolean(step));
  if (steps.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <ol className="flex flex-wrap gap-x-5 gap-y-1">
        {steps.map(([name, date, who]) => (
          <li key={name}>
            <span className="font-[550]">{name}</span>{' '}
            <span className="text-muted">{[date, who].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ol>
      {pricing.decision_note && <p className="text-muted">“{pricing.decision_note}”</p>}
      {pricing.budget_version !== null && (
        <p className="text-muted">{t('step.inBudget', { version: pricing.budget_version })}</p>
      )}
    </div>
  );
}
