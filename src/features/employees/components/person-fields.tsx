import type { FormOf } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ROLES } from '@/entities/viewer/viewer';
import type { PersonValues } from '@/features/employees/person-form';
import { useMayAppoint } from '@/features/employees/use-may-appoint';
import { useTranslation } from '@/lib/use-translation';

export interface PersonFieldsProps {
  form: FormOf<PersonValues>;
  /** An address that signs in belongs to its account. */
  emailFixed?: boolean;
}

export function PersonFields({ form, emailFixed }: PersonFieldsProps) {
  const { t } = useTranslation(['employees', 'common']);
  // Managers appoint foremen and employees; owners everyone.
  const mayAppoint = useMayAppoint();
  const { role } = form.values;
  const roles = ROLES.filter((one) => mayAppoint(one) || one === role);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('field.firstName')}>
        <Input {...form.text('firstName')} maxLength={100} autoComplete="off" />
      </Field>
      <Field label={t('field.lastName')}>
        <Input {...form.text('lastName')} maxLength={100} autoComplete="off" />
      </Field>
      <Field label={t('field.email')}>
        <Input
          {...form.text('email')}
          type="email"
          maxLength={254}
          autoComplete="off"
          readOnly={emailFixed}
        />
      </Field>
      <Field label={t('field.phone')} optional>
        <Input {...form.text('phone')} type="tel" maxLength={40} autoComplete="off" />
      </Field>
      <Field label={t('field.role')} hint={t(`roleHint.${role}`)}>
        <Select
          {...form.value('role')}
          options={roles.map((value) => ({ value, label: t(`common:role.${value}`) }))}
        />
      </Field>
      <Field label={t('field.language')}>
        <Select
          {...form.value('language')}
          options={[
            { value: 'en', label: 'English' },
            { value: 'es', label: 'Español' },
          ]}
        />
      </Field>
    </div>
  );
}
