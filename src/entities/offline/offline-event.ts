import type { DeviceLocation } from '@/lib/device-location';

/** What goes to the server as an event, to be judged and applied in order. */
export type SyncedKind =
  | 'clock_in'
  | 'clock_out'
  | 'switch'
  | 'start_break'
  | 'end_break'
  | 'entry'
  | 'quantity';

/** What goes to the server as a call of its own; repeating each changes nothing. */
export type CallKind = 'answers' | 'bulletin' | 'crew_day' | 'report';

export type EventKind = SyncedKind | CallKind;

interface CallRule {
  /** Refused, as of something deleted meanwhile, nobody has to hear of it. */
  dropsRefused: boolean;
  /** Why an answer is a refusal all the same, as a code; null: it is not. */
  problemOf?: (answer: unknown) => string | null;
}

export const CALLS: Readonly<Record<CallKind, CallRule>> = {
  answers: { dropsRefused: true },
  bulletin: { dropsRefused: true },
  crew_day: {
    dropsRefused: false,
    problemOf: (answer) =>
      (answer as { result: string }[]).some(({ result }) => result === 'conflict')
        ? 'crew_hours_not_saved'
        : null,
  },
  report: { dropsRefused: false },
};

export interface QueuedCall {
  rpc: string;
  args: object;
}

export interface QueuedBreak {
  started_at: string;
  ended_at: string | null;
  kind: 'meal' | 'rest';
  paid: boolean;
}

export interface EventPayload extends Partial<QueuedCall> {
  entry_id?: string;
  /** A switch: the entry it ends. */
  from_entry_id?: string;
  project_id?: string | null;
  cost_code_id?: string | null;
  equipment_id?: string | null;
  notes?: string | null;
  /** Where the device was at that moment, if its owner shares it. */
  location?: DeviceLocation;
  break_id?: string;
  break_kind?: 'meal' | 'rest';
  paid?: boolean;
  /** Time typed by hand. */
  clock_in?: string;
  clock_out?: string | null;
  breaks?: QueuedBreak[];
  meal_waived?: boolean;
  reason?: string | null;
  /** Work put in place. */
  quantity_id?: string;
  quantity?: number;
  work_date?: string;
  area?: string | null;
  note?: string | null;
}

/** What a person did, before the device adds who, when and in which order. */
export interface NewEvent {
  kind: EventKind;
  payload: EventPayload;
  /** Of a crew punch: whose. One's own where it is missing. */
  employee_id?: string;
}

/** Something a person did while the server could not be reached. */
export interface OfflineEvent extends NewEvent {
  id: string;
  device_id: string;
  /** Counts up on this device, whoever is signed in. */
  sequence: number;
  /** By this device's clock. */
  happened_at: string;
  /** The server's clock minus this device's, as last measured. */
  offset_ms: number;
  /** Why the server will not have it, as a code; it stays until its owner has seen that. */
  problem?: string;
  /** What it is about is not there yet; nothing waits for it. */
  early?: boolean;
}

export function isCall(event: OfflineEvent): event is OfflineEvent & { payload: QueuedCall } {
  return event.kind in CALLS;
}

/** The instant that counts. */
export function countsAt({ happened_at, offset_ms }: OfflineEvent): string {
  return new Date(Date.parse(happened_at) + offset_ms).toISOString();
}
