import { ArrowRightLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '@/components/shared/status-dot';
import { Button } from '@/components/ui/button';
import { PopoverAnchor, PopoverTrigger } from '@/components/ui/popover';
import { useCostCode } from '@/entities/cost-code/cost-codes-query';
import { useProject } from '@/entities/project/projects-query';
import { LiveClock } from '@/entities/running-entry/live-clock';
import { openBreak, type RunningEntry } from '@/entities/running-entry/running-entry';
import { useClockOut } from '@/entities/running-entry/use-clock-out';

/** Always in sight while time runs; Stop is one tap from any screen. */
export function RunningPill({ entry }: { entry: RunningEntry }) {
  const { t } = useTranslation('timer');
  const project = useProject(entry.project_id);
  const costCode = useCostCode(entry.cost_code_id);
  const clockOut = useClockOut();
  const onBreak = openBreak(entry) !== null;
  return (
    <PopoverAnchor asChild>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a pill. */}
      <div
        role="group"
        aria-label={onBreak ? t('onBreak') : t('running')}
        className="flex h-10 shrink-0 items-center gap-1.5 rounded-full border border-running/50 bg-running-soft pr-1 pl-3 text-sm md:gap-2.5 md:pl-3.5 pointer-coarse:h-[50px] pointer-coarse:pr-0.5"
      >
        <StatusDot tone={onBreak ? 'attention' : 'running'} />
        <LiveClock className="tabular font-[650] text-running-strong" />
        <span className="max-w-44 truncate max-lg:hidden">{project?.name ?? t('noProject')}</span>
        {costCode && <span className="tabular text-muted max-xl:hidden">{costCode.code}</span>}
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
          busy={clockOut.isPending}
          onClick={() => clockOut.mutate(entry.id)}
        >
          {t('stop')}
        </Button>
      </div>
    </PopoverAnchor>
  );
}
