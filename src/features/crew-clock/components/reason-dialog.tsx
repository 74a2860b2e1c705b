import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useTranslation } from '@/lib/use-translation';

interface ReasonDialogProps {
  action: string;
  onGive: (reason: string) => void;
  onClose: () => void;
}

/** The project asks for a location, and nobody's phone but the foreman's is here. */
export default function ReasonDialog({ action, onGive, onClose }: ReasonDialogProps) {
  const { t } = useTranslation('crew');
  const form = useForm({
    initial: { reason: '' },
    read: ({ reason }, wrong) => ({
      reason: reason.trim() || wrong('reason', t('reasonMissing')),
    }),
    submit: async ({ reason }) => onGive(reason),
    done: onClose,
  });
  return (
    <FormDialog form={form} title={t('reasonTitle')} save={action} columns={1} onClose={onClose}>
      <Field label={t('reason')} hint={t('reasonHint')}>
        <Input {...form.text('reason')} maxLength={500} autoFocus />
      </Field>
    </FormDialog>
  );
}
