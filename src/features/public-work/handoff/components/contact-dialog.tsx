import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useSaveContact } from '@/features/public-work/handoff/api/contacts';
import type { AgencyContact } from '@/features/public-work/handoff/api/queries';
import { isEmail } from '@/lib/is-email';
import { LANGUAGES, type Language } from '@/lib/languages';
import { useTranslation } from '@/lib/use-translation';

interface ContactDialogProps {
  companyId: string;
  projectId: string;
  contact: AgencyContact | null;
  onClose: () => void;
}

export function ContactDialog({ companyId, projectId, contact, onClose }: ContactDialogProps) {
  const { t } = useTranslation('handoff');
  const save = useSaveContact(companyId);
  const [opened] = useState(contact);
  const form = useForm({
    initial: {
      name: contact?.name ?? '',
      email: contact?.email ?? '',
      language: (contact?.language ?? 'en') as Language,
    },
    read: ({ name, email, language }, wrong) => ({
      project_id: projectId,
      name: name.trim() || wrong('name', t('contacts.nameWrong')),
      email: isEmail(email) ? email.trim().toLowerCase() : wrong('email', t('contacts.emailWrong')),
      language,
    }),
    submit: (fields) => save.mutateAsync({ opened, fields }),
    refusals: {
      agency_contacts_once: ['email', t('contacts.taken')],
      agency_contacts_email_form: ['email', t('contacts.emailWrong')],
    },
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t(contact ? 'contacts.edit' : 'contacts.add')}
      onClose={onClose}
    >
      <Field label={t('contacts.name')}>
        <Input {...form.text('name')} maxLength={200} />
      </Field>
      <Field label={t('contacts.email')}>
        <Input {...form.text('email')} type="email" maxLength={254} autoComplete="off" />
      </Field>
      <Field label={t('contacts.language')}>
        <Select
          {...form.value('language')}
          options={LANGUAGES.map((value) => ({
            value,
            label: value === 'es' ? 'Español' : 'English',
          }))}
        />
      </Field>
    </FormDialog>
  );
}
