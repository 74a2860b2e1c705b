import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const UNDER_WAY_MS = 4_000;
const AT_REST_MS = 30_000;

export type ProblemCode =
  | 'running'
  | 'unapproved'
  | 'not_locked'
  | 'over_24_hours'
  | 'person_unmapped'
  | 'project_unmapped'
  | 'item_unmapped'
  | 'hours_unmapped'
  | 'record_inactive'
  | 'bill_rate_missing';

export interface Problem {
  code: ProblemCode;
  /** Of the project, cost code or record it is about. */
  name?: string;
  project_id?: string;
  cost_code_id?: string;
  hours_kind?: string;
  record_id?: string;
}

export type DayState = 'waiting' | 'problem' | 'conflict' | 'sending' | 'sent';

export interface PersonDay {
  work_date: IsoDate;
  employee_id: string;
  name: string;
  seconds: number;
  state: DayState;
  problems: Problem[];
  /** What the system refused, and why. */
  refusal: { id: string; code: string | null; detail: string | null } | null;
  sent_minutes: number;
}

export interface Overview {
  days: PersonDay[];
  waiting: number;
  problems: number;
  to_send: number;
  sent: number;
  conflicts: number;
  /** Days of people in the month before the first day that is sent. */
  earlier_days: number;
}

/** Computes first what changed, so that it is as new as the time itself. */
export const overviewQuery = (connectionId: string, range: DateRange) =>
  queryOptions({
    queryKey: [queryKeys.accounting, 'overview', connectionId, range.start, range.end],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('accounting_overview', {
            connection_id_param: connectionId,
            start_date_param: range.start,
            end_date_param: range.end,
          })
          .abortSignal(signal),
      ) as unknown as Overview,
    refetchInterval: ({ state }) => (state.data?.to_send ? UNDER_WAY_MS : AT_REST_MS),
  });

/** What an activity says, ours or theirs. */
export interface ActivityContent {
  work_date: IsoDate;
  hours: number;
  minutes: number;
  person?: { name: string; external_id: string } | null;
  customer?: { name: string } | null;
  project?: { name: string } | null;
  item?: { name: string } | null;
  class?: { name: string } | null;
  payroll_item?: { name: string } | null;
  /** The last day, where it is the time of a pay period. */
  period_end?: IsoDate;
  billable?: boolean;
  rate?: number;
  description?: string;
}

export type Activity = Pick<
  Row<'accounting_activities'>,
  | 'id'
  | 'work_date'
  | 'state'
  | 'conflict'
  | 'external_id'
  | 'sent_at'
  | 'problem'
  | 'problem_detail'
  | 'decision'
> & {
  content: ActivityContent | null;
  sent_content: ActivityContent | null;
  theirs: { content?: ActivityContent | null; external_id?: string | null } | null;
  employee: { first_name: string; last_name: string };
};

const COLUMNS =
  'id, work_date, state, conflict, external_id, sent_at, problem, problem_detail, decision, content, sent_content, theirs, employee:employees!accounting_activities_employee(first_name, last_name)';

const LISTED = 200;

/** What somebody has to decide, oldest first. */
export const conflictsQuery = (connectionId: string) =>
  queryOptions({
    queryKey: [queryKeys.accounting, 'conflicts', connectionId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('accounting_activities')
          .select(COLUMNS)
          .eq('connection_id', connectionId)
          .in('state', ['conflict', 'problem'])
          .order('work_date')
          .order('id')
          .limit(LISTED)
          .abortSignal(signal),
      ) as unknown as Activity[],
    refetchInterval: AT_REST_MS,
  });

/** What was sent and deleted last. */
export const historyQuery = (connectionId: string) =>
  queryOptions({
    queryKey: [queryKeys.accounting, 'history', connectionId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('accounting_activities')
          .select(COLUMNS)
          .eq('connection_id', connectionId)
          .not('sent_at', 'is', null)
          .order('sent_at', { ascending: false })
          .order('id')
          .limit(LISTED)
          .abortSignal(signal),
      ) as unknown as Activity[],
    refetchInterval: AT_REST_MS,
  });

export type Decision = 'keep_theirs' | 'send_ours' | 'link';

export function useDecide() {
  const { t } = useTranslation('accounting');
  return useWrite({
    send: async ({ id, decision }: { id: string; decision: Decision }) =>
      unwrap(
        await supabase().rpc('decide_accounting_conflict', {
          activity_id_param: id,
          decision_param: decision,
        }),
      ),
    done: (_, { decision }) => t(`decided.${decision}`),
    stale: [queryKeys.accounting],
  });
}

export function useRetry() {
  const { t } = useTranslation('accounting');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('retry_accounting_activity', { activity_id_param: id })),
    done: t('sendingNow'),
    stale: [queryKeys.accounting],
  });
}
