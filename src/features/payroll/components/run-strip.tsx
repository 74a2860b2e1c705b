import { Check, ChevronRight } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useApproveClean } from '@/features/payroll/api/approvals';
import type { PayPeriod } from '@/features/payroll/api/queries';
import {
  nextStep,
  type RunFacts,
  STEPS,
  type StepId,
  type StepState,
  stepState,
} from '@/features/payroll/run-steps';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const MARKS: Record<StepState, string> = {
  done: 'bg-success-soft text-success-strong',
  next: 'bg-primary text-primary-foreground',
  later: 'border border-border-strong text-muted',
};

export interface RunStripProps {
  period: PayPeriod;
  facts: RunFacts;
  onFix: () => void;
  onLock: () => void;
  onExport: () => void;
}

/** Where the run stands, and the one button that takes it further. */
export function RunStrip({ period, facts, onFix, onLock, onExport }: RunStripProps) {
  const { t } = useTranslation('payroll');
  const details = useStepDetails(period, facts);
  const approve = useApproveClean();
  const next = nextStep(facts);
  const approveAll = () => approve.mutate({ start: period.start, end: period.end });
  // Approving is left to its button: a step somebody only wants to read must not approve everyone.
  const open: Partial<Record<StepId, () => void>> = {
    ...(facts.issues > 0 && { fix: onFix }),
    ...(!period.locked && !period.current && { lock: onLock }),
    export: onExport,
  };
  const actions: Record<StepId, { label: string; press: () => void }> = {
    fix: { label: t('run.fix', { count: facts.issues }), press: onFix },
    approve: { label: t('run.approve', { count: facts.approvable }), press: approveAll },
    lock: { label: t('lock.action'), press: onLock },
    export: { label: t('run.export'), press: onExport },
  };
  return (
    <Card
      aria-label={t('run.label')}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4 max-md:px-4"
    >
      <ol className="grid min-w-0 flex-1 grid-cols-2 gap-x-3 gap-y-2 md:grid-cols-4">
        {STEPS.map((id, place) => (
          <li key={id} className="flex min-w-0 items-center gap-2">
            <Step
              number={place + 1}
              title={t(`run.step.${id}`)}
              detail={details[id]}
              state={stepState(id, facts)}
              onPress={open[id]}
            />
            {place < STEPS.length - 1 && (
              <ChevronRight
                aria-hidden="true"
                className="ml-auto size-4 shrink-0 text-faint max-md:hidden"
              />
            )}
          </li>
        ))}
      </ol>
      {next && (
        <div className="flex flex-wrap gap-2 max-xl:w-full" data-print="hide">
          {next === 'fix' && facts.approvable > 0 && (
            <Button
              size="large"
              className="max-sm:w-full"
              busy={approve.isPending}
              onClick={approveAll}
            >
              {actions.approve.label}
            </Button>
          )}
          <Button
            size="large"
            variant="primary"
            className="max-sm:w-full"
            busy={next === 'approve' && approve.isPending}
            onClick={actions[next].press}
          >
            {actions[next].label}
          </Button>
        </div>
      )}
    </Card>
  );
}

function useStepDetails(period: PayPeriod, facts: RunFacts): Record<StepId, string> {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const fix = () => {
    if (period.locked) return t('run.detail.over');
    if (facts.issues > 0) return t('run.detail.issues', { count: facts.issues });
    return t(facts.hasPay ? 'stat.allClean' : 'stat.noTime');
  };
  const lock = () => {
    if (period.locked)
      return period.lockedAt
        ? t('run.detail.on', { date: format.dateTime(period.lockedAt) })
        : t('period.lockedBadge');
    if (period.current) return t('lock.from', { date: format.date(addDays(period.end, 1)) });
    const open = facts.toApprove - facts.approved;
    return open > 0 ? t('run.detail.notApproved', { count: open }) : t('run.detail.freezes');
  };
  const exported = () => {
    if (facts.exportedAt) return t('run.detail.on', { date: format.dateTime(facts.exportedAt) });
    return t(period.locked ? 'run.detail.notExported' : 'run.detail.afterLock');
  };
  return {
    fix: fix(),
    approve:
      facts.toApprove === 0
        ? t('run.detail.nobody')
        : t('run.detail.approved', { approved: facts.approved, all: facts.toApprove }),
    lock: lock(),
    export: exported(),
  };
}

interface StepProps {
  number: number;
  title: string;
  detail: string;
  state: StepState;
  onPress: (() => void) | undefined;
}

function Step({ number, title, detail, state, onPress }: StepProps) {
  const { t } = useTranslation('payroll');
  return (
    <div
      className="relative flex min-w-0 items-center gap-3 max-md:min-h-11"
      aria-current={state === 'next' ? 'step' : undefined}
    >
      <span
        className={cn(
          'tabular inline-grid size-7 shrink-0 place-items-center rounded-full font-[620] text-sm',
          MARKS[state],
        )}
      >
        {state === 'done' ? (
          <Check aria-hidden="true" className="size-4" />
        ) : (
          <span aria-hidden="true">{number}</span>
        )}
        {state === 'done' && <span className="sr-only">{t('run.done')}</span>}
      </span>
      <span className="min-w-0">
        {onPress ? (
          <button
            type="button"
            className="block cursor-pointer font-[620] after:absolute after:inset-0 hover:underline"
            onClick={onPress}
          >
            {title}
          </button>
        ) : (
          <span className={cn('block font-[620]', state === 'later' && 'text-muted')}>{title}</span>
        )}
        <span className="block text-muted text-sm">{detail}</span>
      </span>
    </div>
  );
}
