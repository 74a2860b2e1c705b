import { queryOptions } from '@tanstack/react-query';
import type { EventKind, EventPayload } from '@/entities/offline/offline-event';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';

export const HELD_PROBLEMS = [
  'not_allowed',
  'unreadable',
  'clock_wrong',
  'late',
  'new_device',
  'contradiction',
  'waiting',
  'already_stopped',
  'locked',
  'approved',
  'booking',
  'overlap',
  'too_long',
  'wrong_pin',
  'kiosk_revoked',
  'clock_rule',
  'other',
] as const;

interface HeldDetail {
  /** Of a booking: what is wrong with it. */
  hint?:
    | 'project_not_active'
    | 'project_not_open_to_you'
    | 'project_has_phases'
    | 'cost_code_archived'
    | 'cost_code_not_on_project'
    | 'cost_code_required';
  /** Of a rule of the clock: which, and whom to call. */
  rule?: 'early' | 'off_site' | 'no_fix';
  contacts?: { name: string; phone?: string }[];
  at?: string;
  hours?: number;
  clock_in?: string;
  clock_out?: string;
  by?: string;
}

export type HeldEvent = Narrowed<
  Pick<
    Row<'held_events'>,
    | 'id'
    | 'employee_id'
    | 'entry_id'
    | 'counts_at'
    | 'offset_ms'
    | 'reason'
    | 'resolution'
    | 'explanation'
    | 'created_at'
  >,
  Record<never, never>
> & {
  kind: EventKind;
  payload: EventPayload;
  problem: (typeof HELD_PROBLEMS)[number];
  detail: HeldDetail;
  status: 'held' | 'adjusted' | 'discarded';
};

const SHOWN_AFTER_DECISION_MILLISECONDS = 14 * 24 * 3_600_000;

/**
 * Punches that wait for a decision, oldest first; the database decides whose are seen. Of one's own
 * also those of the last two weeks that do not count as they were made, with the reason given.
 */
export function heldEventsQuery(companyId: string, employeeId: string | null) {
  return queryOptions({
    queryKey: [queryKeys.heldEvents, companyId, employeeId],
    queryFn: async ({ signal }) => {
      const rows = supabase()
        .from('held_events')
        .select(
          'id, employee_id, entry_id, kind, payload, problem, detail, counts_at, offset_ms, reason, status, resolution, explanation, created_at',
        )
        .eq('company_id', companyId);
      const since = new Date(serverNow() - SHOWN_AFTER_DECISION_MILLISECONDS).toISOString();
      const wanted = employeeId
        ? rows
            .eq('employee_id', employeeId)
            .neq('status', 'applied')
            .or(`resolved_at.is.null,resolved_at.gte.${since}`)
        : rows.eq('status', 'held');
      const answer = await wanted.order('counts_at').limit(200).abortSignal(signal);
      return unwrap(answer) as unknown as HeldEvent[];
    },
  });
}

export type CrewHeldEvent = Narrowed<
  Awaited<ReturnType<typeof myHeldEvents>>[number],
  {
    kind: EventKind;
    problem: HeldEvent['problem'];
    detail: HeldDetail;
    /** Null of somebody the caller does not clock. */
    employee_name: string | null;
  }
>;

const myHeldEvents = async (signal: AbortSignal) =>
  unwrap(await supabase().rpc('my_held_events').abortSignal(signal));

/** Punches that wait for the office: one's own, and those one made for the crew. */
export const myHeldEventsQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.heldEvents, 'made by', employeeId],
    queryFn: async ({ signal }) => (await myHeldEvents(signal)) as CrewHeldEvent[],
    // The row of somebody else is not sent live.
    refetchInterval: 60_000,
  });
