import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Employee } from '@/features/employees/api/queries';
import { useUpdateEmployee } from '@/features/employees/api/update-employee';
import { PersonFields } from '@/features/employees/components/person-fields';
import { emptyPerson, type PersonValues, personSchema } from '@/features/employees/person-schema';
import { useMayAppoint } from '@/features/employees/use-may-appoint';
import { errorWords, toAppError } from '@/lib/errors';

export interface DetailsFormProps {
  companyId: string;
  employee: Employee;
  onSaved: () => void;
}

export function DetailsForm({ companyId, employee, onSaved }: DetailsFormProps) {
  const { t } = useTranslation(['employees', 'common']);
  const update = useUpdateEmployee(companyId);
  const mayAppoint = useMayAppoint();
  const [opened] = useState(employee);
  const form = useForm<PersonValues>({
    resolver: zodResolver(personSchema),
    defaultValues: {
      ...emptyPerson,
      firstName: employee.first_name,
      lastName: employee.last_name,
      email: employee.email ?? '',
      phone: employee.phone ?? '',
      jobTitle: employee.job_title ?? '',
      employeeNumber: employee.employee_number ?? '',
      role: employee.role,
      language: employee.language === 'es' ? 'es' : 'en',
      invite: false,
    },
  });
  const submit = form.handleSubmit((values) =>
    update.mutate(
      {
        id: employee.id,
        before: opened,
        after: {
          first_name: values.firstName,
          last_name: values.lastName,
          email: values.email || null,
          phone: values.phone || null,
          job_title: values.jobTitle || null,
          employee_number: values.employeeNumber || null,
          language: values.language,
          role: values.role,
        },
      },
      { onSuccess: onSaved },
    ),
  );
  const code = update.error ? toAppError(update.error).code : null;
  const taken = code === 'employees_email_once_per_company';
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      {update.error && !taken && <Notice tone="danger">{errorWords(update.error)}</Notice>}
      <PersonFields
        form={form}
        mayAppoint={mayAppoint}
        emailTaken={taken}
        emailFixed={employee.user_id !== null}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('field.jobTitle')} optional={t('common:optional')}>
          <Input {...form.register('jobTitle')} maxLength={100} />
        </Field>
        <Field label={t('field.number')} optional={t('common:optional')}>
          <Input {...form.register('employeeNumber')} maxLength={40} />
        </Field>
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={update.isPending}>
          {update.isPending ? t('common:action.saving') : t('common:action.save')}
        </Button>
      </div>
    </form>
  );
}
