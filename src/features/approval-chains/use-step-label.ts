import type { Decider } from '@/features/approval-chains/api/steps';
import { useTranslation } from '@/lib/use-translation';

interface LabelledStep {
  decider: Decider;
  name?: string | null;
  step_name?: string | null;
  role?: string | null;
}

/** What a step is called: the company's word for it, else who decides it. */
export function useStepLabel() {
  const { t } = useTranslation('approval-chains');
  return ({ decider, role, ...step }: LabelledStep): string =>
    step.name ??
    step.step_name ??
    (decider === 'role' && role === 'owner' ? t('decider.owner') : t(`decider.${decider}`));
}
