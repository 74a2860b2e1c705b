import { useState } from 'react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { customOf } from '@/entities/custom-field/custom-field';
import { useCustomPart } from '@/entities/custom-field/use-custom-part';
import type { Employee } from '@/features/employees/api/queries';
import { useUpdateEmployee } from '@/features/employees/api/update-employee';
import { PersonFields } from '@/features/employees/components/person-fields';
import { emptyPerson, useReadPerson } from '@/features/employees/person-form';
import { useTranslation } from '@/lib/use-translation';

export interface DetailsFormProps {
  companyId: string;
  employee: Employee;
  onSaved: () => void;
}

export function DetailsForm({ companyId, employee, onSaved }: DetailsFormProps) {
  const { t } = useTranslation(['employees', 'common']);
  const update = useUpdateEmployee(companyId);
  const [opened] = useState(employee);
  const custom = useCustomPart('employees');
  const read = useReadPerson();
  const form = useForm({
    initial: {
      ...emptyPerson,
      firstName: employee.first_name,
      lastName: employee.last_name,
      email: employee.email ?? '',
      phone: employee.phone ?? '',
      jobTitle: employee.job_title ?? '',
      employeeNumber: employee.employee_number ?? '',
      role: employee.role,
      language: employee.language === 'es' ? ('es' as const) : ('en' as const),
      invite: false,
      custom: customOf(employee),
    },
    read: (values, wrong) => ({ ...read(values, wrong), ...custom.read(values, wrong) }),
    submit: (person) =>
      update.mutateAsync({
        id: employee.id,
        before: opened,
        after: {
          first_name: person.firstName,
          last_name: person.lastName,
          email: person.email || null,
          phone: person.phone || null,
          job_title: person.jobTitle || null,
          employee_number: person.employeeNumber || null,
          language: person.language,
          role: person.role,
          ...(custom.isUsed && { custom: person.custom }),
        },
      }),
    done: onSaved,
    refusals: { employees_email_once_per_company: ['email', t('required.emailTaken')] },
  });
  return (
    <Form form={form} className="flex flex-col gap-4">
      <PersonFields form={form} emailFixed={employee.user_id !== null} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('field.jobTitle')} optional>
          <Input {...form.text('jobTitle')} maxLength={100} />
        </Field>
        <Field label={t('field.number')} optional>
          <Input {...form.text('employeeNumber')} maxLength={40} />
        </Field>
        {custom.part(form)}
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? t('common:action.saving') : t('common:action.save')}
        </Button>
      </div>
    </Form>
  );
}
