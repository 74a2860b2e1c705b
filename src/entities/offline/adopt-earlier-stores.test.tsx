import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adoptEarlierStores } from '@/entities/offline/adopt-earlier-stores';
import { closeQueue } from '@/entities/offline/event-queue';
import { sendEvents } from '@/entities/offline/send-events';
import * as resumable from '@/entities/uploads/resumable';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart } from '@/testing/open';
import { EMPLOYEE_ID, session } from '@/testing/people';

beforeEach(giveDeviceMemory);
afterEach(() => {
  closeQueue();
  vi.restoreAllMocks();
});

const USER = session().user.id;

test('photos that the version before left on the phone are sent, once and by their owner alone', async () => {
  const send = vi.spyOn(resumable, 'sendResumable').mockResolvedValue();
  const upload = (id: string) => ({
    id,
    bucket: 'photos',
    table: 'photos',
    path: `${id}.jpg`,
    row: { id, path: `${id}.jpg` },
    file: new Blob([id], { type: 'image/jpeg' }),
    name: 'wall.jpg',
    addedAt: Date.parse('2026-03-10T12:00:00Z'),
  });
  kept.set(`upload:${USER}:photo-1`, upload('photo-1'));
  kept.set('upload:someone-else:photo-2', upload('photo-2'));
  localStorage.setItem('chalkline.uploads', 'yes');
  const { backend } = await openPart(<p />, {
    namespaces: ['common'],
    answers: { 'POST photos': null },
  });
  await adoptEarlierStores(USER, EMPLOYEE_ID);
  expect(kept.get(`queue:${USER}`)).toMatchObject([
    { id: 'photo-1', kind: 'photo', happened_at: '2026-03-10T12:00:00.000Z' },
  ]);
  expect([...kept.keys()].filter((key) => key.startsWith('upload:'))).toEqual([
    'upload:someone-else:photo-2',
  ]);
  await sendEvents();
  expect(backend.sent('POST photos')).toEqual([{ id: 'photo-1', path: 'photo-1.jpg' }]);
  expect(send.mock.calls.map(([{ key, path }]) => [key, path])).toEqual([
    ['photo-1', 'photo-1.jpg'],
  ]);
  expect(kept.get(`queue:${USER}`)).toEqual([]);
  expect(kept.has(`file:${USER}:photo-1`)).toBe(false);
});
