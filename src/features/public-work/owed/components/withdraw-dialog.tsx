import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { Restitution } from '@/features/public-work/owed/api/queries';
import { useWithdrawRestitution } from '@/features/public-work/owed/api/restitution';
import { useTranslation } from '@/lib/use-translation';

/** Deletes the adjustments and leaves the record, with why. */
export function WithdrawDialog({
  restitution,
  onClose,
}: {
  restitution: Restitution;
  onClose: () => void;
}) {
  const { t } = useTranslation('owed-wages');
  const withdraw = useWithdrawRestitution();
  const form = useForm({
    initial: { reason: '' },
    read: ({ reason }, wrong) => ({
      id: restitution.id,
      reason: reason.trim() || wrong('reason', t('withdraw.reasonMissing')),
    }),
    submit: (input) => withdraw.mutateAsync(input),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t('withdraw.title')}
      description={t('withdraw.text')}
      save={t('withdraw.save')}
      button={{ variant: 'danger' }}
      onClose={onClose}
    >
      <Field label={t('withdraw.reason')}>
        <Textarea {...form.text('reason')} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
