import { CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react';
import { FirstFew } from '@/components/shared/first-few';
import type { SystemJob } from '@/features/settings/api/system';
import { moment, seconds } from '@/features/settings/components/system-values';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { hasText, translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

const SHOWN = 3;

const STATE_ICONS: Record<SystemJob['state'], readonly [LucideIcon, string]> = {
  ok: [CircleCheck, 'text-success-strong'],
  failed: [CircleX, 'text-danger'],
  late: [CircleX, 'text-danger'],
  running: [CircleDashed, 'text-primary'],
  waiting: [CircleDashed, 'text-muted'],
  off: [CircleDashed, 'text-muted'],
};

/** Jobs come with their own names; ours say what they do. */
function jobName(name: string): string {
  const key = `system:job.${name.replaceAll(/[^a-z0-9]+/gi, '-')}`;
  return hasText(key) ? translate(key) : name;
}

/** What runs by itself: those with a fault first. */
export function SystemJobs({ jobs, now }: { jobs: readonly SystemJob[]; now: Date }) {
  const { t } = useTranslation('system');
  const faulty = jobs.filter(({ state }) => state === 'failed' || state === 'late').length;
  return (
    <div className="mt-3 overflow-hidden rounded-card border">
      <FirstFew
        items={jobs}
        count={Math.max(SHOWN, faulty)}
        allLabel={t('jobs.all', { count: jobs.length })}
        fewerLabel={t('jobs.fewer')}
      >
        {(job) => <JobRow key={job.name} job={job} now={now} />}
      </FirstFew>
    </div>
  );
}

function JobRow({ job, now }: { job: SystemJob; now: Date }) {
  const { t } = useTranslation('system');
  const format = useFormat();
  const [Icon, color] = STATE_ICONS[job.state];
  const when = (iso: string | null) => (iso ? moment(iso, format, now) : t('jobs.never'));
  const took =
    job.durationSeconds === null
      ? ''
      : ` · ${t('jobs.took', { duration: seconds(job.durationSeconds, format) })}`;
  return (
    <li className="border-t px-3 py-2 text-sm first:border-t-0">
      <p className="flex items-center gap-2">
        <Icon className={cn('size-4 shrink-0', color)} aria-hidden="true" />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{jobName(job.name)}</span>
        <span className={cn('shrink-0', color)}>{t(`jobs.state.${job.state}`)}</span>
      </p>
      <p className="tabular pl-6 text-muted text-xs">
        {t('jobs.last', { when: when(job.lastRunAt) })}
        {took}
        {job.nextRunAt && ` · ${t('jobs.next', { when: when(job.nextRunAt) })}`}
      </p>
    </li>
  );
}
