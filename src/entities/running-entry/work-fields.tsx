import { Field } from '@/components/ui/field';
import { ClassificationPart } from '@/entities/classification/classification-part';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { useHasCostCodes } from '@/entities/cost-code/use-cost-code-required';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useTranslation } from '@/lib/use-translation';

export interface Work {
  projectId: string | null;
  costCodeId: string | null;
  /** Of a public project, as chosen. */
  classificationId?: string | null;
}

interface WorkFieldsProps extends Work {
  onChange: (work: Work) => void;
  size?: 'huge';
}

/** What one works on. Another project begins without a cost code and class. */
export function WorkFields({
  projectId,
  costCodeId,
  classificationId = null,
  onChange,
  size,
}: WorkFieldsProps) {
  const { t } = useTranslation('common');
  const hasCostCodes = useHasCostCodes();
  const sized = size && { size };
  return (
    <>
      <Field label={t('project.label')}>
        <ProjectPicker
          {...sized}
          value={projectId}
          onValueChange={(next) =>
            onChange({ projectId: next, costCodeId: null, classificationId: null })
          }
        />
      </Field>
      {hasCostCodes && (
        <Field label={t('costCode.label')}>
          <CostCodePicker
            {...sized}
            projectId={projectId}
            value={costCodeId}
            onValueChange={(next) => onChange({ projectId, costCodeId: next, classificationId })}
          />
        </Field>
      )}
      <ClassificationPart
        part="field"
        {...sized}
        projectId={projectId}
        costCodeId={costCodeId}
        value={classificationId}
        onValueChange={(next) => onChange({ projectId, costCodeId, classificationId: next })}
      />
    </>
  );
}
