import type { EventKind, OfflineEvent } from '@/entities/offline/offline-event';
import type { KioskPerson } from '@/features/kiosk/api/queries';

const AFTER: Partial<Record<EventKind, KioskPerson['status']>> = {
  clock_in: 'in',
  switch: 'in',
  end_break: 'in',
  start_break: 'break',
  clock_out: 'out',
};

/** As the person is once the server has heard of what waits here. */
export function withQueued(person: KioskPerson, events: readonly OfflineEvent[]): KioskPerson {
  const last = events.findLast(({ employee_id }) => employee_id === person.employee_id);
  return { ...person, status: (last && AFTER[last.kind]) ?? person.status };
}
