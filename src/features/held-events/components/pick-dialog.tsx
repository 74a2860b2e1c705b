import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { useCostCodeRequired } from '@/entities/cost-code/use-cost-code-required';
import { WorkFields } from '@/entities/running-entry/work-fields';
import { useCorrectHeldEvent } from '@/features/held-events/api/correct-held-event';
import { useTranslation } from '@/lib/use-translation';

/** Default export because it is loaded when it opens. */
export default function PickDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('offline');
  const needsCode = useCostCodeRequired();
  const correct = useCorrectHeldEvent();
  const form = useForm({
    initial: {
      projectId: null as string | null,
      costCodeId: null as string | null,
      classificationId: null as string | null,
    },
    read: ({ projectId, costCodeId, classificationId }, wrong) => {
      if (needsCode(projectId) && !costCodeId) wrong('costCodeId', '');
      return { id, projectId: projectId ?? wrong('projectId', ''), costCodeId, classificationId };
    },
    submit: (correction) => correct.mutateAsync(correction),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={t('held.pickTitle')}
      description={t('held.pickText')}
      width="small"
      columns={1}
      button={{ disabled: !form.valid }}
      onClose={onClose}
    >
      <WorkFields {...form.values} onChange={form.set} />
    </FormDialog>
  );
}
