import { createCipheriv, createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { hasExtras, keepExtra, sendExtras } from '@/features/kiosk/api/kiosk-extras';
import { keepSeal } from '@/features/kiosk/offline/seal';
import { type AskedRequest, Refusal } from '@/testing/backend';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart } from '@/testing/open';
import { session } from '@/testing/people';

beforeEach(giveDeviceMemory);

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
  await keepExtra({ ...who, kind: 'photo', picture });
  const waiting = [...kept.entries()].find(([key]) => key.startsWith('kiosk-extra:'))?.[1];
  const { file, ...extra } = waiting as Extra & { file: ArrayBuffer };
  const cipher = createCipheriv('aes-256-gcm', keyOf(extra), Buffer.alloc(12));
  const sealed = Buffer.concat([cipher.update('a picture'), cipher.final(), cipher.getAuthTag()]);
  expect(Buffer.from(file)).toEqual(sealed);
  expect(JSON.stringify([...kept.values()])).not.toContain('4711');
  await sendExtras();
  expect(await hasExtras()).toBe(false);
  expect(backend.requests.some(({ path }) => path.includes('kiosk-photos/path.jpg'))).toBe(true);
});

test('what waits for a decision stays, what is refused goes', async () => {
  let result = 'waiting';
  await open((extras) => extras.map(({ id }) => ({ id, result, path: null, key: null })));
  await keepExtra({ ...who, kind: 'answers', content: '[]', language: 'en' });
  await sendExtras();
  expect(await hasExtras()).toBe(true);
  result = 'refused';
  await sendExtras();
  expect(await hasExtras()).toBe(false);
});

test('a tablet that is paired no longer keeps none; a server that fails is asked again', async () => {
  let refusal = new Refusal(500, { message: 'no' });
  await open(() => refusal);
  await keepExtra({ ...who, kind: 'photo', picture });
  await expect(sendExtras()).rejects.toThrow();
  expect(await hasExtras()).toBe(true);
  refusal = new Refusal(400, { code: 'P0001', hint: 'kiosk_not_paired', message: 'no' });
  await vi.waitFor(() => sendExtras());
  expect(await hasExtras()).toBe(false);
});
