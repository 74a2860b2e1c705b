import { expect, test } from 'vitest';
import type { OfflineEvent } from '@/entities/offline/offline-event';
import { newQueuedTickets, withQueuedTicket } from '@/features/tickets/with-queued-tickets';

let sequence = 0;
const call = (rpc: string, args: object, changes: Partial<OfflineEvent> = {}): OfflineEvent => ({
  id: `event ${++sequence}`,
  kind: 'ticket',
  payload: { rpc, args: { id_param: 't1', ...args } },
  device_id: 'phone',
  sequence,
  happened_at: '2026-11-19T16:40:00Z',
  offset_ms: 0,
  ...changes,
});

const begun = call('save_ticket', {
  ticket_param: {
    project_id: 'p1',
    work_date: '2026-11-19',
    directed_by: 'Ken',
    description: 'Move it',
  },
});

test('a ticket begun without a signal is there with everything written since', () => {
  const lines = [{ id: 'l1', description: 'Conduit', quantity: 40, unit: 'ft' }];
  const ticket = withQueuedTicket('t1', null, [
    begun,
    call('save_ticket', { ticket_param: { lines } }),
  ]);
  expect(ticket).toMatchObject({
    status: 'draft',
    number: null,
    fields: { directed_by: 'Ken', lines },
  });
  expect(newQueuedTickets(new Set(), [begun]).map(({ id }) => id)).toEqual(['t1']);
  expect(newQueuedTickets(new Set(['t1']), [begun])).toEqual([]);
});

test('what the customer signed on this phone is signed, with what was shown', () => {
  const signed = call('sign_ticket', {
    name_param: 'Ken Alvarez',
    title_param: 'Site manager',
    details_param: {
      at: '2026-11-19T16:42:00Z',
      signature_path: 'M1 2L3 4',
      ticket: { description: 'As shown' },
    },
  });
  expect(withQueuedTicket('t1', null, [begun, signed])).toMatchObject({
    status: 'signed',
    signed_name: 'Ken Alvarez',
    signed_at: '2026-11-19T16:42:00Z',
    signature_path: 'M1 2L3 4',
    fields: { description: 'As shown', project_id: 'p1' },
  });
});

test('a refusal has its reason and its witness', () => {
  const refused = call('refuse_ticket', {
    reason_param: 'On the drawings',
    name_param: 'Ken Alvarez',
    details_param: { witness: 'Luis Ortega' },
  });
  expect(withQueuedTicket('t1', null, [begun, refused])).toMatchObject({
    status: 'refused',
    refusal_reason: 'On the drawings',
    witness_name: 'Luis Ortega',
    refused_at: '2026-11-19T16:40:00Z',
  });
});

test('what was thrown away or not accepted does not count', () => {
  expect(withQueuedTicket('t1', null, [begun, call('discard_ticket', {})])).toBeNull();
  const refused = call(
    'save_ticket',
    { ticket_param: { description: 'Mine' } },
    { problem: 'changed_meanwhile' },
  );
  expect(withQueuedTicket('t1', null, [begun, refused])?.fields.description).toBe('Move it');
});
