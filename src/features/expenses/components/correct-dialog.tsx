import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useCorrectExpense } from '@/features/expenses/api/decisions';
import type { Expense } from '@/features/expenses/expense';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

/** Zero takes it back completely. */
const AMOUNT = { digits: 2, min: 0, max: 9_999_999.99 };

/** After it was paid: the next payroll pays the difference or takes it back. */
export function CorrectDialog({ expense, onClose }: { expense: Expense; onClose: () => void }) {
  const { t } = useTranslation('expenses');
  const correct = useCorrectExpense();
  const form = useForm({
    initial: { amount: expense.amount.toFixed(2), note: '' },
    read: ({ amount, note }, wrong) => ({
      id: expense.id,
      amount: numberIn(amount, AMOUNT) ?? wrong('amount', t('form.amountWrong')),
      note: note.trim() || wrong('note', t('correct.noteWrong')),
    }),
    submit: (correction) => correct.mutateAsync(correction),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('correct.title')}
      description={t('correct.text')}
      width="small"
      columns={1}
      save={t('correct.save')}
      onClose={onClose}
    >
      <Field label={t('correct.amount')}>
        <NumberInput {...form.text('amount')} limits={AMOUNT} />
      </Field>
      <Field label={t('correct.note')}>
        <Input {...form.text('note')} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
