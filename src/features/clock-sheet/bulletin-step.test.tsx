import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Bulletin } from '@/entities/bulletin/bulletins-query';
import { sendEvents } from '@/entities/offline/send-events';
import { BulletinStep } from '@/features/clock-sheet/bulletin-step';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openPart, words } from '@/testing/open';
import { session } from '@/testing/people';

const QUEUE = `queue:${session().user.id}`;

beforeEach(giveDeviceMemory);

const BULLETIN: Bulletin = {
  id: 'bulletin',
  kind: 'post',
  title: 'Tie off on level 3',
  body: 'The deck edge is open.',
  title_es: null,
  body_es: null,
  publish_at: '2026-03-10T11:00:00Z',
  expires_at: null,
  pinned: false,
  must_acknowledge: true,
  comments_allowed: false,
  attachments: [],
  author: 'Dana',
  comments: 0,
  read_at: null,
  acknowledged_at: null,
  postponed_at: null,
};

test.each([
  ['confirm', 'acknowledge'],
  ['later', 'postpone'],
] as const)('%s without a signal is kept on the phone and sent later', async (button, action) => {
  const onDone = vi.fn();
  const { user, backend } = await openPart(<BulletinStep bulletin={BULLETIN} onDone={onDone} />, {
    namespaces: ['bulletin'],
  });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(screen.getByRole('button', { name: words(`bulletin:reader.${button}`) }));
  expect(onDone).toHaveBeenCalled();
  await waitFor(() => expect(kept.get(QUEUE)).toMatchObject([{ kind: 'bulletin' }]));
  if (action === 'acknowledge')
    expect(await screen.findByText(words('common:queue.saved'))).toBeVisible();
  online.mockReturnValue(true);
  backend.answer({ [`POST rpc/${action}_bulletin`]: null });
  await sendEvents();
  expect(kept.get(QUEUE)).toEqual([]);
  expect(backend.sent(`POST rpc/${action}_bulletin`)).toEqual([
    { bulletin_id_param: 'bulletin', language_param: 'en' },
  ]);
});
