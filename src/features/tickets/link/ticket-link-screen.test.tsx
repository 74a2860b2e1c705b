import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '@/testing/backend';
import { openApp } from '@/testing/open';

const TICKET = {
  company: 'Whitfield Construction',
  project: 'Harborview Medical Annex',
  project_number: null,
  client: null,
  time_zone: 'America/New_York',
  number: 15,
  revision: 0,
  work_date: '2026-11-19',
  description: 'Move conduit at grid C4.',
  location: 'Grid C4',
  reference: '',
  directed: { name: 'Ken Alvarez', title: 'Site manager', company: '', phone: '' },
  lines: [
    {
      kind: 'labor',
      description: 'Trevor Nolan',
      trade: 'Electrician',
      hours_kind: 'regular',
      quantity: '2.5',
      unit: 'h',
    },
    {
      kind: 'labor',
      description: 'Zeke Amador',
      trade: 'Apprentice',
      hours_kind: 'overtime',
      quantity: '2.5',
      unit: 'h',
    },
    {
      kind: 'material',
      description: 'EMT conduit',
      trade: '',
      hours_kind: 'regular',
      quantity: '40',
      unit: 'ft',
    },
  ],
  photos: [],
  written_by: 'Luis Ortega',
  written_at: '2026-11-19T16:36:00Z',
};
const LINK = { state: 'open', language: 'en', version: 'v1', was_refused: false, ticket: TICKET };

const openLink = (answers: Answers) => openApp('/ticket/abc', { as: null, answers });
const press = async (name: string) => screen.findByRole('button', { name });

test('the customer sees hours and quantities and signs by name, once', async () => {
  const { user, backend } = await openLink({
    'POST rpc/ticket_link': LINK,
    'POST rpc/answer_ticket_link': { result: 'done' },
  });
  expect(await screen.findByRole('heading', { name: 'Extra work 15' })).toBeVisible();
  expect(screen.getByText('Apprentice · overtime')).toBeVisible();
  expect(screen.getByText('40 ft')).toBeVisible();
  expect(
    screen.getByText('Hours of all people').nextSibling ?? screen.getByText('5 h'),
  ).toBeTruthy();
  expect(screen.getByText(/not an agreement on the price/)).toBeVisible();
  await user.click(await press('Sign'));
  expect(screen.getByText('Type your name.')).toBeVisible();
  expect(backend.sent('POST rpc/answer_ticket_link')).toEqual([]);
  await user.type(screen.getByLabelText('Name'), 'Ken Alvarez');
  await user.click(await press('Sign'));
  expect(await screen.findByText('Thank you, you signed the ticket')).toBeVisible();
  expect(backend.sent('POST rpc/answer_ticket_link')).toMatchObject([
    {
      token_param: 'abc',
      answer_param: { action: 'sign', name: 'Ken Alvarez', version: 'v1', language: 'en' },
    },
  ]);
});

test('refusing is as near as signing and asks for the reason', async () => {
  const { user, backend } = await openLink({
    'POST rpc/ticket_link': LINK,
    'POST rpc/answer_ticket_link': { result: 'done' },
  });
  await user.click(await press('Refuse'));
  await user.click(await press('Refuse to sign'));
  expect(screen.getByText('Say why you do not sign.')).toBeVisible();
  await user.type(screen.getByLabelText('Why do you not sign?'), 'On the drawings');
  await user.type(screen.getByLabelText('Your name'), 'Ken Alvarez');
  await user.click(await press('Refuse to sign'));
  expect(await screen.findByText('You refused to sign the ticket')).toBeVisible();
  expect(backend.sent('POST rpc/answer_ticket_link')).toMatchObject([
    { answer_param: { action: 'refuse', reason: 'On the drawings' } },
  ]);
});

test.each([
  ['unknown', 'This link does not work'],
  ['used', 'You have answered this ticket'],
  ['answered', 'This ticket was answered already'],
  ['expired', 'This link has ended'],
])('a link that is %s says so', async (state, title) => {
  await openLinkClosed(state);
  expect(await screen.findByText(title)).toBeVisible();
});

async function openLinkClosed(state: string) {
  window.history.replaceState(null, '', '/ticket/abc');
  const { openPart } = await import('@/testing/open');
  const { TicketLinkScreen } = await import('@/features/tickets/link/ticket-link-screen');
  return openPart(<TicketLinkScreen />, {
    as: null,
    namespaces: [],
    answers: { 'POST rpc/ticket_link': { state, language: 'en', company: 'Whitfield' } },
  });
}
