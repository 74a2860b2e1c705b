import { countsAt, type OfflineEvent } from '@/entities/offline/offline-event';
import type { RunningEntry } from '@/entities/running-entry/running-entry';

function started(event: OfflineEvent, employeeId: string): RunningEntry {
  return {
    id: event.payload.entry_id ?? event.id,
    employee_id: employeeId,
    clock_in: countsAt(event),
    notes: event.payload.notes ?? null,
    project_id: event.payload.project_id ?? null,
    cost_code_id: event.payload.cost_code_id ?? null,
    breaks: [],
  };
}

function withBreak(entry: RunningEntry, event: OfflineEvent): RunningEntry {
  const { break_id: id = event.id, break_kind: kind = 'meal', paid = false } = event.payload;
  if (entry.breaks.some((pause) => pause.id === id || pause.ended_at === null)) return entry;
  const pause = { id, started_at: countsAt(event), ended_at: null, kind, paid };
  return { ...entry, breaks: [...entry.breaks, pause] };
}

function after(entry: RunningEntry | null, event: OfflineEvent, employeeId: string) {
  const { entry_id: entryId } = event.payload;
  if (event.kind === 'clock_in' || event.kind === 'switch') {
    return entry?.id === entryId ? entry : started(event, employeeId);
  }
  if (!entry || (entryId && entry.id !== entryId)) return entry;
  if (event.kind === 'clock_out') return null;
  if (event.kind === 'start_break') return withBreak(entry, event);
  if (event.kind === 'end_break') {
    const breaks = entry.breaks.map((pause) =>
      pause.ended_at === null ? { ...pause, ended_at: countsAt(event) } : pause,
    );
    return { ...entry, breaks };
  }
  return { ...entry, notes: event.payload.notes ?? entry.notes };
}

/** The clock as it stands on this device: what the server said, and what it has not heard yet. */
export function withQueued(
  entry: RunningEntry | null,
  events: readonly OfflineEvent[],
  employeeId: string,
): RunningEntry | null {
  return events.reduce<RunningEntry | null>(
    (running, event) => after(running, event, employeeId),
    entry,
  );
}
