import { queryOptions } from '@tanstack/react-query';
import type { MachineShare } from '@/entities/machine-share/machine-share';
import type { EventKind } from '@/entities/offline/offline-event';
import type { RunningBreak } from '@/entities/running-entry/running-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export interface StoredEntry {
  id: string;
  employee_id: string;
  clock_in: string;
  clock_out: string | null;
  work_date: string;
  project_id: string | null;
  cost_code_id: string | null;
  equipment_id: string | null;
  machines: MachineShare[] | null;
  classification_id: string | null;
  notes: string | null;
  /** Values of custom fields, by id of the field. */
  custom?: unknown;
  meal_waived: boolean;
  /** How it came to be: timer, manual, crew, kiosk or import. */
  source: string;
  /** What the device of the last punch calls itself. */
  device: string | null;
  breaks: RunningBreak[];
  /** Why nobody may change it any more. */
  frozen: 'approved' | 'locked' | null;
}

export interface HistoryEvent {
  occurred_at: string;
  action: 'created' | 'updated' | 'deleted';
  entity: 'time_entries' | 'time_entry_breaks' | 'punch_locations';
  actor_name: string | null;
  source: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
}

const ENTRY_COLUMNS =
  'id, employee_id, clock_in, clock_out, work_date, project_id, cost_code_id, equipment_id, machines, classification_id, notes, custom, meal_waived, source, device, updated_at';

interface Dated {
  employee_id: string;
  work_date: string;
  clock_out: string | null;
  updated_at: string;
}

/** The database keeps this rule; here it only spares people a form they cannot save. */
async function frozenState(
  companyId: string,
  entry: Dated,
  signal: AbortSignal,
): Promise<StoredEntry['frozen']> {
  const [locked, approvals] = await Promise.all([
    supabase()
      .from('pay_periods')
      .select('id')
      .eq('company_id', companyId)
      .eq('status', 'locked')
      .lte('start_date', entry.work_date)
      .gte('end_date', entry.work_date)
      .limit(1)
      .abortSignal(signal),
    supabase()
      .from('approvals')
      .select('id')
      .eq('company_id', companyId)
      .eq('employee_id', entry.employee_id)
      .eq('work_date', entry.work_date)
      .gte('approved_at', entry.updated_at)
      .limit(1)
      .abortSignal(signal),
  ]);
  if (unwrap(locked).length > 0) return 'locked';
  return entry.clock_out !== null && unwrap(approvals).length > 0 ? 'approved' : null;
}

async function fetchEntry(
  companyId: string,
  entryId: string,
  signal: AbortSignal,
): Promise<StoredEntry> {
  const entry = unwrap(
    await supabase()
      .from('time_entries')
      .select(ENTRY_COLUMNS)
      .eq('company_id', companyId)
      .eq('id', entryId)
      .abortSignal(signal)
      .single(),
  ) as unknown as Omit<StoredEntry, 'breaks' | 'frozen'> & { updated_at: string };
  const breaks = unwrap(
    await supabase()
      .from('time_entry_breaks')
      .select('id, started_at, ended_at, kind, paid')
      .eq('company_id', companyId)
      .eq('time_entry_id', entryId)
      .order('started_at')
      .abortSignal(signal),
  );
  const frozen = await frozenState(companyId, entry, signal);
  return { ...entry, breaks: breaks as RunningBreak[], frozen };
}

/** Asked anew each time the dialog opens: another device may have changed it. */
export function entryQuery(companyId: string, entryId: string) {
  return queryOptions({
    queryKey: [queryKeys.timeEntries, 'one', companyId, entryId],
    queryFn: ({ signal }) => fetchEntry(companyId, entryId, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function historyQuery(entryId: string) {
  return queryOptions({
    queryKey: [queryKeys.audit, 'entry', entryId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase().rpc('time_entry_history', { entry_id_param: entryId }).abortSignal(signal),
      ) as HistoryEvent[],
    staleTime: 0,
  });
}

/** Whether any overtime rule of the company has pay for missed meals, which a person can waive. */
export function mealRulesQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.settings, 'meal-rules', companyId],
    queryFn: async ({ signal }): Promise<boolean> => {
      const rows = unwrap(
        await supabase()
          .from('overtime_policies')
          .select('id')
          .eq('company_id', companyId)
          .eq('policy->>meal_premium', 'true')
          .limit(1)
          .abortSignal(signal),
      );
      return rows.length > 0;
    },
  });
}

export type Evidence = Pick<
  Row<'synced_events'>,
  'id' | 'sequence' | 'happened_at' | 'offset_ms' | 'counts_at' | 'created_at'
> & { kind: EventKind };

/** What phones without signal told about an entry: their clock, how far it was off, in which order. */
export function evidenceQuery(companyId: string, entryId: string) {
  return queryOptions({
    queryKey: [queryKeys.audit, 'evidence', companyId, entryId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('synced_events')
          .select('id, kind, sequence, happened_at, offset_ms, counts_at, created_at')
          .eq('company_id', companyId)
          .eq('state', 'applied')
          .or(`entry_id.eq.${entryId},ends_id.eq.${entryId}`)
          .order('counts_at')
          .abortSignal(signal),
      ) as Evidence[],
    staleTime: 0,
  });
}
