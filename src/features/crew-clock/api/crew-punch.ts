import { type RefusedPerson, refusedPeopleOf } from '@/entities/clock-rule/clock-refusal';
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
  /** Who could not be done, and why; the others are through. */
  refused: RefusedPerson[];
}

type Rows = Awaited<ReturnType<typeof punchGroup>>;

const refusedOf = (rows: NonNullable<Rows>): RefusedPerson[] =>
  rows
    .filter(({ result }) => result === 'refused')
    .map(({ employee_id, hint, message, detail }) => ({
      ...(detail as Partial<RefusedPerson> | null),
      id: employee_id,
      hint,
      message,
    }));

/** Of a call that failed: its people by name, or everybody in it for the same reason. */
function failedOf({ employeeIds }: PunchGroup, cause: unknown): readonly RefusedPerson[] {
  const people = refusedPeopleOf(cause);
  if (people.length > 0) return people;
  const { code } = toAppError(cause);
  return employeeIds.map((id) => ({ id, hint: code, message: errorText(cause) }));
}

/** Group by group: a project that is closed to one keeps nobody else at the gate. */
async function punchCrew({ action, groups, ...how }: CrewPunch): Promise<CrewPunched> {
  const result: CrewPunched = { done: 0, left: 0, refused: [] };
  const failures: unknown[] = [];
  for (const group of groups) {
    try {
      const rows = (await punchGroup({ action, ...how, ...group })) ?? [];
      const refused = refusedOf(rows);
      const done = rows.filter((row) => DONE.includes(row.result)).length;
      result.done += done;
      result.left += rows.length - done - refused.length;
      result.refused.push(...refused);
    } catch (cause) {
      result.refused.push(...failedOf(group, cause));
      if (!isAboutPeople(cause)) failures.push(cause);
    }
  }
  if (failures.length === groups.length) throw failures[0];
  return result;
}

const REASON_HINTS: readonly string[] = ['clock_rule_reason_required', 'location_reason_required'];

/** Their clock starts once somebody says why. */
export const needsReason = ({ hint }: RefusedPerson): boolean => REASON_HINTS.includes(hint);

const isAboutPeople = (cause: unknown): boolean =>
  refusedPeopleOf(cause).length > 0 || REASON_HINTS.includes(toAppError(cause).code);

/** Clocks several people at once; each entry says who did it. */
export function useCrewPunch() {
  const { t } = useTranslation('crew');
  return useWrite({
    send: punchCrew,
    done: ({ done, left }, { action }) => {
      if (done === 0 && left === 0) return null;
      const title = t(`done.${action}`, { count: done });
      // Someone may have punched for themselves in the meantime; then there is no second entry.
      if (left === 0) return title;
      return { title, tone: 'warning', description: t(`left.${action}`, { count: left }) };
    },
    stale: [refreshTime],
    failureText: 'crew:failed',
  });
}
