import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { showUnread } from '@/entities/push/app-badge';
import { useNotificationTaps } from '@/entities/push/use-notification-taps';
import { BELL_PAGE, bellQuery } from '@/features/notifications/api/bell';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

const STALE = [queryKeys.notifications];
const MAX_SHOWN = 9;

/** How many of the newest are unread, live. Stands in the bell's button. */
export function BellCount({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('bell');
  useLiveTable({ table: 'notifications', filter: `employee_id=eq.${employeeId}`, stale: STALE });
  useNotificationTaps();
  const { data } = useInfiniteQuery(bellQuery(employeeId));
  const newest = data?.pages[0];
  const count = newest?.filter(({ read_at }) => read_at === null).length ?? 0;
  const isKnown = newest !== undefined;
  useEffect(() => {
    // On the icon of an installed app, too.
    if (isKnown) void showUnread(count).catch(() => undefined);
  }, [isKnown, count]);
  return (
    <>
      <Announcement newestId={newest?.[0]?.id} isKnown={isKnown} count={count} />
      {count > 0 && (
        <>
          <span className="sr-only">
            {t(count === BELL_PAGE ? 'unreadOrMore' : 'unread', { count })}
          </span>
          <span
            aria-hidden="true"
            className="tabular absolute top-0.5 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-primary px-1 font-[640] text-[11px] text-primary-foreground leading-none ring-2 ring-background"
          >
            {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
          </span>
        </>
      )}
    </>
  );
}

interface AnnouncementProps {
  newestId: string | undefined;
  isKnown: boolean;
  count: number;
}

/** Said politely when another one comes; not what was there when the app was opened. */
function Announcement({ newestId, isKnown, count }: AnnouncementProps) {
  const { t } = useTranslation('bell');
  const known = useRef<string | null | undefined>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    if (!isKnown) return;
    const isNew = known.current !== null && known.current !== newestId && count > 0;
    known.current = newestId;
    if (isNew) setText(t('announce', { count }));
  }, [newestId, isKnown, count, t]);
  // Inside a button nothing is announced.
  return createPortal(
    <div role="status" className="sr-only">
      {text}
    </div>,
    document.body,
  );
}
