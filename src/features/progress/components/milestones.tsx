import { Check } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { Milestone } from '@/entities/budget/milestones';
import { useTranslation } from '@/lib/use-translation';

export interface MilestonesProps {
  steps: readonly Milestone[];
  /** Percent done so far, and with what is about to be saved. */
  before: number;
  after: number;
  onReach: (step: Milestone) => void;
}

/** The steps of a code in their order; a tap enters what is missing up to the end of one. */
export function Milestones({ steps, before, after, onReach }: MilestonesProps) {
  const { t } = useTranslation('progress');
  return (
    <ul aria-label={t('milestones.title')} className="grid gap-2">
      {steps.map((step) => {
        const isDone = step.after <= before;
        return (
          <li key={step.after}>
            <Button
              block
              size="large"
              disabled={isDone}
              aria-pressed={step.after <= after}
              className="justify-start aria-pressed:border-primary aria-pressed:bg-primary-soft"
              onClick={() => onReach(step)}
            >
              {isDone && <Check aria-hidden="true" />}
              {t('milestones.step', { name: step.name, percent: step.after })}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
