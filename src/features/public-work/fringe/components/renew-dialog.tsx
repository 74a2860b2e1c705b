import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import type { Plan } from '@/features/public-work/fringe/api/queries';
import { useRenewPlan } from '@/features/public-work/fringe/api/save-plan';
import { CreditLine } from '@/features/public-work/fringe/components/cost-fields';
import { COST, HOURS } from '@/features/public-work/fringe/plan-form';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

/** What a plan costs from a date on; what it was until then stays for the hours until then. */
export function RenewDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const { t } = useTranslation('fringe');
  const renew = useRenewPlan();
  const [newId] = useState(uuidv7);
  const byHour = plan.cost_period === 'hour';
  const form = useForm({
    initial: { from: null as DateInputValue, cost: '', hours: String(plan.hours_basis ?? '') },
    read: ({ from, cost, hours }, wrong) => ({
      planId: plan.id,
      newId,
      from: from === null || from === 'invalid' ? wrong('from', t('required.date')) : from,
      cost: numberIn(cost, COST) ?? wrong('cost', t('required.cost')),
      hours: byHour ? null : (numberIn(hours, HOURS) ?? wrong('hours', t('required.hours'))),
    }),
    submit: (renewal) => renew.mutateAsync(renewal),
    done: onClose,
    refusals: {
      renewal_outside_plan: ['from', t('required.renewal')],
      fringe_plans_credit_range: ['cost', t('required.creditRange')],
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('renew.title', { name: plan.name })}
      description={t('renew.text')}
      onClose={onClose}
    >
      <Field label={t('renew.from')}>
        <DateInput {...form.value('from')} />
      </Field>
      <Field label={t(`renew.${plan.cost_period}`)}>
        <NumberInput {...form.text('cost')} limits={COST} />
      </Field>
      {!byHour && (
        <Field label={t('plan.hours')} hint={t('plan.hoursHint')} className="sm:col-span-2">
          <NumberInput {...form.text('hours')} limits={HOURS} />
        </Field>
      )}
      <CreditLine cost={form.values.cost} period={plan.cost_period} hours={form.values.hours} />
    </FormDialog>
  );
}
