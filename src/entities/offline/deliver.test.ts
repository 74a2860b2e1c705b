import { expect, test } from 'vitest';
import { nextBatch } from '@/entities/offline/deliver';
import type { EventPayload, OfflineEvent } from '@/entities/offline/offline-event';

const event = (id: string, kind: OfflineEvent['kind'], payload: EventPayload = {}) =>
  ({ id, kind, payload }) as OfflineEvent;
const photoOf = (entryId: string | null) =>
  event('photo', 'photo', {
    photo: { path: '', row: { time_entry_id: entryId }, name: '', type: '', size: 0 },
  });
const idsOf = (lane: 'ordered' | 'attachments', queue: OfflineEvent[], tried: string[] = []) =>
  nextBatch(lane, queue, new Set(tried)).map(({ id }) => id);

test('punches go together, a call on its own, and a photo never among them', () => {
  const queue = [
    event('in', 'clock_in', { entry_id: 'entry' }),
    photoOf(null),
    event('out', 'clock_out'),
    event('answers', 'answers', { rpc: 'answer_clock_questions', args: {} }),
    event('next', 'clock_in'),
  ];
  expect(idsOf('ordered', queue)).toEqual(['in', 'out']);
  expect(idsOf('ordered', queue, ['in', 'out'])).toEqual(['answers']);
  expect(idsOf('ordered', queue, ['in', 'out', 'answers'])).toEqual(['next']);
  expect(idsOf('attachments', queue)).toEqual(['photo']);
});

test('what belongs to a punch that waits as well is sent after it', () => {
  const start = event('start', 'clock_in', { entry_id: 'entry' });
  const extra = event('extra', 'kiosk_answers', {
    extra: { event_id: 'start', content: '', language: '' },
  });
  expect(idsOf('attachments', [start, photoOf('entry')])).toEqual([]);
  expect(idsOf('attachments', [start, photoOf('other')])).toEqual(['photo']);
  expect(idsOf('attachments', [start, extra])).toEqual([]);
  expect(idsOf('attachments', [extra])).toEqual(['extra']);
  // A start that was refused is not waited for.
  expect(idsOf('attachments', [{ ...start, problem: 'no' }, photoOf('entry')])).toEqual(['photo']);
});

test('what was refused waits for its owner, and nothing waits for it', () => {
  const day = event('day', 'crew_day', { rpc: 'save_crew_day', args: {} });
  expect(idsOf('ordered', [{ ...day, problem: 'no' }, event('in', 'clock_in')])).toEqual(['in']);
});

test('a tablet that was paired again sends those of one pairing at a time', () => {
  const at = (id: string, kiosk_id: string) => ({ ...event(id, 'clock_in'), kiosk_id });
  expect(idsOf('ordered', [at('a', 'old'), at('b', 'old'), at('c', 'new')])).toEqual(['a', 'b']);
});
