import { ArrowRightLeft, Coffee, Square } from 'lucide-react';
import { StatusDot } from '@/components/shared/status-dot';
import { Button } from '@/components/ui/button';
import { PopoverAnchor, PopoverTrigger } from '@/components/ui/popover';
import { useCostCode } from '@/entities/cost-code/cost-codes-query';
import { useProject } from '@/entities/project/projects-query';
import { LiveClock } from '@/entities/running-entry/live-clock';
import { openBreak, type RunningEntry } from '@/entities/running-entry/running-entry';
import { useClockOut } from '@/entities/running-entry/use-clock-out';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

/** Always in sight while time runs; Stop is one tap from any screen. */
export function RunningPill({ entry }: { entry: RunningEntry }) {
  const { t } = useTranslation('timer');
  const project = useProject(entry.project_id);
  const costCode = useCostCode(entry.cost_code_id);
  const clockOut = useClockOut();
  const onBreak = openBreak(entry) !== null;
  return (
    <PopoverAnchor>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a pill. */}
      <div
        role="group"
        aria-label={onBreak ? t('onBreak') : t('running')}
        className="flex h-10 min-w-0 items-center gap-1.5 rounded-full border border-running/50 bg-running-soft pr-1 pl-3 text-sm max-[399px]:gap-0.5 md:gap-2.5 md:pl-3.5 pointer-coarse:h-[50px] pointer-coarse:pr-0.5"
      >
        <StatusDot tone={onBreak ? 'attention' : 'running'} className="max-[399px]:hidden" />
        <LiveClock
          className={cn(
            'tabular shrink-0 font-[650]',
            onBreak ? 'text-attention-strong' : 'text-running-strong',
          )}
        />
        {onBreak && (
          <Coffee className="size-4 shrink-0 text-attention-strong sm:hidden" aria-hidden="true" />
        )}
        <span
          className={cn('min-w-0 max-w-44 truncate', onBreak ? 'max-sm:hidden' : 'max-lg:hidden')}
        >
          {onBreak ? t('onBreak') : (project?.name ?? t('noProject'))}
        </span>
        {costCode && (
          <span className="tabular whitespace-nowrap text-muted max-xl:hidden">
            {costCode.code}
          </span>
        )}
        <PopoverTrigger asChild>
          <Button
            variant="ghost"
            size="pill"
            className="max-md:px-2! md:-mr-1"
            aria-label={t('switchTitle')}
          >
            <ArrowRightLeft aria-hidden="true" />
            <span className="max-lg:hidden">{t('switch')}</span>
          </Button>
        </PopoverTrigger>
        <Button
          variant="running"
          size="pill"
          className="max-[399px]:px-2.5!"
          busy={clockOut.isPending}
          onClick={() => clockOut.mutate(entry.id)}
        >
          <Square aria-hidden="true" className="min-[400px]:hidden" />
          <span className="max-[399px]:sr-only">{t('stop')}</span>
        </Button>
      </div>
    </PopoverAnchor>
  );
}
