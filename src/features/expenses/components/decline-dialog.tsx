import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { useDecideExpenses } from '@/features/expenses/api/decisions';
import { useTranslation } from '@/lib/use-translation';

export interface DeclineDialogProps {
  ids: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

/** Nothing is declined without a word to the person. */
export function DeclineDialog({ ids, onDone, onClose }: DeclineDialogProps) {
  const { t } = useTranslation('expenses');
  const decide = useDecideExpenses();
  const form = useForm({
    initial: { note: '' },
    read: ({ note }, wrong) => ({ note: note.trim() || wrong('note', t('approve.noteWrong')) }),
    submit: ({ note }) => decide.mutateAsync({ ids, approve: false, note }),
    done: () => {
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('approve.declineTitle')}
      width="small"
      columns={1}
      save={t('approve.decline')}
      onClose={onClose}
    >
      <Field label={t('approve.note')} hint={t('approve.noteHint')}>
        <Textarea {...form.text('note')} maxLength={500} rows={3} />
      </Field>
    </FormDialog>
  );
}
