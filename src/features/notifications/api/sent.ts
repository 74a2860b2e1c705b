import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { olderThan } from '@/features/notifications/api/bell';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { instantRange } from '@/lib/time';

export const STATUSES = ['waiting', 'sent', 'delivered', 'failed'] as const;

export interface SentFilter {
  companyId: string;
  /** Null: everyone whose list the viewer may read. */
  employeeId: string | null;
  event: string | null;
  channel: string | null;
  status: string | null;
  from: IsoDate;
  to: IsoDate;
  timeZone: string;
}

export type SentRow = Pick<
  Row<'notifications_sent'>,
  'id' | 'employee_id' | 'event' | 'channel' | 'status' | 'error' | 'sent_at' | 'due_at'
>;

const PAGE = 100;

async function fetchPage(
  filter: SentFilter,
  after: SentRow | null,
  signal: AbortSignal | undefined,
): Promise<SentRow[]> {
  const { start, end } = instantRange({ start: filter.from, end: filter.to }, filter.timeZone);
  let rows = supabase()
    .from('notifications_sent')
    .select('id, employee_id, event, channel, status, error, sent_at, due_at')
    .eq('company_id', filter.companyId)
    .gte('sent_at', start)
    .lt('sent_at', end);
  if (filter.employeeId) rows = rows.eq('employee_id', filter.employeeId);
  if (filter.event) rows = rows.eq('event', filter.event);
  if (filter.channel) rows = rows.eq('channel', filter.channel);
  if (filter.status) rows = rows.eq('status', filter.status);
  if (after) rows = rows.or(olderThan('sent_at', after));
  const ordered = rows
    .order('sent_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE);
  return unwrap(await (signal ? ordered.abortSignal(signal) : ordered));
}

const nextAfter = (page: readonly SentRow[]): SentRow | null =>
  page.length < PAGE ? null : (page.at(-1) ?? null);

/** What was sent, newest first. */
export const sentQuery = (filter: SentFilter) =>
  infiniteQueryOptions({
    queryKey: [queryKeys.notifications, 'sent', filter],
    queryFn: ({ signal, pageParam }) => fetchPage(filter, pageParam, signal),
    initialPageParam: null as SentRow | null,
    getNextPageParam: nextAfter,
    placeholderData: keepPreviousData,
  });

/** All of it, for a file. */
export async function allSent(filter: SentFilter): Promise<SentRow[]> {
  const all: SentRow[] = [];
  for (let after: SentRow | null = null; ; ) {
    const page: SentRow[] = await fetchPage(filter, after, undefined);
    all.push(...page);
    after = nextAfter(page);
    if (!after) return all;
  }
}
