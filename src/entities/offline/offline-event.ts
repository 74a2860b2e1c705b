export type EventKind = 'clock_in' | 'clock_out' | 'switch' | 'start_break' | 'end_break' | 'entry';

export interface EventPayload {
  entry_id?: string;
  /** A switch: the entry it ends. */
  from_entry_id?: string;
  project_id?: string;
  cost_code_id?: string | null;
  equipment_id?: string | null;
  notes?: string;
  break_id?: string;
  break_kind?: 'meal' | 'rest';
  paid?: boolean;
}

/** Something a person did while the server could not be reached. */
export interface OfflineEvent {
  id: string;
  device_id: string;
  /** Counts up on this device, whoever is signed in. */
  sequence: number;
  kind: EventKind;
  /** By this device's clock. */
  happened_at: string;
  /** The server's clock minus this device's, as last measured. */
  offset_ms: number;
  /** Milliseconds since the page was opened: goes on where a changed clock jumps. */
  monotonic_ms: number;
  payload: EventPayload;
}

/** The instant that counts. */
export function countsAt({ happened_at, offset_ms }: OfflineEvent): string {
  return new Date(Date.parse(happened_at) + offset_ms).toISOString();
}
