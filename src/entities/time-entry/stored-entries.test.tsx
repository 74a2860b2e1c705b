import { afterEach, expect, test } from 'vitest';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { showQueue } from '@/entities/offline/queue-state';
import { ownEntries } from '@/entities/time-entry/stored-entries';
import type { ViewerEmployee } from '@/entities/viewer/viewer';

const me = { id: 'me', first_name: 'Ana', last_name: 'Ruiz' } as ViewerEmployee;
const zoneOf = (project: string | null) =>
  project === 'sacramento' ? 'America/Los_Angeles' : 'America/New_York';

const event = (sequence: number, kind: OfflineEvent['kind'], at: string, payload: object) => ({
  id: `event-${sequence}`,
  device_id: 'phone',
  sequence,
  kind,
  happened_at: at,
  offset_ms: 0,
  payload,
});

afterEach(() => showQueue([]));

test('what was punched without signal is on the day of the site, with breaks as they are paid', () => {
  const entry = { entry_id: 'a' };
  showQueue([
    event(1, 'clock_in', '2026-11-16T05:30:00.000Z', { ...entry, project_id: 'sacramento' }),
    event(2, 'start_break', '2026-11-16T07:00:00.000Z', { ...entry, break_id: 'b' }),
    event(3, 'end_break', '2026-11-16T07:20:00.000Z', { ...entry, break_id: 'b' }),
    event(4, 'clock_out', '2026-11-16T09:30:00.000Z', entry),
  ] as OfflineEvent[]);
  // 21:30 of the day before in Sacramento; twenty minutes unpaid are work.
  expect(ownEntries([], me, zoneOf)).toMatchObject([
    { work_date: '2026-11-15', minutes: 240, status: 'completed' },
  ]);
});
