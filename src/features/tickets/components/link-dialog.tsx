import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { CapturedMail } from '@/components/shared/captured-mail';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useSendTicketLink } from '@/features/tickets/api/write-ticket';
import type { Ticket } from '@/features/tickets/ticket';
import type { Language } from '@/lib/languages';
import { useTranslation } from '@/lib/use-translation';

/** Mails the customer a link to sign or refuse, without an account. Needs a signal. */
export function LinkDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t, language } = useTranslation('tickets');
  const send = useSendTicketLink(ticket.id);
  const form = useForm({
    initial: { email: ticket.fields.directed_email ?? '', language: language as Language },
    read: ({ email, language: chosen }, wrong) => ({
      email: /^[^@\s]+@[^@\s]+$/.test(email.trim())
        ? email.trim()
        : wrong('email', t('required.email')),
      language: chosen,
    }),
    submit: (input) => send.mutateAsync(input),
    done: onClose,
    refusals: { ticket_email: ['email', t('required.email')] },
  });
  return (
    <FormDialog
      form={form}
      title={t('link.title')}
      description={t('link.text')}
      width="small"
      columns={1}
      save={t('link.send')}
      onClose={onClose}
    >
      <Field label={t('facts.email')}>
        <Input {...form.text('email')} type="email" maxLength={254} />
      </Field>
      <Field label={t('link.language')}>
        <Select
          {...form.value('language')}
          options={[
            { value: 'en', label: 'English' },
            { value: 'es', label: 'Español' },
          ]}
        />
      </Field>
      <CapturedMail />
    </FormDialog>
  );
}
