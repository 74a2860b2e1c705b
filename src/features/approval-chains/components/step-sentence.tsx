import { Fragment } from 'react';
import { Badge } from '@/components/ui/badge';
import type { Step } from '@/features/approval-chains/api/chains';
import type { ChainNames } from '@/features/approval-chains/use-chain-names';
import { useTranslation } from '@/lib/use-translation';

/** Crew foreman → Project manager + Safety → Payroll (Ana Cruz). */
export function StepSentence({ steps, names }: { steps: readonly Step[]; names: ChainNames }) {
  const { t } = useTranslation('approval-chains');
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm">
      {steps.map((step, place) => {
        const who = names.whoOf(step);
        const before = steps[place - 1];
        return (
          <Fragment
            key={`${step.decider} ${step.role} ${step.employee_id} ${step.company_role_id}`}
          >
            {before && (
              <span className="text-muted">{before.level === step.level ? t('and') : '→'}</span>
            )}
            <span>
              {step.name ?? who}
              {step.name && who && ` (${who})`}
            </span>
            {who === null && <Badge tone="attention">{t('open.cannotDecide')}</Badge>}
          </Fragment>
        );
      })}
    </p>
  );
}
