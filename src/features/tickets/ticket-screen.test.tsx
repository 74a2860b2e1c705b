import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { TicketScreen } from '@/features/tickets/ticket-screen';
import { openPart, words } from '@/testing/open';

const ID = '00000000-0000-7000-8000-0000000000f1';
const PROJECT = '00000000-0000-7000-8000-0000000000b1';
const TICKET = {
  id: ID,
  project_id: PROJECT,
  status: 'draft',
  number: 15,
  revision: 0,
  work_date: '2026-11-19',
  description: 'Move conduit',
  location: '',
  reference: '',
  directed_by: 'Ken Alvarez',
  directed_title: '',
  directed_company: '',
  directed_phone: '',
  directed_email: null,
  photo_ids: [],
  custom: {},
  created_at: '2026-11-19T16:40:00Z',
};
const LINE = {
  id: '00000000-0000-7000-8000-0000000000d1',
  kind: 'material',
  description: 'EMT conduit',
  hours_kind: 'regular',
  quantity: 40,
  unit: 'ft',
};

test('what the customer signed stands there as signed, also before it is loaded again', async () => {
  let load: (row: object) => void = () => undefined;
  const loadedAgain = new Promise((resolve) => {
    load = resolve;
  });
  const { user, backend } = await openPart(
    <Routes>
      <Route path="/tickets/:ticketId" element={<TicketScreen />} />
    </Routes>,
    {
      as: 'foreman',
      at: `/tickets/${ID}`,
      namespaces: ['tickets', 'ticket-copy'],
      answers: {
        'GET projects': [],
        'GET extra_work_tickets': TICKET,
        'GET ticket_lines': [LINE],
        'POST rpc/ticket_work': [],
        'POST rpc/ticket_list': [],
        'GET ticket_copies': [],
        'POST rpc/ticket_changes': [],
        'POST rpc/sign_ticket': () => {
          backend.answer({ 'GET extra_work_tickets': loadedAgain });
          return {};
        },
      },
    },
  );
  await user.click(await screen.findByRole('button', { name: words('tickets:letSign') }));
  // Who gave the order need not be who signs.
  const name = await screen.findByLabelText('Name');
  expect(name).toHaveValue('');
  await user.type(name, 'Ken Alvarez');
  await user.click(screen.getByRole('button', { name: 'Sign' }));
  expect(await screen.findByText('Ken Alvarez signed')).toBeVisible();
  expect(screen.queryByRole('button', { name: words('tickets:letSign') })).toBeNull();
  load({ ...TICKET, status: 'signed', signed_name: 'Ken Alvarez', signed_through: 'phone' });
});
