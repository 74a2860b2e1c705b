import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { KINDS, type Plan } from '@/features/public-work/fringe/api/queries';
import { useSavePlan } from '@/features/public-work/fringe/api/save-plan';
import { CostFields } from '@/features/public-work/fringe/components/cost-fields';
import { planValues, readPlan } from '@/features/public-work/fringe/plan-form';
import type { IsoDate } from '@/lib/format';
import { useTranslation } from '@/lib/use-translation';

export interface PlanDialogProps {
  companyId: string;
  today: IsoDate;
  plan: Plan | null;
  onClose: () => void;
}

export function PlanDialog({ companyId, today, plan, onClose }: PlanDialogProps) {
  const { t } = useTranslation('fringe');
  const save = useSavePlan(companyId);
  const [opened] = useState(plan);
  const problems = {
    name: t('required.name'),
    cost: t('required.cost'),
    hours: t('required.hours'),
    date: t('required.date'),
    order: t('required.order'),
  };
  const form = useForm({
    initial: () => planValues(plan, today),
    read: (values, wrong) => readPlan(values, wrong, problems),
    submit: (fields) => save.mutateAsync({ opened, fields }),
    done: onClose,
    refusals: {
      fringe_plans_hours: ['hours', problems.hours],
      fringe_plans_cost_positive: ['cost', problems.cost],
      fringe_plans_credit_range: ['cost', t('required.creditRange')],
      fringe_plans_dates: ['to', problems.order],
    },
  });
  const { kind, funding, approval } = form.values;
  return (
    <FormDialog
      form={form}
      title={t(plan ? 'plan.edit' : 'plan.new')}
      width="large"
      onClose={onClose}
    >
      <Field label={t('plan.name')}>
        <Input {...form.text('name')} maxLength={200} placeholder={t('plan.nameExample')} />
      </Field>
      <Field label={t('plan.kind')} hint={kind === 'training' ? t('plan.trainingHint') : undefined}>
        <Select
          {...form.value('kind')}
          options={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      </Field>
      <CostFields form={form} companyId={companyId} planId={plan?.id ?? null} />
      <Field label={t('plan.from')}>
        <DateInput {...form.value('from')} />
      </Field>
      <Field label={t('plan.to')} hint={t('plan.toHint')} optional>
        <DateInput {...form.value('to')} />
      </Field>
      <Field label={t('plan.funding')} hint={t(`plan.${funding}Hint`)}>
        <Select
          {...form.value('funding')}
          options={(['funded', 'unfunded'] as const).map((value) => ({
            value,
            label: t(`plan.${value}`),
          }))}
        />
      </Field>
      <Field label={t('plan.number')} optional>
        <Input {...form.text('number')} maxLength={100} />
      </Field>
      {funding === 'unfunded' && (
        <>
          <Field label={t('plan.approval')} optional>
            <Input {...form.text('approval')} maxLength={500} />
          </Field>
          <Field label={t('plan.approvedBy')} optional>
            <Input {...form.text('approvedBy')} maxLength={200} />
          </Field>
          <Field label={t('plan.approvedOn')} hint={t('plan.approvedOnHint')} optional>
            <DateInput {...form.value('approvedOn')} />
          </Field>
          {approval.trim() === '' && (
            <Notice tone="attention" className="self-start">
              {t('plan.notApproved')}
            </Notice>
          )}
        </>
      )}
      <Field
        label={t('plan.evidence')}
        hint={t('plan.evidenceHint')}
        optional
        className="sm:col-span-2"
      >
        <Textarea {...form.text('evidence')} rows={2} maxLength={2000} />
      </Field>
    </FormDialog>
  );
}
