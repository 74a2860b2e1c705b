import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type Decider = 'crew_foreman' | 'project_manager' | 'role' | 'person' | 'company_role';
/** How somebody comes to decide a step. */
export type Via = 'approver' | 'substitute' | 'next_level' | 'owner' | 'nobody';

export interface Change {
  field:
    | 'clock_in'
    | 'clock_out'
    | 'break_minutes'
    | 'project_id'
    | 'cost_code_id'
    | 'classification_id'
    | 'equipment_id'
    | 'meal_waived'
    | 'notes';
  before: string | null;
  after: string | null;
}

/** An entry at a step that the viewer may decide. */
export interface Waiting {
  time_entry_id: string;
  step_id: string;
  /** Sent back with the decision: nobody approves what they have not seen. */
  entry_version: string;
  employee_id: string;
  first_name: string;
  last_name: string;
  work_date: string;
  project_id: string | null;
  project_name: string | null;
  cost_code: string | null;
  clock_in: string;
  clock_out: string;
  break_minutes: number;
  notes: string | null;
  step_name: string | null;
  decider: Decider;
  level: number;
  levels: number;
  via: Via;
  stands_in_for: string | null;
  approved_by: string | null;
  /** Since it was approved last; null: nothing did. */
  changes: Change[] | null;
  returned_by: string | null;
  returned_reason: string | null;
  /** Time of the day that was approved at a step and deleted since. */
  missing: { clock_in: string; clock_out: string; project: string | null }[] | null;
}

export const waitingQuery = (employeeId: string) =>
  rowsQuery<Waiting[]>([queryKeys.approvals, 'waiting', employeeId], () =>
    supabase().rpc('approvals_waiting'),
  );

/** Where the time of a person on a project stands, and who must act. */
export interface Progress {
  employee_id: string;
  first_name: string;
  last_name: string;
  project_id: string | null;
  project_name: string | null;
  step_id: string;
  step_name: string | null;
  decider: Decider;
  role: string | null;
  level: number;
  levels: number;
  days: number;
  seconds: number;
  who: string[];
  via: Via;
  override_allowed: boolean;
  mine: boolean;
  returned_by: string | null;
  returned_reason: string | null;
}

export const progressQuery = (employeeId: string, { start, end }: DateRange) =>
  rowsQuery<Progress[]>([queryKeys.approvals, 'progress', employeeId, start, end], () =>
    supabase().rpc('approval_progress', { start_date_param: start, end_date_param: end }),
  );

const STALE = [queryKeys.approvals, queryKeys.payroll, refreshTime];

const chosen = (rows: readonly Waiting[]) =>
  rows.map(({ time_entry_id, step_id, entry_version }) => ({
    time_entry_id,
    step_id,
    entry_version,
  }));

export function useApproveSteps() {
  const { t } = useTranslation('approval-chains');
  return useWrite({
    send: async (rows: readonly Waiting[]) =>
      unwrap(await supabase().rpc('approve_step', { entries_param: chosen(rows) })),
    done: (count) => t('toast.approved', { count }),
    stale: STALE,
    failureText: 'approval-chains:toast.notApproved',
  });
}

export function useReturnSteps() {
  const { t } = useTranslation('approval-chains');
  return useWrite({
    send: async ({ rows, reason }: { rows: readonly Waiting[]; reason: string }) =>
      unwrap(
        await supabase().rpc('return_step', {
          entries_param: chosen(rows),
          reason_param: reason,
        }),
      ),
    done: (count) => t('toast.returned', { count }),
    stale: STALE,
    failureText: 'approval-chains:toast.notReturned',
  });
}

export function useOverrideSteps() {
  const { t } = useTranslation('approval-chains');
  return useWrite({
    send: async ({
      employeeId,
      range,
      reason,
    }: {
      employeeId: string;
      range: DateRange;
      reason: string;
    }) =>
      unwrap(
        await supabase().rpc('override_steps', {
          employee_id_param: employeeId,
          start_date_param: range.start,
          end_date_param: range.end,
          reason_param: reason,
        }),
      ),
    done: t('toast.overridden'),
    stale: STALE,
    failureText: 'approval-chains:toast.notApproved',
  });
}
