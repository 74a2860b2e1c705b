import { kiosk, kioskFiles } from '@/features/kiosk/api/kiosk-client';
import type { Credentials } from '@/features/kiosk/api/punch';
import { decrypt, encrypt, type Sealed, seal } from '@/features/kiosk/offline/seal';
import { changeKept, forget, keptKeys, readKept } from '@/lib/device-store';
import { toAppError, unwrap } from '@/lib/errors';
import { uuidv7 } from '@/lib/uuid';

/** What was taken with a punch that waits on this tablet. */
interface Extra {
  id: string;
  employee_id: string;
  kind: 'photo' | 'answers';
  event_id: string;
  content: string;
  language: string;
  sealed: Sealed;
}

/** A photo waits encrypted: the key went with the link that sealed it. */
interface KeptExtra extends Extra {
  file: ArrayBuffer | null;
}

const PREFIX = 'kiosk-extra:';
const BATCH = 50;

interface NewExtra extends Credentials {
  eventId: string;
  kind: Extra['kind'];
  content?: string;
  language?: string;
  picture?: Blob;
}

export async function keepExtra(news: NewExtra): Promise<void> {
  const { employeeId, pin, eventId, kind, content = '', language = '', picture } = news;
  const id = uuidv7();
  const { sealed, key } = await seal([id, employeeId, kind, eventId, content, language], pin);
  const kept: KeptExtra = {
    id,
    employee_id: employeeId,
    kind,
    event_id: eventId,
    content,
    language,
    sealed,
    file: picture ? await encrypt(key, picture) : null,
  };
  await changeKept<KeptExtra>(PREFIX + id, () => kept);
}

const extraKeys = async (): Promise<string[]> =>
  (await keptKeys()).filter((key) => key.startsWith(PREFIX)).sort();

export const hasExtras = async (): Promise<boolean> => (await extraKeys()).length > 0;

interface Result {
  id: string;
  result: 'done' | 'waiting' | 'refused';
  path: string | null;
  key: string | null;
}

async function storePhoto(extra: KeptExtra, { path, key }: Result): Promise<void> {
  if (!path || !key || !extra.file) return;
  const picture = await decrypt(key, extra.file).catch(() => null);
  if (!picture) return;
  const { error } = await (await kioskFiles()).upload(
    path,
    new Blob([picture], { type: 'image/jpeg' }),
    { contentType: 'image/jpeg' },
  );
  if (error) throw toAppError(error);
}

async function send(extras: readonly KeptExtra[]): Promise<void> {
  const client = await kiosk();
  const answer = await client.rpc('kiosk_sync_extras', {
    extras_param: extras.map(({ file: _, ...extra }) => extra) as never,
  });
  // A tablet that is paired no longer sends none, and keeps none.
  if (answer.error && toAppError(answer.error).code === 'kiosk_not_paired') {
    await forget(await extraKeys());
    return;
  }
  const results = unwrap(answer) as unknown as Result[];
  for (const result of results) {
    const extra = extras.find(({ id }) => id === result.id);
    if (!extra || result.result === 'waiting') continue;
    await storePhoto(extra, result);
    await forget([PREFIX + extra.id]);
  }
}

/** Sends what waits, after the punches it belongs to. */
export async function sendExtras(): Promise<void> {
  const keys = await extraKeys();
  for (let from = 0; from < keys.length; from += BATCH) {
    const kept = await Promise.all(
      keys.slice(from, from + BATCH).map((key) => readKept<KeptExtra>(key)),
    );
    await send(kept.filter((extra) => extra !== undefined));
  }
}
