import { useState } from 'react';
import { NumberInput } from '@/components/form/number-input';
import type { FormOf } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { hourlyCredit } from '@/features/public-work/fringe/annual-credit';
import { type CostPeriod, PERIODS } from '@/features/public-work/fringe/api/queries';
import { HoursProposal } from '@/features/public-work/fringe/components/hours-proposal';
import { COST, HOURS, type PlanValues } from '@/features/public-work/fringe/plan-form';
import { useFormat } from '@/lib/format-context';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

interface CostFieldsProps {
  form: FormOf<PlanValues>;
  companyId: string;
  planId: string | null;
}

/** What a plan costs, the hours it is spread over, and what an hour is credited with. */
export function CostFields({ form, companyId, planId }: CostFieldsProps) {
  const { t } = useTranslation('fringe');
  const [isProposing, setProposing] = useState(false);
  const { period } = form.values;
  return (
    <>
      <Field label={t('plan.cost')} hint={t('plan.costHint')}>
        <NumberInput {...form.text('cost')} limits={COST} placeholder="650.00" />
      </Field>
      <Field label={t('plan.period')}>
        <Select
          {...form.value('period')}
          options={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
        />
      </Field>
      {period !== 'hour' && (
        <div className="grid gap-3 sm:col-span-2">
          <Field
            label={t('plan.hours')}
            hint={t('plan.hoursHint')}
            aside={
              <Button variant="link" size="inline" onClick={() => setProposing(!isProposing)}>
                {t('proposal.open')}
              </Button>
            }
          >
            <NumberInput {...form.text('hours')} limits={HOURS} placeholder="2080" />
          </Field>
          {isProposing && (
            <HoursProposal
              companyId={companyId}
              planId={planId}
              onUse={(hours) => form.set({ hours: String(hours) })}
            />
          )}
        </div>
      )}
      <CreditLine cost={form.values.cost} period={period} hours={form.values.hours} />
    </>
  );
}

interface CreditLineProps {
  cost: string;
  period: CostPeriod;
  hours: string;
}

/** The division as it is done, before it is saved. */
export function CreditLine({ cost, period, hours }: CreditLineProps) {
  const { t } = useTranslation('fringe');
  const format = useFormat();
  const amount = numberIn(cost, COST);
  const basis = numberIn(hours, HOURS);
  if (amount === null || (period !== 'hour' && basis === null)) return null;
  const credit = hourlyCredit({ amount, period, hours: basis });
  return (
    <p role="status" className="tabular rounded-small bg-sunken px-3 py-2 text-sm sm:col-span-2">
      {t(`credit.${period}`, {
        cost: format.money(amount),
        hours: format.number(basis ?? 0, Number.isInteger(basis) ? 0 : 2),
        credit: format.money(credit),
      })}
    </p>
  );
}
