import { queryOptions } from '@tanstack/react-query';
import type { RunningBreak } from '@/entities/running-entry/running-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface StoredEntry {
  id: string;
  employee_id: string;
  clock_in: string;
  clock_out: string | null;
  work_date: string;
  project_id: string | null;
  cost_code_id: string | null;
  notes: string | null;
  meal_waived: boolean;
  breaks: RunningBreak[];
}

export interface HistoryEvent {
  occurred_at: string;
  action: 'created' | 'updated' | 'deleted';
  entity: 'time_entries' | 'time_entry_breaks';
  actor_name: string | null;
  source: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
}

const ENTRY_COLUMNS =
  'id, employee_id, clock_in, clock_out, work_date, project_id, cost_code_id, notes, meal_waived';

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
  ) as Omit<StoredEntry, 'breaks'>;
  const breaks = unwrap(
    await supabase()
      .from('time_entry_breaks')
      .select('id, started_at, ended_at, kind, paid')
      .eq('company_id', companyId)
      .eq('time_entry_id', entryId)
      .order('started_at')
      .abortSignal(signal),
  );
  return { ...entry, breaks: breaks as RunningBreak[] };
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
