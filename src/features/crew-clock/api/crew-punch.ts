import type { NewEvent } from '@/entities/offline/offline-event';
import { saveAndSendAll } from '@/entities/offline/save-and-send';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { locationParam } from '@/lib/device-location';
import { errorText, toAppError, unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export type CrewAction = 'in' | 'switch' | 'out';

/** What the database answers for people whose clock it changed. */
const DONE: readonly string[] = ['started', 'switched', 'stopped'];

export interface PunchGroup {
  employeeIds: readonly string[];
  projectId: string | null;
  costCodeId: string | null;
  classificationId: string | null;
}

export interface CrewPunch {
  action: CrewAction;
  /** By the work they start on; a stop is one group. */
  groups: readonly PunchGroup[];
  /** Why the clock starts without the location that the project asks for. */
  reason?: string;
  /** When those really stopped whose clock has run over 16 hours. */
  endedAt?: string;
  /** Rules ask whether the crew is on site: who stands there stands for it. */
  isPlaced?: boolean;
}

interface Call extends PunchGroup, Pick<CrewPunch, 'action' | 'reason' | 'endedAt' | 'isPlaced'> {}

async function sendGroup(call: Call, ids: string[], signal: AbortSignal) {
  const { action, employeeIds, projectId, costCodeId, classificationId, reason, endedAt } = call;
  const people = { employee_ids_param: [...employeeIds] };
  if (action === 'out') {
    const ended = endedAt ? { ended_at_param: endedAt } : {};
    return unwrap(
      await supabase()
        .rpc('crew_clock_out', { ...people, ...ended })
        .abortSignal(signal),
    );
  }
  const work = {
    ...people,
    project_id_param: projectId ?? '',
    cost_code_id_param: costCodeId,
    ids_param: ids,
    ...(classificationId ? { classification_id_param: classificationId } : {}),
    ...(call.isPlaced ? await locationParam() : {}),
  };
  const request =
    action === 'in' ? supabase().rpc('crew_clock_in', work) : supabase().rpc('crew_switch', work);
  if (reason) request.setHeader('X-Reason', encodeURIComponent(reason));
  return unwrap(await request.abortSignal(signal));
}

const KINDS = { in: 'clock_in', switch: 'switch', out: 'clock_out' } as const;

/** For everyone an event of their own, so that each is applied or held by itself. */
function punchGroup(call: Call) {
  const { action, employeeIds, projectId, costCodeId, classificationId, reason, endedAt } = call;
  const ids = employeeIds.map(() => uuidv7());
  const events = employeeIds.map((employee_id, index): NewEvent => {
    const work = {
      entry_id: ids[index] ?? '',
      project_id: projectId,
      cost_code_id: costCodeId,
      ...(classificationId ? { classification_id: classificationId } : {}),
      ...(reason ? { reason } : {}),
    };
    const stop = endedAt ? { ended_at: endedAt } : {};
    return { kind: KINDS[action], employee_id, payload: action === 'out' ? stop : work };
  });
  return saveAndSendAll((signal) => sendGroup(call, ids, signal), events);
}

export interface CrewPunched {
  done: number;
  /** Nothing was to be done for them any more. */
  left: number;
  /** Groups that were refused, and why; the others are through. */
  refused: { group: PunchGroup; error: unknown }[];
}

/** Group by group: a project that is closed to one keeps nobody else at the gate. */
async function punchCrew({ action, groups, ...how }: CrewPunch): Promise<CrewPunched> {
  const result: CrewPunched = { done: 0, left: 0, refused: [] };
  for (const group of groups) {
    try {
      const rows = await punchGroup({ action, ...how, ...group });
      const done = rows?.filter((row) => DONE.includes(row.result)).length ?? 0;
      result.done += done;
      result.left += (rows?.length ?? 0) - done;
    } catch (error) {
      result.refused.push({ group, error });
    }
  }
  const [first] = result.refused;
  if (first && result.refused.length === groups.length) throw first.error;
  return result;
}

export const isRefusedFor = (error: unknown, code: string): boolean =>
  error !== null && toAppError(error).code === code;

/** Clocks several people at once; each entry says who did it. */
export function useCrewPunch() {
  const { t } = useTranslation('crew');
  return useWrite({
    send: punchCrew,
    done: ({ done, left, refused }, { action }) => {
      if (done === 0 && left === 0) return null;
      const title = t(`done.${action}`, { count: done });
      const [first] = refused;
      if (first) return { title, tone: 'warning', description: errorText(first.error) };
      // Someone may have punched for themselves in the meantime; then there is no second entry.
      if (left === 0) return title;
      return { title, tone: 'warning', description: t(`left.${action}`, { count: left }) };
    },
    stale: [refreshTime],
    failureText: 'crew:failed',
  });
}
