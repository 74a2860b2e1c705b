import { useInfiniteQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { Link } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { useCostCode } from '@/entities/cost-code/cost-codes-query';
import { ProjectName } from '@/entities/project/project-name';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { LiveMinutes } from '@/entities/time-entry/live-minutes';
import { OfflineMark } from '@/entities/time-entry/offline-mark';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { useOwnEntries } from '@/features/my-status/use-own-entries';
import { useTranslation } from '@/lib/use-translation';

function DayEntry({ entry }: { entry: TimeEntry }) {
  const { t } = useTranslation('my-status');
  const clock = useSiteClock(entry.project_id);
  const costCode = useCostCode(entry.cost_code_id);
  const classOfWork = useClassificationNames()(entry.classification_id);
  return (
    <li className="relative flex items-start justify-between gap-3 border-t px-5 py-3 first:border-t-0 hover:bg-sunken max-md:px-4">
      <div className="min-w-0">
        <Link
          to={`/time-tracker?entry=${entry.id}`}
          className="font-[550] after:absolute after:inset-0"
        >
          <ProjectName projectId={entry.project_id} />
        </Link>
        <p className="text-muted text-sm [overflow-wrap:anywhere]">
          {[costCode && `${costCode.code} ${costCode.name}`, classOfWork, entry.notes]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="tabular shrink-0 text-right">
        <p className="inline-flex items-center gap-1.5 font-[620]">
          <OfflineMark entry={entry} />
          <LiveMinutes
            ended={entry.minutes ?? 0}
            running={entry.clock_out === null ? [entry] : []}
          />
        </p>
        <p className="whitespace-nowrap text-muted text-sm">
          {clock.time(entry.clock_in)} –{' '}
          {entry.clock_out ? clock.time(entry.clock_out) : t('list.now')}
        </p>
      </div>
    </li>
  );
}

export function DayList({ period }: { period: 'today' | 'yesterday' }) {
  const { t } = useTranslation('my-status');
  const entries = useInfiniteQuery(useOwnEntries(period));
  const employee = useEmployee();
  const empty = (
    <EmptyState
      icon={Clock}
      title={t(`empty.${period}`)}
      text={period === 'today' && t('empty.text')}
      className="py-8!"
    />
  );
  if (!employee) return empty;
  return (
    <Loaded query={entries} skeleton={<ListSkeleton rows={3} />}>
      {(data) =>
        data.entries.length === 0 ? (
          empty
        ) : (
          <>
            <ul aria-label={t(`tabs.${period}`)}>
              {data.entries.map((entry) => (
                <DayEntry key={entry.id} entry={entry} />
              ))}
            </ul>
            <p className="tabular flex justify-between border-t border-t-border-strong bg-sunken px-5 py-2.5 font-[620] max-md:px-4">
              <span>{t('list.total')}</span>
              <LiveMinutes ended={data.summary.minutes} running={data.summary.running} />
            </p>
          </>
        )
      }
    </Loaded>
  );
}
