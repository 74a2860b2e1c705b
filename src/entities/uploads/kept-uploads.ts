import type { KeptUpload } from '@/entities/uploads/upload';
import { changeKept, forget, keptKeys, readKept } from '@/lib/device-store';

/** Tells the next start that there is something to send, without opening the store. */
const WAITING_KEY = 'chalkline.uploads';

/** One entry per file and account: another account on this device neither sees nor sends it. */
const prefixOf = (userId: string): string => `upload:${userId}:`;

export async function keepUploads(userId: string, uploads: readonly KeptUpload[]): Promise<void> {
  localStorage.setItem(WAITING_KEY, 'yes');
  for (const upload of uploads) {
    await changeKept<KeptUpload>(prefixOf(userId) + upload.id, () => upload);
  }
  // Asked when it matters: a browser may otherwise throw away what a site keeps.
  void navigator.storage?.persist?.();
}

export const readUpload = (userId: string, id: string): Promise<KeptUpload | undefined> =>
  readKept<KeptUpload>(prefixOf(userId) + id);

export async function readUploads(userId: string): Promise<KeptUpload[]> {
  const keys = (await keptKeys()).filter((key) => key.startsWith(prefixOf(userId)));
  const kept = await Promise.all(keys.map((key) => readKept<KeptUpload>(key)));
  return kept
    .filter((upload) => upload !== undefined)
    .sort((one, other) => one.addedAt - other.addedAt || one.id.localeCompare(other.id));
}

export async function forgetUpload(userId: string, id: string): Promise<void> {
  await forget([prefixOf(userId) + id]);
  const all = await keptKeys();
  if (!all.some((key) => key.startsWith('upload:'))) localStorage.removeItem(WAITING_KEY);
}
