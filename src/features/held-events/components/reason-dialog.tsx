import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { PayDifference } from '@/entities/pay-difference/pay-difference';
import { heldPreviewQuery } from '@/entities/pay-difference/pay-difference-queries';
import {
  type HeldAction,
  useResolveHeldEvent,
} from '@/features/held-events/api/resolve-held-event';
import { useTranslation } from '@/lib/use-translation';

/** Default export because it is loaded when it opens. */
export default function ReasonDialog({
  id,
  action,
  onClose,
}: {
  id: string;
  action: Exclude<HeldAction, 'apply'>;
  onClose: () => void;
}) {
  const { t } = useTranslation('offline');
  const resolve = useResolveHeldEvent();
  const preview = useQuery({ ...heldPreviewQuery(id), enabled: action === 'adjust' });
  const confirm = action === 'adjust' ? t('held.confirmAdjust') : t('held.confirmDiscard');
  const form = useForm({
    initial: { reason: '' },
    submit: ({ reason }) => resolve.mutateAsync({ id, action, reason }),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={confirm}
      width="small"
      columns={1}
      save={confirm}
      button={{
        variant: action === 'discard' ? 'danger' : 'primary',
        disabled: form.values.reason.trim() === '',
      }}
      onClose={onClose}
    >
      {preview.data && <PayDifference lines={preview.data} />}
      <Field label={t('held.reason')} hint={t('held.reasonHint')}>
        <Textarea {...form.text('reason')} rows={2} required maxLength={500} />
      </Field>
    </FormDialog>
  );
}
