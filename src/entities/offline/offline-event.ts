import type { CustomValues } from '@/entities/custom-field/custom-field';
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
export type CallKind =
  | 'answers'
  | 'break_board'
  | 'bulletin'
  | 'crew_day'
  | 'expense'
  | 'forgotten_punch'
  | 'form'
  | 'report'
  | 'site_visit'
  | 'ticket';

/** What goes to the server beside the rest, file and all: no punch waits for a video. */
export type AttachmentKind = 'photo' | 'kiosk_photo' | 'kiosk_answers';

export type EventKind = SyncedKind | CallKind | AttachmentKind;

/** Each is sent on its own: in the order of the work, or beside it. */
export type Lane = 'ordered' | 'attachments';
const ATTACHMENTS: ReadonlySet<EventKind> = new Set<AttachmentKind>([
  'photo',
  'kiosk_photo',
  'kiosk_answers',
]);
export const laneOf = ({ kind }: { kind: EventKind }): Lane =>
  ATTACHMENTS.has(kind) ? 'attachments' : 'ordered';

interface CallRule {
  /** Refused, as of something deleted meanwhile, nobody has to hear of it. */
  dropsRefused: boolean;
  /** Why an answer is a refusal all the same, as a code; null: it is not. */
  problemOf?: (answer: unknown) => string | null;
}

export const CALLS: Readonly<Record<CallKind, CallRule>> = {
  answers: { dropsRefused: true },
  break_board: { dropsRefused: false },
  bulletin: { dropsRefused: true },
  crew_day: {
    dropsRefused: false,
    problemOf: (answer) =>
      (answer as { result: string }[]).some(({ result }) => result === 'conflict')
        ? 'crew_hours_not_saved'
        : null,
  },
  expense: { dropsRefused: false },
  forgotten_punch: { dropsRefused: false },
  form: { dropsRefused: false },
  report: { dropsRefused: false },
  site_visit: { dropsRefused: false },
  ticket: { dropsRefused: false },
};

export interface QueuedCall {
  rpc: string;
  args: object;
}

/** The row that names a file is written first and decides who may store and read it. */
export interface QueuedPhoto {
  /** The table and, by its name with dashes, the bucket; `photos` where nothing is said. */
  to?: 'certificate_proofs';
  /** Where the file goes; the row says the same. */
  path: string;
  row: Record<string, unknown>;
  /** For the person who waits. */
  name: string;
  type: string;
  size: number;
}

/** What was taken with a punch that waits on this tablet. */
export interface KioskExtra {
  event_id: string;
  content: string;
  language: string;
}

/** Of a PIN at a kiosk, for one event alone. */
export interface Sealed {
  id: string;
  index: number;
  box: string;
}

export interface QueuedBreak {
  started_at: string;
  ended_at: string | null;
  kind: 'meal' | 'rest';
  paid: boolean;
}

export interface QueuedMachine {
  equipment_id: string | null;
  kind: 'working' | 'travel' | 'standby';
  /** Percent. */
  share: number;
}

export interface EventPayload extends Partial<QueuedCall> {
  entry_id?: string;
  /** A switch: the entry it ends. */
  from_entry_id?: string;
  project_id?: string | null;
  cost_code_id?: string | null;
  /** Of a public project, as chosen; null: the database fills it in. */
  classification_id?: string | null;
  /** Answers to custom fields, by id of the field. */
  custom?: CustomValues;
  equipment_id?: string | null;
  /** What is run during an entry. */
  machines?: QueuedMachine[];
  notes?: string | null;
  /** Where the device was at that moment, if its owner shares it. */
  location?: DeviceLocation;
  /** A clock-out after over 16 hours: when the work really ended. */
  ended_at?: string;
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
  photo?: QueuedPhoto;
  extra?: KioskExtra;
}

/** What an attachment sends; a photo of a kiosk waits encrypted. */
export type StoredFile = Blob | ArrayBuffer;

/** What a person did, before the device adds who, when and in which order. */
export interface NewEvent {
  /** Where what it makes has the same id; else one is made. */
  id?: string;
  kind: EventKind;
  payload: EventPayload;
  /** Of a crew punch: whose. One's own where it is missing. */
  employee_id?: string;
  file?: StoredFile;
}

/** Something a person did, until the server has answered for it; its file is stored beside it. */
export interface OfflineEvent extends Omit<NewEvent, 'file'> {
  id: string;
  /** Where it was made. Missing: before an account could have several, or at a kiosk. */
  company_id?: string;
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
  /** The pairing it was made at, and the PIN for the server to check. */
  kiosk_id?: string;
  sealed?: Sealed;
}

export function isCall(event: OfflineEvent): event is OfflineEvent & { payload: QueuedCall } {
  return event.kind in CALLS;
}

/** Whether it is about the clock. */
export const isPunch = (event: OfflineEvent): boolean =>
  event.kind !== 'quantity' && !isCall(event) && laneOf(event) === 'ordered';

/** What people call it; several kinds are one word. */
export type ItemName =
  | 'punch'
  | 'entry'
  | 'quantity'
  | 'answers'
  | 'bulletin'
  | 'breaks'
  | 'crewHours'
  | 'expense'
  | 'form'
  | 'report'
  | 'ticket'
  | 'visit'
  | 'photo';

const NAMES: Readonly<Record<EventKind, ItemName>> = {
  clock_in: 'punch',
  clock_out: 'punch',
  switch: 'punch',
  start_break: 'punch',
  end_break: 'punch',
  entry: 'entry',
  quantity: 'quantity',
  answers: 'answers',
  bulletin: 'bulletin',
  break_board: 'breaks',
  crew_day: 'crewHours',
  expense: 'expense',
  forgotten_punch: 'answers',
  form: 'form',
  report: 'report',
  site_visit: 'visit',
  ticket: 'ticket',
  photo: 'photo',
  kiosk_photo: 'photo',
  kiosk_answers: 'answers',
};

/** How many of what, in the order they were made. */
export function countByName(events: readonly OfflineEvent[]): [ItemName, number][] {
  const counts = new Map<ItemName, number>();
  for (const { kind } of events) counts.set(NAMES[kind], (counts.get(NAMES[kind]) ?? 0) + 1);
  return [...counts];
}

/** The instant that counts. */
export function countsAt({ happened_at, offset_ms }: OfflineEvent): string {
  return new Date(Date.parse(happened_at) + offset_ms).toISOString();
}
