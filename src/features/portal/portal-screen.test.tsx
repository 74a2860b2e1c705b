import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '@/testing/backend';
import { Refusal } from '@/testing/backend';
import { openApp, words } from '@/testing/open';

const PAYROLL = {
  id: 'p1',
  week_end: '2026-03-15',
  number: 1,
  revision: 0,
  final: false,
  no_work: false,
  signed_name: 'Ann Owner',
  signed_title: 'President',
  signed_at: '2026-03-17T15:00:00Z',
  sha256: 'a'.repeat(64),
};
const PORTAL = {
  state: 'open',
  company: 'Ridge Builders',
  project: 'Harbor school',
  label: 'Ken Alvarez',
  expires_on: '2026-12-31',
  shows: ['certified_payrolls', 'headcount', 'roll_call'],
  time_zone: 'America/New_York',
  contract_number: 'W912',
  certified_payrolls: [PAYROLL],
  roll_call: [
    { name: 'Luis Ortega', trade: 'Foreman', since: '2026-11-18T11:58:00Z', on_break: true },
  ],
  headcount: [{ day: '2026-11-17', people: 3, trades: [{ trade: 'Carpenter', people: 3 }] }],
};

const visit = (answers: Answers) => openApp('/portal/abc', { as: null, answers });

test('an outsider sees what the link shows, until when, and that visits are recorded', async () => {
  const { backend } = await visit({ 'POST rpc/portal_page': PORTAL });
  expect(await screen.findByRole('heading', { name: 'Harbor school' })).toBeVisible();
  expect(screen.getByText('Ridge Builders, for Ken Alvarez · Contract W912')).toBeVisible();
  expect(await screen.findByText('Week ending Mar 15, 2026')).toBeVisible();
  expect(screen.getByText('Foreman, on break')).toBeVisible();
  expect(screen.getByText('Carpenter 3')).toBeVisible();
  expect(
    screen.getByText(words('portal:readOnly', { date: 'Dec 31, 2026', company: 'Ridge Builders' })),
  ).toBeVisible();
  expect(backend.sent('POST rpc/portal_page')).toEqual([{ token_param: 'abc' }]);
});

test('in Spanish after one press', async () => {
  const { user } = await visit({ 'POST rpc/portal_page': PORTAL });
  await user.click(await screen.findByRole('button', { name: 'Español' }));
  expect(await screen.findByRole('heading', { name: 'Nóminas certificadas' })).toBeVisible();
});

test('a corrected report says that it was replaced', async () => {
  const corrected = { ...PAYROLL, id: 'p2', revision: 1, final: true };
  await visit({
    'POST rpc/portal_page': {
      ...PORTAL,
      certified_payrolls: [corrected, PAYROLL],
      roll_call: undefined,
      headcount: undefined,
    },
  });
  expect(await screen.findByText(words('portal:payrolls.older'))).toBeVisible();
  expect(screen.getByText('Correction 1')).toBeVisible();
  expect(screen.queryByText(words('portal:rollCall.title'))).toBeNull();
});

test.each(['unknown', 'expired', 'revoked'] as const)(
  'a link that is %s says so',
  async (state) => {
    await visit({
      'POST rpc/portal_page': { state, ...(state !== 'unknown' && { company: 'Ridge Builders' }) },
    });
    expect(await screen.findByText(words(`portal:state.${state}`))).toBeVisible();
    if (state !== 'unknown') expect(screen.getByText(/Ridge Builders/)).toBeVisible();
  },
);

test('a report that is no longer shown is refused in words', async () => {
  const { user } = await visit({
    'POST rpc/portal_page': PORTAL,
    'POST rpc/portal_certified_payroll': new Refusal(400, { hint: 'portal_closed' }),
  });
  await user.click(await screen.findByRole('button', { name: /Download payroll No. 1/ }));
  expect(await screen.findByText(words('portal:failure.portal_closed'))).toBeVisible();
});
