import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { ClassificationPart } from '@/entities/classification/classification-part';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import type { Work } from '@/entities/crew/crew-plan';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useTranslation } from '@/lib/use-translation';

interface WorkDialogProps {
  title: string;
  /** On the button. */
  action: string;
  work: Work | null;
  onChoose: (work: Work) => void;
  onClose: () => void;
}

/** Another project, cost code or class of work than the plan's. */
export default function WorkDialog({ title, action, work, onChoose, onClose }: WorkDialogProps) {
  const { t } = useTranslation(['crew', 'common']);
  const form = useForm({
    initial: {
      projectId: work?.projectId ?? null,
      costCodeId: work?.costCodeId ?? null,
      classificationId: work?.classificationId ?? null,
    },
    read: ({ projectId, costCodeId, classificationId }, wrong) => ({
      projectId: projectId ?? wrong('projectId', t('projectMissing')),
      costCodeId,
      classificationId,
    }),
    submit: async (chosen) => onChoose(chosen),
    done: onClose,
  });
  const project = form.value('projectId');
  return (
    <FormDialog form={form} title={title} save={action} columns={1} onClose={onClose}>
      <Field label={t('common:project.label')}>
        <ProjectPicker
          {...project}
          onValueChange={(next) => {
            project.onValueChange(next);
            form.value('costCodeId').onValueChange(null);
            form.value('classificationId').onValueChange(null);
          }}
        />
      </Field>
      <Field label={t('common:costCode.label')}>
        <CostCodePicker projectId={project.value} {...form.value('costCodeId')} />
      </Field>
      <ClassificationPart
        part="field"
        projectId={project.value}
        costCodeId={form.values.costCodeId}
        employeeId={null}
        {...form.value('classificationId')}
      />
    </FormDialog>
  );
}
