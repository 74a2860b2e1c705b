import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Restitution } from '@/features/public-work/owed/api/queries';
import { useRecordPayment } from '@/features/public-work/owed/api/restitution';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

/** When restitution was paid, and the number that proves it. */
export function PaymentDialog({
  restitution,
  name,
  onClose,
}: {
  restitution: Restitution;
  name: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('owed-wages');
  const format = useFormat();
  const today = useToday(format.preferences.timeZone);
  const record = useRecordPayment();
  const form = useForm({
    initial: {
      paidOn: (restitution.paid_on ?? today) as DateInputValue,
      reference: restitution.payment_reference ?? '',
    },
    read: ({ paidOn, reference }, wrong) => ({
      id: restitution.id,
      paidOn: isDate(paidOn) ? paidOn : wrong('paidOn', t('payment.dateWrong')),
      reference: reference.trim(),
    }),
    submit: (input) => record.mutateAsync(input),
    refusals: { invalid_date: ['paidOn', t('payment.dateWrong')] },
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t('payment.title')}
      description={t('payment.text', {
        name,
        amount: format.moneyFromCents(restitution.amount_cents ?? 0),
      })}
      onClose={onClose}
    >
      <Field label={t('payment.date')}>
        <DateInput {...form.value('paidOn')} />
      </Field>
      <Field label={t('payment.reference')} hint={t('payment.referenceHint')} optional>
        <Input {...form.text('reference')} maxLength={100} />
      </Field>
    </FormDialog>
  );
}
