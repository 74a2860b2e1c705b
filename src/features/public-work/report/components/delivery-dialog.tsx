import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import {
  CHANNELS,
  type Channel,
  type SignedReport,
} from '@/features/public-work/report/api/queries';
import { useRecordDelivery } from '@/features/public-work/report/api/writes';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

interface DeliveryDialogProps {
  report: SignedReport;
  onClose: () => void;
}

/** That a report was handed in, by whatever way, and the number that proves it. */
export function DeliveryDialog({ report, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation('certified-payroll');
  const today = useToday(useFormat().preferences.timeZone);
  const record = useRecordDelivery();
  const form = useForm({
    initial: {
      channel: 'portal' as Channel,
      deliveredOn: today as DateInputValue,
      recipient: report.content.report.header.agency ?? '',
      reference: '',
    },
    read: ({ channel, deliveredOn, recipient, reference }, wrong) => ({
      id: report.id,
      channel,
      deliveredOn: isDate(deliveredOn) ? deliveredOn : wrong('deliveredOn', t('delivery.dayWrong')),
      recipient: recipient.trim(),
      reference: reference.trim(),
    }),
    submit: (input) => record.mutateAsync(input),
    refusals: { delivery_day_wrong: ['deliveredOn', t('delivery.dayWrong')] },
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t('delivery.record')}
      description={t('delivery.recordText', { number: report.number })}
      onClose={onClose}
    >
      <Field label={t('delivery.channel')}>
        <Select
          {...form.value('channel')}
          options={CHANNELS.map((value) => ({ value, label: t(`channel.${value}`) }))}
        />
      </Field>
      <Field label={t('delivery.day')}>
        <DateInput {...form.value('deliveredOn')} />
      </Field>
      <Field label={t('delivery.recipient')} optional>
        <Input {...form.text('recipient')} maxLength={254} />
      </Field>
      <Field label={t('delivery.reference')} hint={t('delivery.referenceHint')} optional>
        <Input {...form.text('reference')} maxLength={200} />
      </Field>
    </FormDialog>
  );
}
