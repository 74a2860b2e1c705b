import { Form } from '@/components/form/form';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useAddBurden } from '@/features/budgets/api/burden';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

/** Percent of the wage. */
const BURDEN = { digits: 3, min: 0, max: 300 };
const SCOPES = ['company', 'trade', 'person'] as const;

/** A percentage from a day on: of the company, of a trade or of a person. */
export function BurdenForm({ companyId }: { companyId: string }) {
  const { t } = useTranslation('budgets');
  const { today } = useCalendar();
  const add = useAddBurden(companyId);
  const form = useForm({
    initial: {
      scope: 'company' as (typeof SCOPES)[number],
      trade: '',
      person: null as string | null,
      percent: '',
      from: today as DateInputValue,
    },
    read: ({ scope, trade, person, ...typed }, wrong) => {
      const missing = t('burden.scopeMissing');
      return {
        employee_id: scope === 'person' ? (person ?? wrong('person', missing)) : null,
        trade: scope === 'trade' ? trade.trim() || wrong('trade', missing) : null,
        percent: numberIn(typed.percent, BURDEN) ?? wrong('percent', t('burden.invalid')),
        effective_from: isDate(typed.from) ? typed.from : wrong('from', ''),
      };
    },
    submit: (burden) => add.mutateAsync(burden),
    done: () => form.reset({ percent: '' }),
  });
  const { scope } = form.values;
  return (
    <Form form={form} className="grid gap-3 sm:grid-cols-2">
      <Field label={t('burden.scope')}>
        <Select
          {...form.value('scope')}
          options={SCOPES.map((value) => ({ value, label: t(`burden.${value}`) }))}
        />
      </Field>
      {scope === 'trade' && (
        <Field label={t('burden.trade')}>
          <Input {...form.text('trade')} maxLength={100} />
        </Field>
      )}
      {scope === 'person' && (
        <Field label={t('burden.person')}>
          <EmployeePicker {...form.value('person')} />
        </Field>
      )}
      <Field label={t('burden.percent')}>
        <NumberInput {...form.text('percent')} limits={BURDEN} className="tabular" />
      </Field>
      <Field label={t('burden.from')}>
        <DateInput {...form.value('from')} />
      </Field>
      <Button type="submit" variant="primary" busy={form.busy} className="sm:col-span-2">
        {t('burden.add')}
      </Button>
    </Form>
  );
}
