import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { NewEvent } from '@/entities/offline/offline-event';
import { saveAndSendAll } from '@/entities/offline/save-and-send';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { uuidv7 } from '@/lib/uuid';

export type CrewAction = 'in' | 'switch' | 'out';

/** What the database answers for people whose clock it changed. */
const DONE: readonly string[] = ['started', 'switched', 'stopped'];

export interface CrewPunch {
  action: CrewAction;
  employeeIds: readonly string[];
  projectId: string | null;
  costCodeId: string | null;
  /** Why the clock starts without the location that the project asks for. */
  reason: string;
}

async function sendPunch(punch: CrewPunch, ids: string[], signal: AbortSignal) {
  const { action, employeeIds, projectId, costCodeId, reason } = punch;
  const people = { employee_ids_param: [...employeeIds] };
  if (action === 'out') {
    return unwrap(await supabase().rpc('crew_clock_out', people).abortSignal(signal));
  }
  const work = {
    ...people,
    project_id_param: projectId ?? '',
    cost_code_id_param: costCodeId,
    ids_param: ids,
  };
  const call =
    action === 'in' ? supabase().rpc('crew_clock_in', work) : supabase().rpc('crew_switch', work);
  if (reason) call.setHeader('X-Reason', encodeURIComponent(reason));
  return unwrap(await call.abortSignal(signal));
}

const KINDS = { in: 'clock_in', switch: 'switch', out: 'clock_out' } as const;

/** For everyone an event of their own, so that each is applied or held by itself. */
function punchCrew(punch: CrewPunch) {
  const { action, employeeIds, projectId, costCodeId, reason } = punch;
  const ids = employeeIds.map(() => uuidv7());
  const events = employeeIds.map((employee_id, index): NewEvent => {
    const work = {
      entry_id: ids[index] ?? '',
      project_id: projectId,
      cost_code_id: costCodeId,
      ...(reason ? { reason } : {}),
    };
    return { kind: KINDS[action], employee_id, payload: action === 'out' ? {} : work };
  });
  return saveAndSendAll((signal) => sendPunch(punch, ids, signal), events);
}

/** Clocks several people at once; each entry says who did it. */
export function useCrewClock() {
  const { t } = useTranslation('employees');
  const client = useQueryClient();
  return useMutation({
    mutationFn: punchCrew,
    onSuccess: async (rows, { action }) => {
      if (!rows) return refreshTime(client);
      const done = rows.filter(({ result }) => DONE.includes(result)).length;
      // Someone may have punched for themselves in the meantime; then there is no second entry.
      const left = rows.length - done;
      const words = t(`crew.done.${action}`, { count: done });
      if (left === 0) toast.success(words);
      else toast.warning(words, { description: t(`crew.left.${action}`, { count: left }) });
      await client.invalidateQueries({ queryKey: [queryKeys.team] });
      await refreshTime(client);
    },
    meta: { failureText: 'employees:crew.failed' },
  });
}
