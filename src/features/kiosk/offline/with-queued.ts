import type { EventKind, OfflineEvent } from '@/entities/offline/offline-event';
import type { KioskPerson } from '@/features/kiosk/api/queries';

/** As somebody is after a punch. */
export const STATUS_AFTER = {
  clock_in: 'in',
  switch: 'in',
  end_break: 'in',
  start_break: 'break',
  clock_out: 'out',
} as const satisfies Partial<Record<EventKind, KioskPerson['status']>>;

/** As the person is once the server has heard of what waits here. */
export function withQueued(person: KioskPerson, events: readonly OfflineEvent[]): KioskPerson {
  const last = events.findLast(({ employee_id }) => employee_id === person.employee_id);
  const after: Partial<Record<EventKind, KioskPerson['status']>> = STATUS_AFTER;
  return { ...person, status: (last && after[last.kind]) ?? person.status };
}
