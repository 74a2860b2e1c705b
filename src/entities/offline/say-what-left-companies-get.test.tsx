import { waitFor } from '@testing-library/react';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeQueue } from '@/entities/offline/event-queue';
import { sayWhatLeftCompaniesGet } from '@/entities/offline/say-what-left-companies-get';
import * as download from '@/lib/files/download';
import { toast } from '@/lib/toast';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart } from '@/testing/open';
import { session } from '@/testing/people';

const USER = session().user.id;
const LEFT = '00000000-0000-4000-8000-0000000000ff';
const photo = {
  id: 'photo-1',
  kind: 'photo',
  company_id: LEFT,
  happened_at: '2026-03-10T12:00:00.000Z',
  payload: {},
};

beforeEach(giveDeviceMemory);
afterEach(() => {
  closeQueue();
  vi.restoreAllMocks();
});

/** A photo waits for a company that the account has left; the button of the notice is pressed. */
async function pressSave(): Promise<void> {
  kept.set(`queue:${USER}`, [photo]);
  kept.set(`file:${USER}:photo-1`, new Blob(['bytes of it']));
  const { backend } = await openPart(<p />, {
    namespaces: ['common'],
    answers: { 'POST rpc/my_companies': [] },
  });
  const warning = vi.spyOn(toast, 'warning');
  await sayWhatLeftCompaniesGet(USER);
  expect(backend.sent('POST rpc/sync_events')).toEqual([]);
  const [title, options] = warning.mock.calls[0] ?? [];
  expect(title).toBe('1 item for a company you left is still on this device');
  const { action } = options as { action: { label: string; onClick(): void } };
  expect(action.label).toBe('Save and remove');
  expect(kept.get(`queue:${USER}`)).toEqual([photo]);
  action.onClick();
}

test('what cannot be sent any more leaves the device only with a copy of all of it', async () => {
  const saved = vi.spyOn(download, 'downloadFile').mockReturnValue();
  await pressSave();
  await waitFor(() => expect(kept.get(`queue:${USER}`)).toEqual([]));
  expect(kept.has(`file:${USER}:photo-1`)).toBe(false);
  const [name, , content] = saved.mock.calls[0] ?? [];
  expect(name).toBe('chalkline-not-sent.zip');
  const files = unzipSync(content as unknown as Uint8Array);
  expect(JSON.parse(strFromU8(files['list.json'] as Uint8Array))).toEqual([photo]);
  expect(strFromU8(files['photo-1.bin'] as Uint8Array)).toBe('bytes of it');
});

test('where no copy can be made everything stays, and the person is told', async () => {
  vi.spyOn(download, 'downloadFile').mockImplementation(() => {
    throw new Error('no room');
  });
  const failed = vi.spyOn(toast, 'error');
  await pressSave();
  await waitFor(() => expect(failed).toHaveBeenCalledOnce());
  expect(kept.get(`queue:${USER}`)).toEqual([photo]);
  expect(kept.has(`file:${USER}:photo-1`)).toBe(true);
});
