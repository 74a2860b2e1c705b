import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { LogLine } from '@/features/safety/api/queries';
import { useVoidCase } from '@/features/safety/api/writes';
import { useTranslation } from '@/lib/use-translation';

export function VoidDialog({ line, onClose }: { line: LogLine; onClose: () => void }) {
  const { t } = useTranslation('safety');
  const strike = useVoidCase();
  const form = useForm({
    initial: { reason: '' },
    read: ({ reason }, wrong) => ({
      id: line.id,
      reason: reason.trim() || wrong('reason', t('required.reason')),
    }),
    submit: (given) => strike.mutateAsync(given),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      columns={1}
      title={t('void.title', { number: line.number })}
      description={t('void.text')}
      save={t('log.void')}
      onClose={onClose}
    >
      <Field label={t('void.reason')}>
        <Textarea {...form.text('reason')} rows={2} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
