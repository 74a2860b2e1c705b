import { dataKey } from '@/entities/offline/stored-queries';
import type { Document } from '@/features/documents/api/queries';
import { changeStored, forget, readStored } from '@/lib/device-store';
import { supabase } from '@/lib/supabase';

/** Documents kept on this device for this account, with their current file. Signing out forgets them. */
async function ownKey(part: string): Promise<string> {
  const { data } = await supabase().auth.getSession();
  return `${dataKey(data.session?.user.id ?? '')}:documents:${part}`;
}
const listKey = () => ownKey('list');
const fileKey = (path: string) => ownKey(path);

export const readPins = async (): Promise<Document[]> =>
  (await readStored<Document[]>(await listKey())) ?? [];

export const pinnedFile = async (path: string): Promise<Blob | undefined> =>
  readStored<Blob>(await fileKey(path));

const pathOf = (document: Document | undefined): string | undefined =>
  document?.versions.find(({ superseded_at }) => superseded_at === null)?.path;

/** Keeps a document here; of one that was kept before, the older file goes. */
export async function pin(
  document: Document,
  load: (path: string) => Promise<Blob>,
): Promise<void> {
  const path = pathOf(document);
  if (!path) return;
  const blob = await load(path);
  const before = pathOf((await readPins()).find(({ id }) => id === document.id));
  await changeStored<Blob>(await fileKey(path), () => blob);
  await changeStored<Document[]>(await listKey(), (list = []) => [
    ...list.filter(({ id }) => id !== document.id),
    document,
  ]);
  if (before && before !== path) await forget([await fileKey(before)]);
}

export async function unpin(documentId: string): Promise<void> {
  const path = pathOf((await readPins()).find(({ id }) => id === documentId));
  await changeStored<Document[]>(await listKey(), (list = []) =>
    list.filter(({ id }) => id !== documentId),
  );
  if (path) await forget([await fileKey(path)]);
}

/** What the device keeps follows what the viewer may open: newer versions come, lost ones go. */
export async function followPins(
  documents: readonly Document[],
  load: (path: string) => Promise<Blob>,
): Promise<boolean> {
  let changed = false;
  for (const kept of await readPins()) {
    const now = documents.find(({ id }) => id === kept.id);
    if (now && pathOf(now) === pathOf(kept)) continue;
    changed = true;
    if (now && pathOf(now)) await pin(now, load);
    else await unpin(kept.id);
  }
  return changed;
}
