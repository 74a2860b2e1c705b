import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { ROLES, type Role } from '@/entities/viewer/viewer';
import type { PersonValues } from '@/features/employees/person-schema';

export interface PersonFieldsProps {
  form: UseFormReturn<PersonValues>;
  /** Managers appoint foremen and employees; owners everyone. */
  mayAppoint: (role: Role) => boolean;
  emailTaken: boolean;
  /** An address that signs in belongs to its account. */
  emailFixed?: boolean;
}

export function PersonFields({ form, mayAppoint, emailTaken, emailFixed }: PersonFieldsProps) {
  const { t } = useTranslation(['employees', 'common']);
  const { errors } = form.formState;
  const emailError = errors.email
    ? t(errors.email.type === 'custom' ? 'required.emailToInvite' : 'required.email')
    : emailTaken
      ? t('required.emailTaken')
      : undefined;
  const roles = ROLES.filter((role) => mayAppoint(role) || role === form.getValues('role'));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('field.firstName')}
        error={errors.firstName ? t('required.firstName') : undefined}
      >
        <Input {...form.register('firstName')} maxLength={100} autoComplete="off" />
      </Field>
      <Field label={t('field.lastName')}>
        <Input {...form.register('lastName')} maxLength={100} autoComplete="off" />
      </Field>
      <Field label={t('field.email')} error={emailError}>
        <Input
          {...form.register('email')}
          type="email"
          maxLength={254}
          autoComplete="off"
          readOnly={emailFixed}
        />
      </Field>
      <Field label={t('field.phone')} optional={t('common:optional')}>
        <Input {...form.register('phone')} type="tel" maxLength={40} autoComplete="off" />
      </Field>
      <Controller
        control={form.control}
        name="role"
        render={({ field }) => (
          <Field label={t('field.role')} hint={t(`roleHint.${field.value}`)}>
            <Select
              value={field.value}
              onValueChange={field.onChange}
              options={roles.map((value) => ({ value, label: t(`common:role.${value}`) }))}
            />
          </Field>
        )}
      />
      <Controller
        control={form.control}
        name="language"
        render={({ field }) => (
          <Field label={t('field.language')}>
            <Select
              value={field.value}
              onValueChange={field.onChange}
              options={[
                { value: 'en', label: 'English' },
                { value: 'es', label: 'Español' },
              ]}
            />
          </Field>
        )}
      />
    </div>
  );
}
