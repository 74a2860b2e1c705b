import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TicketsScreen } from '@/features/tickets/tickets-screen';
import type { Answers } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const open = (as: 'foreman' | 'employee', answers: Answers) =>
  openPart(<TicketsScreen />, {
    as,
    at: '/tickets',
    namespaces: ['tickets'],
    answers: { 'GET projects': [], ...answers },
  });

const ROW = {
  id: '00000000-0000-7000-8000-0000000000f1',
  project_id: '00000000-0000-7000-8000-0000000000b1',
  project_name: 'Harborview Medical Annex',
  number: 15,
  revision: 1,
  revision_id: null,
  work_date: '2026-11-19',
  description: 'Move conduit',
  directed_by: 'Ken Alvarez',
  status: 'refused',
  people: 2,
  hours: 5,
  link_sent_to: null,
  is_changed: true,
  is_superseded: false,
  written_by: 'Luis Ortega',
};

test('the list says what was refused and whose time was changed since', async () => {
  await open('foreman', { 'POST rpc/ticket_list': [ROW] });
  expect(await screen.findByRole('link', { name: 'Extra work 15 R1' })).toBeVisible();
  expect(screen.getByText(words('tickets:status.refused'))).toBeVisible();
  expect(screen.getByText(words('tickets:timeChanged'))).toBeVisible();
  expect(screen.queryByRole('link', { name: words('tickets:office') })).toBeNull();
});

test('without tickets the way to the first one is there, and who directed it is asked first', async () => {
  const { user, backend } = await open('foreman', {
    'POST rpc/ticket_list': [],
    'POST rpc/save_ticket': {},
  });
  expect(await screen.findByText(words('tickets:empty.title'))).toBeVisible();
  const [begin] = screen.getAllByRole('button', { name: words('tickets:new') });
  if (begin) await user.click(begin);
  await user.click(await screen.findByRole('button', { name: words('tickets:facts.next') }));
  expect(screen.getByText(words('tickets:required.directed'))).toBeVisible();
  expect(screen.getByText(words('tickets:required.description'))).toBeVisible();
  expect(backend.sent('POST rpc/save_ticket')).toEqual([]);
});

test('workers are told whom to ask', async () => {
  await open('employee', { 'POST rpc/ticket_list': [] });
  expect(await screen.findByText(words('tickets:foremen.title'))).toBeVisible();
});
