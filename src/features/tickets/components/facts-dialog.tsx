import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { customOf } from '@/entities/custom-field/custom-field';
import { useCustomPart } from '@/entities/custom-field/use-custom-part';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type Contact, contactsQuery, dayWorkQuery } from '@/features/tickets/api/queries';
import { useSaveTicket } from '@/features/tickets/api/write-ticket';
import type { Ticket } from '@/features/tickets/ticket';
import type { IsoDate } from '@/lib/format';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

export interface FactsDialogProps {
  /** Missing: a new ticket. */
  ticket?: Ticket;
  projectId?: string | null;
  onClose: () => void;
  onSaved: (id: string) => void;
}

const EMAIL = /^$|^[^@\s]+@[^@\s]+$/;
const NOBODY: Contact = {
  directed_by: '',
  directed_title: '',
  directed_company: '',
  directed_phone: '',
  directed_email: null,
};

/** Who told us first, then what and where. Those who directed work on this project before are one tap. */
export function FactsDialog({ ticket, projectId, onClose, onSaved }: FactsDialogProps) {
  const { t } = useTranslation(['tickets', 'common']);
  const { company } = useViewer();
  const current = useCurrentProject();
  const today = useToday(company?.time_zone ?? 'UTC');
  const save = useSaveTicket();
  const [opened] = useState(ticket?.fields ?? null);
  const custom = useCustomPart('extra_work_tickets');
  const [id] = useState(() => ticket?.id ?? uuidv7());
  const form = useForm({
    initial: {
      project: (opened?.project_id ?? projectId ?? current.projectId) as string | null,
      date: (opened?.work_date ?? today) as IsoDate | null | 'invalid',
      name: opened?.directed_by ?? '',
      title: opened?.directed_title ?? '',
      company: opened?.directed_company ?? '',
      phone: opened?.directed_phone ?? '',
      email: opened?.directed_email ?? '',
      description: opened?.description ?? '',
      location: opened?.location ?? '',
      reference: opened?.reference ?? '',
      custom: customOf(opened),
    },
    read: (values, wrong) => ({
      project_id: values.project ?? wrong('project', t('required.project')),
      work_date:
        values.date === 'invalid' || values.date === null
          ? wrong('date', t('required.date'))
          : values.date > today
            ? wrong('date', t('required.notFuture'))
            : values.date,
      directed_by: values.name.trim() || wrong('name', t('required.directed')),
      directed_title: values.title.trim(),
      directed_company: values.company.trim(),
      directed_phone: values.phone.trim(),
      directed_email: EMAIL.test(values.email.trim())
        ? values.email.trim() || null
        : wrong('email', t('required.email')),
      description: values.description.trim() || wrong('description', t('required.description')),
      location: values.location.trim(),
      reference: values.reference.trim(),
      ...custom.read(values, wrong),
    }),
    submit: (after) => save.mutateAsync({ id, after, before: opened }),
    done: () => onSaved(id),
  });
  const { project, date } = form.values;
  const contacts = useQuery({
    ...contactsQuery(company?.id ?? '', project ?? ''),
    enabled: project !== null,
  }).data;
  // Asked for now, so that it is on the phone when there is no signal at the next step.
  useQuery({
    ...dayWorkQuery(project ?? '', date && date !== 'invalid' ? date : today),
    enabled: project !== null,
  });
  const choose = (contact: Contact) => {
    form.set({
      name: contact.directed_by,
      title: contact.directed_title,
      company: contact.directed_company,
      phone: contact.directed_phone,
      email: contact.directed_email ?? '',
    });
  };
  const known = (contacts ?? []).slice(0, 4);
  // Where nothing says it yet, it comes first: those who gave orders there before are offered by it.
  const [asksProjectFirst] = useState(project === null);
  const projectField = !ticket && (
    <Field label={t('common:project.label')} className="sm:col-span-2">
      <ProjectPicker {...form.value('project')} />
    </Field>
  );
  return (
    <FormDialog
      form={form}
      title={t(ticket ? 'facts.edit' : 'facts.new')}
      description={ticket ? undefined : t('facts.text')}
      save={t(ticket ? 'facts.save' : 'facts.next')}
      onClose={onClose}
    >
      {asksProjectFirst && projectField}
      <div className="grid gap-2 sm:col-span-2">
        {known.length > 0 && (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="mb-1 text-muted text-sm">{t('facts.before')}</legend>
            {known.map((contact) => (
              <Button key={contact.directed_by} size="pill" onClick={() => choose(contact)}>
                {contact.directed_by}
              </Button>
            ))}
            <Button size="pill" variant="ghost" onClick={() => choose(NOBODY)}>
              {t('facts.someoneElse')}
            </Button>
          </fieldset>
        )}
      </div>
      <Field label={t('facts.name')}>
        <Input {...form.text('name')} maxLength={200} autoComplete="off" />
      </Field>
      <Field label={t('facts.company')} optional>
        <Input {...form.text('company')} maxLength={200} autoComplete="off" />
      </Field>
      <Field label={t('facts.title')} optional>
        <Input {...form.text('title')} maxLength={200} autoComplete="off" />
      </Field>
      <Field label={t('facts.phone')} optional>
        <Input {...form.text('phone')} type="tel" maxLength={40} autoComplete="off" />
      </Field>
      <Field label={t('facts.email')} hint={t('facts.emailHint')} optional>
        <Input {...form.text('email')} type="email" maxLength={254} autoComplete="off" />
      </Field>
      <Field label={t('facts.reference')} hint={t('facts.referenceHint')} optional>
        <Input {...form.text('reference')} maxLength={100} autoComplete="off" />
      </Field>
      <Field label={t('facts.description')} className="sm:col-span-2">
        <Textarea {...form.text('description')} rows={3} maxLength={2000} />
      </Field>
      <Field label={t('facts.location')} optional>
        <Input {...form.text('location')} maxLength={200} autoComplete="off" />
      </Field>
      <Field label={t('facts.date')}>
        <DateInput {...form.value('date')} />
      </Field>
      {custom.part(form)}
      {!asksProjectFirst && projectField}
    </FormDialog>
  );
}
