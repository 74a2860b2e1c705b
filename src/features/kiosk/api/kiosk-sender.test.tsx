import { createCipheriv, createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adoptKioskExtras } from '@/entities/offline/adopt-earlier-stores';
import { closeQueue } from '@/entities/offline/event-queue';
import { readQueue, saveExtra } from '@/features/kiosk/api/kiosk-queue';
import { sendKioskQueue } from '@/features/kiosk/api/kiosk-sender';
import { keepSeal } from '@/features/kiosk/offline/seal';
import { type AskedRequest, Refusal } from '@/testing/backend';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart } from '@/testing/open';
import { session } from '@/testing/people';

beforeEach(giveDeviceMemory);
afterEach(closeQueue);

const ACCOUNT = session().user.id;
const hasExtras = async () => (await readQueue()).length > 0;

const who = { employeeId: 'rosa', pin: '4711', eventId: 'event-1' };
const picture = new Blob(['a picture'], { type: 'image/jpeg' });

interface Extra {
  id: string;
  kind: string;
  sealed: { index: number };
}

/** As the server derives it: the links before are hashed on, this one with what it was for. */
function keyOf({ id, kind, sealed }: Extra): Buffer {
  let link = Buffer.alloc(32, 7);
  const hash = (...parts: (Buffer | string)[]) =>
    createHash('sha256')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
      .digest();
  for (let step = 0; step < sealed.index; step += 1) link = hash(link, '\x01');
  return hash(link, '\x03', [id, 'rosa', kind, 'event-1', '', ''].join('|'));
}

async function open(answer: (extras: Extra[]) => unknown) {
  localStorage.setItem('chalkline.kiosk', JSON.stringify(session()));
  await keepSeal({ id: 'seal', key: '07'.repeat(32) });
  const { backend } = await openPart(<p />, {
    as: null,
    namespaces: ['kiosk'],
    answers: {
      'POST rpc/kiosk_sync_extras': ({ body }: AskedRequest) => answer(body.extras_param),
      'POST storage/object/kiosk-photos/path.jpg': { Key: 'path.jpg' },
    },
  });
  return backend;
}

test('a photo waits encrypted, and is opened with the key the server tells', async () => {
  const backend = await open((extras) =>
    extras.map((extra) => ({
      id: extra.id,
      result: 'done',
      path: 'path.jpg',
      key: keyOf(extra).toString('hex'),
    })),
  );
  await saveExtra({ ...who, kind: 'photo', picture });
  const [extra] = (await readQueue()) as unknown as Extra[];
  if (!extra) throw new Error('Nothing waits.');
  const file = kept.get(`file:${ACCOUNT}:${extra.id}`) as ArrayBuffer;
  const key = keyOf({ ...extra, kind: 'photo' });
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12));
  const sealed = Buffer.concat([cipher.update('a picture'), cipher.final(), cipher.getAuthTag()]);
  expect(Buffer.from(file)).toEqual(sealed);
  expect(JSON.stringify([...kept.values()])).not.toContain('4711');
  await sendKioskQueue();
  expect(await hasExtras()).toBe(false);
  expect([...kept.keys()].some((name) => name.startsWith('file:'))).toBe(false);
  expect(backend.requests.some(({ path }) => path.includes('kiosk-photos/path.jpg'))).toBe(true);
});

test('what waits for a decision stays, what is refused goes', async () => {
  let result = 'waiting';
  await open((extras) => extras.map(({ id }) => ({ id, result, path: null, key: null })));
  await saveExtra({ ...who, kind: 'answers', content: '[]', language: 'en' });
  await sendKioskQueue();
  expect(await hasExtras()).toBe(true);
  result = 'refused';
  await sendKioskQueue();
  expect(await hasExtras()).toBe(false);
});

test('a tablet that is paired no longer keeps none; a server that fails is asked again', async () => {
  let refusal = new Refusal(500, { message: 'no' });
  await open(() => refusal);
  await saveExtra({ ...who, kind: 'photo', picture });
  await sendKioskQueue();
  expect(await hasExtras()).toBe(true);
  refusal = new Refusal(400, { code: 'P0001', hint: 'kiosk_not_paired', message: 'no' });
  await sendKioskQueue();
  expect(await hasExtras()).toBe(false);
});

test('what the version before left is sent from the queue', async () => {
  const backend = await open((extras) =>
    extras.map((extra) => ({
      id: extra.id,
      result: 'done',
      path: 'path.jpg',
      key: keyOf(extra).toString('hex'),
    })),
  );
  const extra = {
    id: 'extra-1',
    employee_id: 'rosa',
    kind: 'photo',
    event_id: 'event-1',
    content: '',
    language: '',
    sealed: { id: 'seal', index: 0, box: '00' },
  };
  const cipher = createCipheriv('aes-256-gcm', keyOf(extra), Buffer.alloc(12));
  const file = Buffer.concat([cipher.update('a picture'), cipher.final(), cipher.getAuthTag()]);
  kept.set('kiosk-extra:extra-1', { ...extra, file: new Uint8Array(file).buffer });
  await adoptKioskExtras(ACCOUNT);
  expect(kept.has('kiosk-extra:extra-1')).toBe(false);
  await sendKioskQueue();
  expect(backend.sent('POST rpc/kiosk_sync_extras')).toEqual([{ extras_param: [extra] }]);
  expect(backend.requests.some(({ path }) => path.includes('kiosk-photos/path.jpg'))).toBe(true);
  expect(await hasExtras()).toBe(false);
});
