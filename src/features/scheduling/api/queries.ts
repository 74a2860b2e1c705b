import { queryOptions } from '@tanstack/react-query';
import type { Board, Warning } from '@/features/scheduling/board';
import { allRows } from '@/lib/all-pages';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

const range = ({ start, end }: DateRange) => ({ start_date_param: start, end_date_param: end });

/** Everything the board shows, in one round trip. */
export const boardQuery = (companyId: string, dates: DateRange) =>
  rowsQuery<Board>([queryKeys.schedule, 'board', companyId, dates.start, dates.end], () =>
    supabase().rpc('schedule_board', range(dates)),
  );

/** Comes after the board: projected overtime takes the pay engine a moment. */
export const warningsQuery = (companyId: string, dates: DateRange) =>
  queryOptions({
    queryKey: [queryKeys.schedule, 'warnings', companyId, dates.start, dates.end],
    queryFn: async ({ signal }): Promise<Warning[]> =>
      allRows(() => supabase().rpc('schedule_warnings', range(dates)).abortSignal(signal)),
  });

export interface Recipient {
  employee_id: string;
  /** `self`: whoever publishes; `app`: they see it there, without a mail; `none`: nothing reaches them. */
  channel: 'mail' | 'push' | 'text' | 'app' | 'none' | 'self';
  language: string;
  shift_ids: string[];
  /** The lists of their mail, a line for each shift. */
  message: Record<'added' | 'changed' | 'cancelled', string | null> | null;
}

/** Whom publishing the drafts of these days would notify. */
export const recipientsQuery = (companyId: string, dates: DateRange) =>
  queryOptions({
    queryKey: [queryKeys.schedule, 'recipients', companyId, dates.start, dates.end],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase().rpc('publish_recipients', range(dates)).abortSignal(signal),
      )) as unknown as Recipient[],
  });

export const actualQuery = (companyId: string, start: IsoDate, end: IsoDate) =>
  queryOptions({
    queryKey: [queryKeys.schedule, 'actual', companyId, start, end],
    queryFn: async ({ signal }) =>
      allRows(() => supabase().rpc('plan_and_actual', range({ start, end })).abortSignal(signal)),
  });
