import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useEmployee, useViewerName } from '@/entities/viewer/use-viewer';
import type { Summary } from '@/features/safety/api/queries';
import { useCertify } from '@/features/safety/api/writes';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

const PEOPLE = { digits: 0, min: 1, max: 999_999_999 };
const HOURS = { digits: 0, min: 0, max: 999_999_999 };

/** An executive says that it is right. People and hours may come from elsewhere for a year begun on paper. */
export default function CertifyDialog({
  summary,
  onClose,
}: {
  summary: Summary;
  onClose: () => void;
}) {
  const { t } = useTranslation('safety');
  const employee = useEmployee();
  const name = useViewerName();
  const certify = useCertify();
  const form = useForm({
    initial: {
      employees: String(summary.counted_employees ?? ''),
      hours: String(summary.counted_hours),
      name,
      title: employee?.job_title ?? '',
      phone: employee?.phone ?? '',
    },
    read: (values, wrong) => ({
      establishmentId: summary.establishment.id,
      year: summary.year,
      employees: numberIn(values.employees, PEOPLE) ?? wrong('employees', t('required.employees')),
      hours: numberIn(values.hours, HOURS) ?? wrong('hours', t('required.hours')),
      name: values.name.trim() || wrong('name', t('required.name')),
      title: values.title.trim() || wrong('title', t('required.title')),
      phone:
        values.phone.trim().length >= 3 ? values.phone.trim() : wrong('phone', t('required.phone')),
    }),
    submit: (certification) => certify.mutateAsync(certification),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('certify.title', { year: String(summary.year) })}
      description={t('certify.text')}
      save={t('summary.certify')}
      onClose={onClose}
    >
      <Field label={t('summary.employees')} hint={t('certify.employeesHint')}>
        <NumberInput {...form.text('employees')} limits={PEOPLE} inputMode="numeric" />
      </Field>
      <Field label={t('summary.hours')} hint={t('certify.hoursHint')}>
        <NumberInput {...form.text('hours')} limits={HOURS} inputMode="numeric" />
      </Field>
      <Field label={t('certify.name')}>
        <Input {...form.text('name')} maxLength={100} />
      </Field>
      <Field label={t('certify.jobTitle')}>
        <Input {...form.text('title')} maxLength={100} />
      </Field>
      <Field label={t('certify.phone')}>
        <Input {...form.text('phone')} maxLength={40} inputMode="tel" />
      </Field>
    </FormDialog>
  );
}
