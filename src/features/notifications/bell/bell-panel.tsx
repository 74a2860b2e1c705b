import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Bell, CheckCheck, Settings } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { bellQuery, useMarkRead } from '@/features/notifications/api/bell';
import { messageTextsQuery } from '@/features/notifications/api/message-texts';
import { BellItem } from '@/features/notifications/bell/bell-item';
import { groupByDay } from '@/features/notifications/bell/days';
import { SnoozeLine } from '@/features/notifications/bell/snooze-line';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

export interface BellPanelProps {
  employeeId: string;
  onClose: () => void;
}

/** What one was notified of, by day, newest first. Default export because the bell loads it late. */
export default function BellPanel({ employeeId, onClose }: BellPanelProps) {
  const { t, language } = useTranslation('bell');
  const query = useInfiniteQuery(bellQuery(employeeId));
  const texts = useQuery(messageTextsQuery(language));
  const read = useMarkRead();
  const { timeZone } = useFormat().preferences;
  const rows = useMemo(() => query.data?.pages.flat() ?? [], [query.data]);
  const days = useMemo(() => groupByDay(rows, timeZone), [rows, timeZone]);
  // Without the texts there is nothing to read.
  const both = query.isSuccess && !texts.isSuccess ? texts : query;
  return (
    <>
      <div className="flex items-center gap-1 border-b py-2 pr-2 pl-4">
        <h2 className="mr-auto font-[640] text-base">{t('title')}</h2>
        {rows.some(({ read_at }) => read_at === null) && (
          <Button size="small" variant="ghost" onClick={() => read.mutate(null)}>
            <CheckCheck aria-hidden="true" />
            {t('markAll')}
          </Button>
        )}
        <Button size="icon" variant="ghost" asChild>
          <Link to="/settings?tab=notifications" aria-label={t('settings')} onClick={onClose}>
            <Settings aria-hidden="true" />
          </Link>
        </Button>
      </div>
      <SnoozeLine employeeId={employeeId} onClose={onClose} />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <Loaded query={both} skeleton={<ListSkeleton rows={5} />} errorTitle={t('failed')}>
          {rows.length === 0 && (
            <EmptyState icon={Bell} title={t('empty.title')} text={t('empty.text')} />
          )}
          {days.map(({ date, items }) => (
            <section key={date} aria-labelledby={`bell-${date}`}>
              <DayHeading date={date} timeZone={timeZone} />
              <ul>
                {items.map((row) => (
                  <BellItem
                    key={row.id}
                    row={row}
                    texts={texts.data ?? {}}
                    onOpen={() => {
                      if (row.read_at === null) read.mutate([row.id]);
                      if (row.path) onClose();
                    }}
                  />
                ))}
              </ul>
            </section>
          ))}
          {query.hasNextPage && (
            <div className="border-t p-2">
              <Button
                block
                variant="ghost"
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('earlier')}
              </Button>
            </div>
          )}
        </Loaded>
      </div>
    </>
  );
}

function DayHeading({ date, timeZone }: { date: IsoDate; timeZone: string }) {
  const { t } = useTranslation('bell');
  const format = useFormat();
  const today = useToday(timeZone);
  const name =
    date === today
      ? t('today')
      : date === addDays(today, -1)
        ? t('yesterday')
        : format.weekdayDate(date);
  return (
    <h3
      id={`bell-${date}`}
      className="sticky top-0 z-10 bg-sunken px-4 py-1.5 font-[620] text-muted text-xs"
    >
      {name}
    </h3>
  );
}
