/** What webhooks can be sent for, in groups as people choose them; the database has the same list. */
export const WEBHOOK_EVENTS = {
  time: [
    'time_entry.started',
    'time_entry.stopped',
    'time_entry.changed',
    'time_entry.deleted',
    'time_entry.approved',
  ],
  pay: ['timesheet.signed', 'timesheet.disputed', 'pay_period.locked', 'certified_payroll.signed'],
  people: ['employee.added', 'employee.changed', 'employee.left', 'shift.published'],
  projects: ['project.changed', 'photo.added', 'ticket.signed', 'incident.opened'],
} as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[keyof typeof WEBHOOK_EVENTS][number];

/** `time_entry.started` is the key `time_entry_started`: a dot would lead deeper. */
export const eventKey = <Event extends string>(event: Event) =>
  event.replace('.', '_') as Event extends `${infer Thing}.${infer Deed}`
    ? `${Thing}_${Deed}`
    : never;
