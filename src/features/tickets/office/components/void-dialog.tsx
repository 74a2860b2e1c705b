import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { Invoice } from '@/features/tickets/office/api/queries';
import { useVoidInvoice } from '@/features/tickets/office/api/writes';
import { useTranslation } from '@/lib/use-translation';

export function VoidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('billing');
  const voidIt = useVoidInvoice(invoice.id);
  const form = useForm({
    initial: { reason: '' },
    read: ({ reason }, wrong) => reason.trim() || wrong('reason', t('required.reason')),
    submit: (reason) => voidIt.mutateAsync(reason),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      onTop
      columns={1}
      title={t('void.title')}
      description={t('void.text')}
      save={t('invoice.void')}
      button={{ variant: 'danger' }}
      onClose={onClose}
    >
      <Field label={t('void.reason')}>
        <Input {...form.text('reason')} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
