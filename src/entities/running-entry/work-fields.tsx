import { Field } from '@/components/ui/field';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { useHasCostCodes } from '@/entities/cost-code/use-cost-code-required';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useTranslation } from '@/lib/use-translation';

export interface Work {
  projectId: string | null;
  costCodeId: string | null;
}

interface WorkFieldsProps extends Work {
  onChange: (work: Work) => void;
  size?: 'huge';
}

/** What one works on. Another project begins without a cost code. */
export function WorkFields({ projectId, costCodeId, onChange, size }: WorkFieldsProps) {
  const { t } = useTranslation('common');
  const hasCostCodes = useHasCostCodes();
  const sized = size && { size };
  return (
    <>
      <Field label={t('project.label')}>
        <ProjectPicker
          {...sized}
          value={projectId}
          onValueChange={(next) => onChange({ projectId: next, costCodeId: null })}
        />
      </Field>
      {hasCostCodes && (
        <Field label={t('costCode.label')}>
          <CostCodePicker
            {...sized}
            projectId={projectId}
            value={costCodeId}
            onValueChange={(next) => onChange({ projectId, costCodeId: next })}
          />
        </Field>
      )}
    </>
  );
}
