import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { CardLink } from '@/components/shared/card-link';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { type StatedEnd, statedEndsQuery } from '@/entities/forgotten-punch/stated-ends-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { type SiteClock, useSiteClocks } from '@/entities/project/use-site-clock';
import { ALL_ENTRIES, timeEntriesQuery } from '@/entities/time-entry/time-entries-query';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { useOwnTimeRight } from '@/entities/viewer/own-time-rights';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { loadNamespaces } from '@/lib/i18n';
import { type DateRange, instantRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const StatedEndLine = late(async () => {
  const [module] = await Promise.all([
    import('@/entities/forgotten-punch/stated-end-line'),
    loadNamespaces(['forgotten-punch']),
  ]);
  return module;
});

export interface ClockTimesProps {
  companyId: string;
  employeeId: string;
  range: DateRange;
}

function useBreakWords(): (pause: TimeEntry['breaks'][number], clock: SiteClock) => string {
  const { t } = useTranslation('payroll');
  return ({ started_at, ended_at, paid, deducted }, clock) => {
    const times = `${clock.time(started_at)} – ${ended_at ? clock.time(ended_at) : t('times.now')}`;
    if (paid) return t('times.paidBreak', { times });
    return t(deducted === false ? 'times.shortBreak' : 'times.unpaidBreak', { times });
  };
}

function StatedEndOf({ end, time }: { end: StatedEnd | undefined; time: SiteClock['time'] }) {
  if (!end) return null;
  return (
    <Suspense>
      <StatedEndLine end={end} time={time} />
    </Suspense>
  );
}

/** When the clock was started and stopped, each with a link to where it is edited. */
export function ClockTimes({ companyId, employeeId, range }: ClockTimesProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { data: projects = [] } = useProjectOptions();
  const breakWords = useBreakWords();
  const clockOf = useSiteClocks();
  const mayEdit = useOwnTimeRight('edit') !== 'not_allowed';
  const days = instantRange(range, format.preferences.timeZone);
  const query = useInfiniteQuery(
    timeEntriesQuery(companyId, { ...ALL_ENTRIES, employeeId, range: days }),
  );
  const { data: said = [] } = useQuery(statedEndsQuery(companyId, employeeId, days));
  const saidOf = (entryId: string) => said.findLast((one) => one.time_entry_id === entryId);
  const entries = [...(query.data?.entries ?? [])].reverse();
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={3} />}>
      {entries.length === 0 && <p className="text-muted text-sm">{t('times.none')}</p>}
      <ul className="divide-y">
        {entries.map((entry) => (
          <li key={entry.id} className="flex items-start gap-3 py-2.5 text-sm">
            <div className="min-w-0 flex-1">
              <p className="tabular">
                {format.weekdayDate(entry.work_date)},{' '}
                {clockOf(entry.project_id).time(entry.clock_in)} –{' '}
                {entry.clock_out ? clockOf(entry.project_id).time(entry.clock_out) : t('times.now')}
                {entry.minutes !== null && (
                  <span className="ml-2 whitespace-nowrap font-[550]">
                    {formatDuration(entry.minutes * 60)}
                  </span>
                )}
              </p>
              <p className="truncate text-muted">
                {projects.find(({ id }) => id === entry.project_id)?.name ?? '–'}
              </p>
              {entry.breaks.map((pause) => (
                <p key={pause.id} className="tabular text-muted">
                  {breakWords(pause, clockOf(entry.project_id))}
                </p>
              ))}
              <StatedEndOf end={saidOf(entry.id)} time={clockOf(entry.project_id).time} />
            </div>
            <CardLink
              to={`/time-tracker?entry=${entry.id}`}
              aria-label={t('times.openLabel', { when: format.dateTime(entry.clock_in) })}
            >
              {t(entry.frozen || !mayEdit ? 'times.view' : 'times.edit')}
            </CardLink>
          </li>
        ))}
      </ul>
    </Loaded>
  );
}
