import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import type { Invoice } from '@/features/tickets/office/api/queries';
import { useRecordSent } from '@/features/tickets/office/api/writes';
import { useTranslation } from '@/lib/use-translation';

/** To whom and when the invoice went out; payment is for accounting. */
export function SentDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const { today } = useCalendar();
  const record = useRecordSent(invoice.id);
  const form = useForm({
    initial: () => ({
      to: invoice.sent_to ?? invoice.content.customer.email ?? '',
      on: (invoice.sent_on ?? today) as DateInputValue,
    }),
    read: ({ to, on }, wrong) => ({
      to: to.trim() || wrong('to', t('required.sentTo')),
      on: isDate(on) ? on : wrong('on', t('required.date')),
    }),
    submit: (sent) => record.mutateAsync(sent),
    done: onClose,
    refusals: { office_date: ['on', t('required.notFuture')] },
  });
  return (
    <FormDialog
      form={form}
      onTop
      title={t('sent.title')}
      description={t('sent.text')}
      save={t('invoice.markSent')}
      onClose={onClose}
    >
      <Field label={t('sent.to')}>
        <Input {...form.text('to')} maxLength={254} />
      </Field>
      <Field label={t('sent.on')}>
        <DateInput {...form.value('on')} />
      </Field>
    </FormDialog>
  );
}
