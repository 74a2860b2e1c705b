import type { DefinitionProblem } from '@/entities/form/check-definition';
import { useTranslation } from '@/lib/use-translation';

/** Why a section or question cannot be saved; a missing text is said in its field. */
export function ProblemText({ problem }: { problem: DefinitionProblem | undefined }) {
  const { t } = useTranslation('forms');
  if (!problem || problem === 'text_missing') return null;
  return (
    <p role="alert" className="text-danger text-sm">
      {t(`problem.${problem}`)}
    </p>
  );
}
