import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListSkeleton } from '@/components/shared/loading-state';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useMayOnProject } from '@/entities/company-role/use-may-on-project';
import { budgetPaceQuery } from '@/features/budgets/api/queries';
import { Stepper } from '@/features/budgets/components/stepper';
import { WhatIfResult } from '@/features/budgets/components/what-if-result';
import { WhatIfScenarios } from '@/features/budgets/components/what-if-scenarios';
import {
  type Changes,
  isUnchanged,
  NO_CHANGES,
  type Outlook,
  whatIf,
} from '@/features/budgets/what-if';
import { useTranslation } from '@/lib/use-translation';

export interface WhatIfCardProps {
  projectId: string;
  /** Null while it is too early for a forecast. */
  outlook: Outlook | null;
}

/** Changes of the plan and what they do; kept only as a scenario. */
export function WhatIfCard({ projectId, outlook }: WhatIfCardProps) {
  const { t } = useTranslation('budgets');
  const mayWrite = useMayOnProject('budgets', projectId);
  const { data: pace, isPending } = useQuery(budgetPaceQuery(projectId));
  const [changes, setChanges] = useState<Changes>(NO_CHANGES);
  const change = (part: Partial<Changes>) => setChanges({ ...changes, ...part });
  if (isPending) {
    return (
      <Card className="self-start">
        <CardHeader title={t('whatIf.title')} divided />
        <ListSkeleton rows={5} />
      </Card>
    );
  }
  if (!pace || !outlook) {
    return (
      <Card className="self-start">
        <CardHeader title={t('whatIf.title')} divided />
        <p className="px-5 py-4 text-muted text-sm">{t('whatIf.unavailable')}</p>
      </Card>
    );
  }
  const usual = Math.max(1, Math.round(pace.people));
  return (
    <Card className="self-start">
      <CardHeader
        title={t('whatIf.title')}
        description={t('whatIf.text')}
        divided
        action={
          <Button
            variant="link"
            size="inline"
            disabled={isUnchanged(changes)}
            onClick={() => setChanges(NO_CHANGES)}
          >
            {t('whatIf.reset')}
          </Button>
        }
      />
      <div className="px-5 py-3">
        <Stepper
          label={t('whatIf.people')}
          value={changes.people ?? usual}
          min={1}
          max={200}
          onChange={(people) => change({ people: people === usual ? null : people })}
        />
        <Stepper
          label={t('whatIf.weeksLater')}
          value={changes.weeksLater}
          min={0}
          max={52}
          onChange={(weeksLater) => change({ weeksLater })}
        />
        <Stepper
          label={t('whatIf.productivity')}
          value={changes.productivity}
          min={-50}
          max={50}
          step={5}
          onChange={(productivity) => change({ productivity })}
        />
        <SwitchRow
          id="four-tens"
          label={t('whatIf.fourTens')}
          text={t('whatIf.fourTensText')}
          checked={changes.fourTens}
          onCheckedChange={(fourTens) => change({ fourTens })}
        />
        <SwitchRow
          id="no-overtime"
          label={t('whatIf.noOvertime')}
          text={t('whatIf.noOvertimeText')}
          checked={changes.noOvertime}
          onCheckedChange={(noOvertime) => change({ noOvertime })}
        />
      </div>
      <WhatIfResult now={whatIf(outlook, pace, NO_CHANGES)} then={whatIf(outlook, pace, changes)} />
      {mayWrite && (
        <WhatIfScenarios
          projectId={projectId}
          changes={changes}
          outcomeOf={(kept) => whatIf(outlook, pace, kept)}
          onOpen={setChanges}
        />
      )}
    </Card>
  );
}
