import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { useCostCodeRequired } from '@/entities/cost-code/use-cost-code-required';
import { EquipmentPicker } from '@/entities/equipment/equipment-picker';
import { useHasMachines } from '@/entities/equipment/use-has-machines';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { useSwitchProject } from '@/entities/running-entry/use-switch-project';
import { WorkFields } from '@/entities/running-entry/work-fields';
import { toast } from '@/lib/toast';
import { useTranslation } from '@/lib/use-translation';

export interface SwitchDialogProps {
  running: RunningEntry;
  /** What the code at the gate names. */
  scanned: { projectId: string; costCodeId: string | null } | null;
  onClose: () => void;
}

/** Another project or code at the same instant: not a second is lost or counted twice. */
export function SwitchDialog({ running, scanned, onClose }: SwitchDialogProps) {
  const { t } = useTranslation(['my-status', 'common']);
  const hasMachines = useHasMachines();
  const needsCode = useCostCodeRequired();
  const { change, isPending } = useSwitchProject();
  const form = useForm({
    initial: {
      projectId: scanned?.projectId ?? running.project_id,
      costCodeId: scanned?.costCodeId ?? null,
      classificationId: null as string | null,
      equipmentId: null as string | null,
      notes: '',
    },
    submit: ({ projectId, costCodeId, notes, ...chosen }) => {
      if (projectId && (costCodeId || !needsCode(projectId)))
        change({ projectId, costCodeId, ...chosen, notes: notes.trim() }, onClose);
      else
        toast.error(t('cannotSwitch.title'), {
          description: t(needsCode(projectId) ? 'cannotStart.text' : 'cannotStart.project'),
        });
    },
  });
  return (
    <FormDialog
      form={{ ...form, busy: isPending }}
      title={t('switch.title')}
      description={t('switch.description')}
      width="small"
      columns={1}
      save={t('timer.switch')}
      onClose={onClose}
    >
      <WorkFields {...form.values} onChange={form.set} />
      {hasMachines && (
        <Field label={t('common:equipment.label')}>
          <EquipmentPicker {...form.value('equipmentId')} />
        </Field>
      )}
      <Field label={t('timer.notes')}>
        <Textarea {...form.text('notes')} rows={2} maxLength={2000} />
      </Field>
    </FormDialog>
  );
}
