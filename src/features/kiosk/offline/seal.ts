import type { OfflineEvent } from '@/entities/offline/offline-event';
import { changeKept, readKept } from '@/lib/device-store';
import { AppError } from '@/lib/errors';

/** One link of a chain of hashes that the server can follow from its beginning. */
interface Link {
  id: string;
  /** How many links were used and erased. */
  index: number;
  key: Uint8Array<ArrayBuffer>;
}

/** Of a PIN, for one event alone. */
export interface Sealed {
  id: string;
  index: number;
  box: string;
}

const KEY = 'kiosk-seal';
const BOX_BYTES = 8;
const NEXT = Uint8Array.of(1);
const PAD = Uint8Array.of(2);

const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

async function hash(...parts: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** Whether a new one is worth asking for: none is there, or it was used. */
export async function needsSeal(): Promise<boolean> {
  const link = await readKept<Link>(KEY).catch(() => undefined);
  return link?.index !== 0;
}

export async function keepSeal({ id, key }: { id: string; key: string }): Promise<void> {
  await changeKept<Link>(KEY, () => ({ id, index: 0, key: fromHex(key) })).catch(() => undefined);
}

/**
 * Seals a PIN so that only the server opens it, and only for this event: who, what and when go into
 * the hash. The link is erased before anything is kept, so that nobody opens it here later.
 */
export async function sealPin(event: OfflineEvent, pin: string): Promise<Sealed> {
  const link = await readKept<Link>(KEY);
  if (!link) throw new AppError('offline');
  const { id, employee_id, kind, happened_at, payload } = event;
  const about = [
    id,
    employee_id,
    kind,
    happened_at,
    payload.project_id ?? '',
    payload.cost_code_id ?? '',
  ].join('|');
  const pad = await hash(link.key, PAD, new TextEncoder().encode(about));
  const next = await hash(link.key, NEXT);
  await changeKept<Link>(KEY, () => ({ id: link.id, index: link.index + 1, key: next }));
  const plain = new TextEncoder().encode(pin.padEnd(BOX_BYTES));
  const box = plain.map((byte, place) => byte ^ (pad[place] ?? 0));
  return { id: link.id, index: link.index, box: toHex(box) };
}
