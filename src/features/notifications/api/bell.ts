import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { changeQueries, useWrite } from '@/lib/use-write';

const COLUMNS = 'id, event, template, data, path, created_at, read_at';

export type BellRow = Pick<
  Row<'notifications'>,
  'id' | 'event' | 'template' | 'path' | 'created_at' | 'read_at'
> & { data: Record<string, unknown> };

/** Also how many unread ones are counted: beyond them the badge says that there are more. */
export const BELL_PAGE = 30;

const KEY = [queryKeys.notifications, 'bell'];

/** What somebody was notified of, newest first. The number at the bell is made of its first page. */
export const bellQuery = (employeeId: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, employeeId],
    queryFn: async ({ signal, pageParam }) => {
      const rows = supabase()
        .from('notifications')
        .select(COLUMNS)
        .eq('employee_id', employeeId)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(BELL_PAGE)
        .abortSignal(signal);
      return unwrap(
        await (pageParam === null ? rows : rows.or(olderThan('created_at', pageParam))),
      ) as unknown as BellRow[];
    },
    initialPageParam: null as BellRow | null,
    getNextPageParam: (page) => (page.length < BELL_PAGE ? null : (page.at(-1) ?? null)),
  });

/** Rows after this one in a list by time, newest first; several may have come at one moment. */
export function olderThan<Column extends string>(
  column: Column,
  row: { [Key in Column]: string } & { id: string },
): string {
  return `${column}.lt."${row[column]}",and(${column}.eq."${row[column]}",id.lt.${row.id})`;
}

/** Null is all of them. */
type Read = readonly string[] | null;

/** Shown at once. Without a network it stays unread on the server, and nobody is troubled with that. */
export function useMarkRead() {
  return useWrite({
    send: async (ids: Read) =>
      unwrap(
        await supabase().rpc(
          'mark_notifications_read',
          ids === null ? {} : { ids_param: [...ids] },
        ),
      ),
    showAtOnce: (ids, client) => {
      const read_at = new Date(serverNow()).toISOString();
      return changeQueries<InfiniteData<BellRow[]>>(client, KEY, (data) => ({
        ...data,
        pages: data.pages.map((page) =>
          page.map((row) =>
            row.read_at || ids?.includes(row.id) === false ? row : { ...row, read_at },
          ),
        ),
      }));
    },
    stale: [KEY],
    quiet: true,
  });
}
