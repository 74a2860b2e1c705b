import { useQuery } from '@tanstack/react-query';
import { Form } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useViewer } from '@/entities/viewer/use-viewer';
import { rateEffectQuery } from '@/features/employees/api/queries';
import { useAddRate } from '@/features/employees/api/rates';
import { RateEffects } from '@/features/employees/components/rate-effects';
import { RATE, readRate } from '@/features/employees/person-form';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export function AddRateForm({ companyId, employeeId }: { companyId: string; employeeId: string }) {
  const { t } = useTranslation(['employees', 'common']);
  const zone = useViewer().company?.time_zone ?? 'UTC';
  const add = useAddRate(companyId);
  const today = dateOf(serverNow(), zone);
  const form = useForm({
    initial: () => ({
      rate: '',
      from: today as DateInputValue,
      projectId: null as string | null,
      costCodeId: null as string | null,
    }),
    read: ({ rate, from, ...where }, wrong) => {
      const read = readRate(rate);
      const hourlyRate = 'rate' in read ? read.rate : wrong('rate', t(`required.${read.problem}`));
      const effectiveFrom = isDate(from) ? from : wrong('from', t('required.date'));
      return { employeeId, hourlyRate, effectiveFrom, ...where };
    },
    submit: (rate) => add.mutateAsync(rate),
    done: () => form.reset({ rate: '' }),
  });
  const { data: effects = [] } = useQuery({
    ...rateEffectQuery(form.reading),
    enabled: form.valid && form.reading.effectiveFrom < today,
  });
  return (
    <Form form={form} className="flex flex-col gap-3 rounded-card border bg-sunken p-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('field.rate')}>
          <NumberInput {...form.text('rate')} limits={RATE} placeholder="32.50" />
        </Field>
        <Field label={t('rates.from')}>
          <DateInput {...form.value('from')} />
        </Field>
        <Field label={t('common:project.label')} optional>
          <ProjectPicker {...form.value('projectId')} />
        </Field>
        <Field label={t('common:costCode.label')} optional>
          <CostCodePicker projectId={form.values.projectId} {...form.value('costCodeId')} />
        </Field>
      </div>
      <RateEffects effects={effects} />
      <div className="flex items-center justify-between gap-3">
        <p className="text-muted text-xs">{t('rates.hint')}</p>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('rates.add')}
        </Button>
      </div>
    </Form>
  );
}
