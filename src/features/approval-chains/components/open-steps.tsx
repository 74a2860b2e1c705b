import { useState } from 'react';
import { ReasonDialog } from '@/components/shared/reason-dialog';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { employeeName } from '@/entities/employee/employees-query';
import { useProjectNames } from '@/entities/project/projects-query';
import { useIsPrivileged } from '@/entities/viewer/use-viewer';
import { type Progress, useOverrideSteps } from '@/features/approval-chains/api/steps';
import { useStepLabel } from '@/features/approval-chains/use-step-label';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

interface OpenStepsProps {
  rows: readonly Progress[];
  range: DateRange;
}

/** Which step time is at and who must act. Managers may go past the steps where the chain allows it. */
export function OpenSteps({ rows, range }: OpenStepsProps) {
  const { t } = useTranslation('approval-chains');
  const manages = useIsPrivileged();
  const [overriding, setOverriding] = useState<Progress | null>(null);
  const override = useOverrideSteps();
  return (
    <>
      <ul className="divide-y" aria-label={t('open.title')}>
        {rows.map((row) => (
          <OpenStep
            key={`${row.employee_id} ${row.project_id} ${row.step_id}`}
            row={row}
            withName={manages}
            onOverride={
              manages && row.override_allowed && !row.mine ? () => setOverriding(row) : null
            }
          />
        ))}
      </ul>
      {overriding && (
        <ReasonDialog
          title={t('override.title', { name: employeeName(overriding) })}
          description={t('override.text')}
          confirmLabel={t('override.action')}
          reasonLabel={t('reason')}
          missing={t('failure.step_reason_required')}
          busy={override.isPending}
          onConfirm={(reason) =>
            override.mutate(
              { employeeId: overriding.employee_id, range, reason },
              { onSuccess: () => setOverriding(null) },
            )
          }
          onClose={() => setOverriding(null)}
        />
      )}
    </>
  );
}

interface OpenStepProps {
  row: Progress;
  withName: boolean;
  onOverride: (() => void) | null;
}

function OpenStep({ row, withName, onOverride }: OpenStepProps) {
  const { t } = useTranslation('approval-chains');
  const format = useFormat();
  const label = useStepLabel();
  const name = employeeName(row);
  const project = useProjectNames()(row.project_id, row.project_name) ?? t('noProject');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <div className="min-w-52 flex-1">
        <p className="font-[620]">{withName ? name : project}</p>
        <p className="text-muted">
          {withName && `${project} · `}
          {t('days', { count: row.days })} ·{' '}
          <span className="tabular">{formatDuration(row.seconds)}</span>
        </p>
        {row.returned_reason && (
          <p className="text-attention-strong">
            {t('returned', { name: row.returned_by ?? '', reason: row.returned_reason })}
          </p>
        )}
      </div>
      <div className="min-w-52 flex-1">
        <Badge tone={row.via === 'nobody' ? 'attention' : 'primary'} className="whitespace-normal">
          {t('step', { level: row.level, levels: row.levels, name: label(row) })}
        </Badge>
        <p className="mt-1">
          {t(row.via === 'nobody' ? 'open.nobody' : 'open.who', { names: format.list(row.who) })}
        </p>
      </div>
      {onOverride && (
        <Button size="small" aria-label={t('override.title', { name })} onClick={onOverride}>
          {t('override.action')}
        </Button>
      )}
    </li>
  );
}
