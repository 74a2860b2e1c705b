import { expect, test } from 'vitest';
import type { EventPayload, OfflineEvent } from '@/entities/offline/offline-event';
import { type Punched, runningWithQueued, withQueued } from '@/entities/offline/with-queued';

const ME = 'me';
let sequence = 0;
const event = (kind: OfflineEvent['kind'], time: string, payload: EventPayload): OfflineEvent => {
  sequence += 1;
  return {
    id: `event-${sequence}`,
    device_id: 'phone',
    sequence,
    kind,
    happened_at: `2026-11-16T${time}:00.000Z`,
    offset_ms: 0,
    payload,
  };
};
const shown = (entries: readonly Punched[]) =>
  entries.map(({ id, clock_in, clock_out, breaks }) =>
    [id, clock_in.slice(11, 16), clock_out?.slice(11, 16) ?? 'now', breaks.length].join(' '),
  );

test('a day that the server has not heard of', () => {
  const events = [
    event('clock_in', '07:00', { entry_id: 'a', project_id: 'p' }),
    event('start_break', '12:00', { entry_id: 'a', break_id: 'b' }),
    event('end_break', '12:30', { entry_id: 'a', break_id: 'b' }),
    event('switch', '13:00', { entry_id: 'c', from_entry_id: 'a', project_id: 'q' }),
  ];
  expect(shown(withQueued([], events, ME))).toEqual(['a 07:00 13:00 1', 'c 13:00 now 0']);
  expect(runningWithQueued(null, events, ME)).toMatchObject({ id: 'c', project_id: 'q' });
  const stopped = [...events, event('clock_out', '15:30', { entry_id: 'c' })];
  expect(runningWithQueued(null, stopped, ME)).toBeNull();
});

test('the server may have heard of some of it: nothing shows twice', () => {
  const known = withQueued([], [event('clock_in', '07:00', { entry_id: 'a' })], ME);
  const again = [
    event('clock_in', '07:01', { entry_id: 'a' }),
    event('clock_out', '15:30', { entry_id: 'a' }),
  ];
  expect(shown(withQueued(known, again, ME))).toEqual(['a 07:00 15:30 0']);
});

test('stopping ends the open break; time typed by hand and notes are there', () => {
  const events = [
    event('clock_in', '07:00', { entry_id: 'a' }),
    event('start_break', '12:00', { entry_id: 'a' }),
    event('clock_out', '12:20', { entry_id: 'a' }),
    event('entry', '16:00', {
      entry_id: 'm',
      clock_in: '2026-11-16T13:00:00.000Z',
      clock_out: '2026-11-16T14:00:00.000Z',
      breaks: [],
    }),
    event('entry', '16:05', { entry_id: 'a', notes: 'Forms' }),
  ];
  const all = withQueued([], events, ME);
  expect(shown(all)).toEqual(['a 07:00 12:20 1', 'm 13:00 14:00 0']);
  expect(all[0]).toMatchObject({ notes: 'Forms' });
  expect(all[0]?.breaks[0]?.ended_at).toBe('2026-11-16T12:20:00.000Z');
});

test('a quantity is no punch: the clock runs on', () => {
  const events = [
    event('clock_in', '07:00', { entry_id: 'a' }),
    event('quantity', '11:00', { quantity_id: 'q', quantity: 40 }),
  ];
  expect(runningWithQueued(null, events, ME)).toMatchObject({ id: 'a' });
});

test('punches for the crew are not one’s own', () => {
  const crew = { ...event('clock_in', '07:00', { entry_id: 'x' }), employee_id: 'someone' };
  expect(withQueued([], [crew], ME)).toEqual([]);
  expect(runningWithQueued(null, [crew], ME)).toBeNull();
});

test('what was answered about the clock and waits to be sent is answered', () => {
  const call = (rpc: string, args: object) => event('answers', '07:01', { rpc, args });
  const events = [
    event('clock_in', '07:00', { entry_id: 'a', custom: { truck: 'T-1' } }),
    call('answer_clock_fields', { entry_id_param: 'a', custom_param: { truck: 'T-2', gate: 'N' } }),
    call('choose_classification', { entry_id_param: 'a', classification_id_param: 'laborer' }),
    call('answer_clock_fields', { entry_id_param: 'b', custom_param: { crane: 'C' } }),
    call('answer_clock_questions', { time_entry_id_param: 'a', answers_param: [] }),
  ];
  expect(runningWithQueued(null, events, ME)).toMatchObject({
    custom: { truck: 'T-1', gate: 'N' },
    classification_id: 'laborer',
  });
});
