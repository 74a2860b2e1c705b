import type { CustomValues } from '@/entities/custom-field/custom-field';
import { countsAt, isCall, isPunch, type OfflineEvent } from '@/entities/offline/offline-event';
import type { RunningEntry } from '@/entities/running-entry/running-entry';

export interface Punched extends RunningEntry {
  clock_out: string | null;
}

function started(event: OfflineEvent, employeeId: string): Punched {
  const { payload } = event;
  return {
    id: payload.entry_id ?? event.id,
    employee_id: employeeId,
    clock_in: payload.clock_in ?? countsAt(event),
    clock_out: payload.clock_out ?? null,
    notes: payload.notes ?? null,
    project_id: payload.project_id ?? null,
    cost_code_id: payload.cost_code_id ?? null,
    ...(payload.classification_id && { classification_id: payload.classification_id }),
    ...(payload.custom && { custom: payload.custom }),
    breaks: (payload.breaks ?? []).map((pause, index) => ({
      ...pause,
      id: `${event.id} ${index}`,
    })),
  };
}

function withBreak(entry: Punched, event: OfflineEvent): Punched {
  const { break_id: id = event.id, break_kind: kind = 'meal', paid = false } = event.payload;
  if (entry.breaks.some((pause) => pause.id === id || pause.ended_at === null)) return entry;
  const pause = { id, started_at: countsAt(event), ended_at: null, kind, paid };
  return { ...entry, breaks: [...entry.breaks, pause] };
}

/** A break that began after this moment is another one. */
function withoutOpenBreak(entry: Punched, at: string): Punched {
  const breaks = entry.breaks.map((pause) =>
    pause.ended_at === null && Date.parse(pause.started_at) <= Date.parse(at)
      ? { ...pause, ended_at: at }
      : pause,
  );
  return { ...entry, breaks };
}

/** What an event makes of the entry it is about. */
function changed(entry: Punched, event: OfflineEvent, employeeId: string): Punched {
  const at = countsAt(event);
  if (event.kind === 'start_break') return withBreak(entry, event);
  if (event.kind === 'end_break') return withoutOpenBreak(entry, at);
  if (event.kind === 'entry') {
    return event.payload.clock_in
      ? started(event, employeeId)
      : { ...entry, notes: event.payload.notes ?? entry.notes };
  }
  if (entry.clock_out !== null) return entry;
  const end = event.payload.ended_at ?? at;
  return { ...withoutOpenBreak(entry, end), clock_out: end };
}

function after(entries: readonly Punched[], event: OfflineEvent, employeeId: string): Punched[] {
  const { entry_id: entryId, from_entry_id: fromId, clock_in: typed } = event.payload;
  const starts = event.kind === 'clock_in' || event.kind === 'switch';
  if (starts && entries.some(({ id }) => id === entryId)) return [...entries];
  const named = event.kind === 'switch' ? fromId : entryId;
  const running = entries.findLast(({ clock_out }) => clock_out === null)?.id;
  const target = event.kind === 'clock_in' ? null : (named ?? running);
  const others = entries.map((entry) =>
    entry.id === target ? changed(entry, event, employeeId) : entry,
  );
  const adds = starts || (typed !== undefined && !entries.some(({ id }) => id === entryId));
  return adds ? [...others, started(event, employeeId)] : others;
}

/** Entries as they stand on this device: what the server said, and what it has not heard yet. */
export function withQueued(
  entries: readonly Punched[],
  events: readonly OfflineEvent[],
  employeeId: string,
): Punched[] {
  return events
    .filter(isPunch)
    .filter(({ employee_id }) => employee_id === undefined || employee_id === employeeId)
    .reduce<Punched[]>((all, event) => after(all, event, employeeId), [...entries]);
}

/** Answers about this entry that wait to be sent; earlier ones stay. */
function withAnswers(entry: Punched, { payload }: OfflineEvent): Punched {
  const { rpc, args } = payload as { rpc?: string; args?: Record<string, unknown> };
  if (args?.['entry_id_param'] !== entry.id) return entry;
  if (rpc === 'answer_clock_fields')
    return { ...entry, custom: { ...(args['custom_param'] as CustomValues), ...entry.custom } };
  if (rpc !== 'choose_classification') return entry;
  const chosen = args['classification_id_param'] as string | null;
  return { ...entry, classification_id: entry.classification_id ?? chosen };
}

/** The clock as it stands on this device, with what was answered about it. */
export function runningWithQueued(
  entry: RunningEntry | null,
  events: readonly OfflineEvent[],
  employeeId: string,
): RunningEntry | null {
  if (events.length === 0) return entry;
  const known = entry ? [{ ...entry, clock_out: null }] : [];
  const running = withQueued(known, events, employeeId).findLast((each) => !each.clock_out);
  return running ? events.filter(isCall).reduce(withAnswers, running) : null;
}
