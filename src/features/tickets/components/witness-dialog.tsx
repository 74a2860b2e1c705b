import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useAddWitness } from '@/features/tickets/api/write-ticket';
import { useTranslation } from '@/lib/use-translation';

/** Who else heard the order; written once. */
export function WitnessDialog({ ticketId, onClose }: { ticketId: string; onClose: () => void }) {
  const { t } = useTranslation('tickets');
  const add = useAddWitness(ticketId);
  const form = useForm({
    initial: { name: '' },
    read: ({ name }, wrong) => name.trim() || wrong('name', t('required.witness')),
    submit: (name) => add.mutateAsync(name),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('witness.add')}
      description={t('witness.text')}
      width="small"
      columns={1}
      onClose={onClose}
    >
      <Field label={t('witness.name')}>
        <Input {...form.text('name')} maxLength={200} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
