import { useQuery } from '@tanstack/react-query';
import { FormDialogBody } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { useMailPayroll } from '@/features/public-work/handoff/api/mail-payroll';
import { type AgencyContact, contactsQuery } from '@/features/public-work/handoff/api/queries';
import type { MailedPayroll } from '@/features/public-work/handoff/delivery-panel';
import { useFormat } from '@/lib/format-context';
import { isEmail } from '@/lib/is-email';
import { addDays } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const DAYS = ['30', '90', '365'] as const;

interface MailDialogProps {
  payroll: MailedPayroll;
  /** An address to begin with, such as one the mail did not reach. */
  to: string;
  onClose: () => void;
}

/** A signed report to the agency: to whom, for how long, with a few words. */
export function MailDialog(props: MailDialogProps) {
  const { t } = useTranslation('handoff');
  const { payroll, onClose } = props;
  const contacts = useQuery(contactsQuery(payroll.company_id, payroll.project_id));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('mail.title', { number: payroll.number })}
        description={t('mail.text')}
      >
        {contacts.data ? (
          <MailForm {...props} contacts={contacts.data} />
        ) : (
          <DialogBody className="pb-5">
            <Loaded query={contacts} skeleton={<ListSkeleton />}>
              {null}
            </Loaded>
          </DialogBody>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface MailFormProps extends MailDialogProps {
  contacts: readonly AgencyContact[];
}

function MailForm({ payroll, to, contacts, onClose }: MailFormProps) {
  const { t, language } = useTranslation('handoff');
  const today = useToday(useFormat().preferences.timeZone);
  const mail = useMailPayroll();
  const form = useForm({
    initial: {
      chosen: contacts
        .map(({ email }) => email)
        .filter((email) => to === '' || email === to)
        .join(' '),
      other: contacts.some(({ email }) => email === to) ? '' : to,
      days: '90' as (typeof DAYS)[number],
      message: '',
    },
    read: ({ chosen, other, days, message }, wrong) => {
      const emails = [...chosen.split(' '), ...other.split(/[\s,;]+/)].filter(Boolean);
      return {
        id: payroll.id,
        emails:
          emails.length === 0
            ? wrong('other', t('mail.nobody'))
            : emails.every(isEmail)
              ? emails
              : wrong('other', t('mail.emailWrong')),
        expiresOn: addDays(today, Number(days)),
        message: message.trim(),
        language,
      };
    },
    submit: (input) => mail.mutateAsync(input),
    refusals: {
      mail_addresses: ['other', t('failure.mail_addresses')],
      mail_message: ['message', t('failure.mail_message')],
    },
    done: onClose,
  });
  const chosen = form.values.chosen.split(' ').filter(Boolean);
  const choose = (email: string, isChosen: boolean) =>
    form.set({
      chosen: (isChosen ? [...chosen, email] : chosen.filter((other) => other !== email)).join(' '),
    });
  return (
    <FormDialogBody form={form} columns={1} save={t('mail.send')} onClose={onClose}>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-[550] text-sm">{t('mail.to')}</legend>
        {contacts.length === 0 && <p className="text-muted text-sm">{t('mail.noContacts')}</p>}
        {contacts.map(({ id, name, email }) => (
          <div key={id} className="flex items-center gap-2.5">
            <Checkbox
              id={`to-${id}`}
              checked={chosen.includes(email)}
              onCheckedChange={(checked) => choose(email, checked === true)}
            />
            <Label htmlFor={`to-${id}`}>
              {name} <span className="text-muted">{email}</span>
            </Label>
          </div>
        ))}
      </fieldset>
      <Field label={t('mail.other')} optional={contacts.length > 0}>
        <Input {...form.text('other')} maxLength={1000} autoComplete="off" />
      </Field>
      <Field label={t('mail.message')} optional>
        <Textarea {...form.text('message')} maxLength={1000} rows={2} />
      </Field>
      <Field label={t('mail.days')}>
        <Select
          {...form.value('days')}
          options={DAYS.map((value) => ({ value, label: t(`mail.day.${value}`) }))}
        />
      </Field>
    </FormDialogBody>
  );
}
