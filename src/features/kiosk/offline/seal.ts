import type { OfflineEvent, Sealed } from '@/entities/offline/offline-event';
import { changeStored, readStored } from '@/lib/device-store';
import { AppError } from '@/lib/errors';

/** One link of a chain of hashes that the server can follow from its beginning. */
interface Link {
  id: string;
  /** How many links were used and erased. */
  index: number;
  key: Uint8Array<ArrayBuffer>;
}

const KEY = 'kiosk-seal';
const BOX_BYTES = 8;
const NEXT = Uint8Array.of(1);
const PAD = Uint8Array.of(2);
const KEY_OF_FILE = Uint8Array.of(3);

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
  const link = await readStored<Link>(KEY).catch(() => undefined);
  return link?.index !== 0;
}

export async function keepSeal({ id, key }: { id: string; key: string }): Promise<void> {
  await changeStored<Link>(KEY, () => ({ id, index: 0, key: fromHex(key) })).catch(() => undefined);
}

/**
 * Seals a PIN so that only the server opens it, and only for what it is said to be about. The link is
 * erased before anything is kept, so that nobody opens it here later. The key is for a file that goes with it.
 */
export async function seal(about: readonly string[], pin: string) {
  const link = await readStored<Link>(KEY);
  if (!link) throw new AppError('offline');
  const context = new TextEncoder().encode(about.join('|'));
  const pad = await hash(link.key, PAD, context);
  const key = await hash(link.key, KEY_OF_FILE, context);
  const next = await hash(link.key, NEXT);
  await changeStored<Link>(KEY, () => ({ id: link.id, index: link.index + 1, key: next }));
  const plain = new TextEncoder().encode(pin.padEnd(BOX_BYTES));
  const box = plain.map((byte, place) => byte ^ (pad[place] ?? 0));
  const sealed: Sealed = { id: link.id, index: link.index, box: toHex(box) };
  return { sealed, key };
}

/** Of an event: who, what and when. */
export async function sealPin(event: OfflineEvent, pin: string): Promise<Sealed> {
  const { id, employee_id, kind, happened_at, payload } = event;
  const { project_id, cost_code_id, classification_id } = payload;
  const about = [id, employee_id ?? '', kind, happened_at, project_id ?? '', cost_code_id ?? ''];
  // Tablets of before have no class in it, and the server knows both.
  return (await seal(classification_id ? [...about, classification_id] : about, pin)).sealed;
}

// Each key is used once.
const IV = { name: 'AES-GCM', iv: new Uint8Array(12) };

async function usable(key: Uint8Array<ArrayBuffer>, use: 'encrypt' | 'decrypt') {
  return crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use]);
}

export async function encrypt(key: Uint8Array<ArrayBuffer>, file: Blob): Promise<ArrayBuffer> {
  return crypto.subtle.encrypt(IV, await usable(key, 'encrypt'), await file.arrayBuffer());
}

/** With the key as the server tells it. */
export async function decrypt(key: string, bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt(IV, await usable(fromHex(key), 'decrypt'), bytes);
}
