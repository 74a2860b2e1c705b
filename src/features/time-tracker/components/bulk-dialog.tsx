import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import { ClassificationPart } from '@/entities/classification/classification-part';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { ProjectPicker } from '@/entities/project/project-picker';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { useAsksWhy } from '@/entities/viewer/own-time-rights';
import { type JobChange, useChangeEntries } from '@/features/time-tracker/api/change-entries';
import { useTranslation } from '@/lib/use-translation';

export interface BulkDialogProps {
  entries: readonly TimeEntry[];
  onDone: () => void;
  onClose: () => void;
}

/** Another project or cost code for all selected entries; what is left empty stays as it is. */
export function BulkDialog({ entries, onDone, onClose }: BulkDialogProps) {
  const { t } = useTranslation(['time-tracker', 'common']);
  const change = useChangeEntries();
  const asksWhy = useAsksWhy();
  const form = useForm({
    initial: {
      projectId: null as string | null,
      costCodeId: null as string | null,
      classificationId: null as string | null,
      reason: '',
    },
    read: ({ projectId, costCodeId, classificationId, reason }, wrong) => {
      const changes: JobChange = {
        ...(projectId && { project_id: projectId }),
        ...(costCodeId && { cost_code_id: costCodeId }),
        ...(classificationId && { classification_id: classificationId }),
      };
      if (!projectId && !costCodeId && !classificationId) wrong('projectId', t('bulk.nothing'));
      return {
        changes,
        reason:
          reason.trim() || (asksWhy ? wrong('reason', t('form.problem.reasonMissing')) : null),
      };
    },
    submit: (fields) => change.mutateAsync({ entries, ...fields }),
    done: onDone,
  });
  const projects = new Set(entries.map(({ project_id }) => project_id));
  const [only = null] = projects.size === 1 ? projects : [];
  return (
    <FormDialog
      form={form}
      title={t('bulk.title', { count: entries.length })}
      description={t('bulk.text')}
      save={t('bulk.save', { count: entries.length })}
      onClose={onClose}
    >
      <Field label={t('common:project.label')} optional>
        <ProjectPicker {...form.value('projectId')} placeholder={t('bulk.keep')} />
      </Field>
      <Field label={t('common:costCode.label')} optional>
        <CostCodePicker
          {...form.value('costCodeId')}
          projectId={form.values.projectId ?? only}
          placeholder={t('bulk.keep')}
        />
      </Field>
      <ClassificationPart
        part="field"
        projectId={form.values.projectId ?? only}
        costCodeId={null}
        emptyLabel={t('bulk.keep')}
        {...form.value('classificationId')}
      />
      <Field label={t('form.reason')} optional={!asksWhy}>
        <Textarea {...form.text('reason')} rows={1} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
