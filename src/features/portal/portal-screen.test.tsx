import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers, AskedRequest } from '@/testing/backend';
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

const tab = (name: string) => screen.findByRole('tab', { name: new RegExp(name) });
const visit = (answers: Answers) => openApp('/portal/abc', { as: null, answers });

test('an outsider sees what the link shows, until when, and that visits are recorded', async () => {
  const { user, backend } = await visit({ 'POST rpc/portal_page': PORTAL });
  expect(await screen.findByRole('heading', { name: 'Harbor school' })).toBeVisible();
  expect(screen.getByText('Ridge Builders, for Ken Alvarez · Contract W912')).toBeVisible();
  expect(await screen.findByText('Foreman, on break')).toBeVisible();
  expect(screen.getByText('Carpenter 3')).toBeVisible();
  expect(
    screen.getByText(words('portal:readOnly', { date: 'Dec 31, 2026', company: 'Ridge Builders' })),
  ).toBeVisible();
  await user.click(await tab('Reports'));
  expect(await screen.findByText('Week ending Mar 15, 2026')).toBeVisible();
  expect(backend.sent('POST rpc/portal_page')).toEqual([{ token_param: 'abc' }]);
});

test('in Spanish after one press', async () => {
  const { user } = await visit({ 'POST rpc/portal_page': PORTAL });
  await user.click(await screen.findByRole('button', { name: 'Español' }));
  expect(await screen.findByRole('heading', { name: 'En la obra ahora' })).toBeVisible();
});

test('a corrected report says that it was replaced', async () => {
  const corrected = { ...PAYROLL, id: 'p2', revision: 1, final: true };
  await visit({
    'POST rpc/portal_page': {
      ...PORTAL,
      shows: ['certified_payrolls'],
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
  await user.click(await tab('Reports'));
  await user.click(await screen.findByRole('button', { name: /Download payroll No. 1/ }));
  expect(await screen.findByText(words('portal:failure.portal_closed'))).toBeVisible();
});

const MORE = {
  ...PORTAL,
  shows: [...PORTAL.shows, 'field_reports', 'photos', 'certificates', 'tickets'],
  field_reports: [
    {
      id: 'r1',
      number: 'FR-1',
      report_date: '2026-11-17',
      version: 1,
      signed_name: 'Luis Ortega',
      signed_at: '2026-11-17T22:00:00Z',
      people: 9,
      seconds: 259_200,
    },
  ],
  certificates: [
    {
      name: 'Luis Ortega',
      trade: 'Foreman',
      certificates: [{ name: 'OSHA 30', expires_on: '2026-12-04', state: 'soon' }],
    },
    { name: 'Rosa Delgado', trade: null, certificates: [] },
  ],
  tickets: [
    {
      id: 't1',
      name: '15',
      work_date: '2026-11-16',
      description: 'Move conduit',
      answer: 'waiting',
      answered_by: null,
      answered_at: null,
    },
    {
      id: 't2',
      name: '14',
      work_date: '2026-11-10',
      description: 'Patch slab',
      answer: 'signed',
      answered_by: 'Ken Alvarez',
      answered_at: '2026-11-11T15:00:00Z',
    },
  ],
};

test('field reports, certificates, photos and tickets each have their place', async () => {
  const { user, backend } = await visit({
    'POST rpc/portal_page': MORE,
    'POST rpc/portal_field_report': {
      ...MORE.field_reports[0],
      sha256: 'b'.repeat(64),
      content: { work: 'Poured the slab', delays: [{ text: 'Rain', detail: '', hours: '2' }] },
      trades: [{ trade: 'Carpenter', people: 9, seconds: 259_200 }],
      equipment: [],
      quantities: [],
    },
    'POST rpc/portal_photos': { photos: [], more: false },
    'POST rpc/portal_ticket': new Refusal(400, { hint: 'portal_closed' }),
  });
  expect(await screen.findByText('OSHA 30 · ends Dec 4, 2026')).toBeVisible();
  expect(screen.getByText(words('portal:certificates.none'))).toBeVisible();
  await user.click(await tab('Reports'));
  await user.click(screen.getByRole('button', { name: /Field report, Tue, Nov 17, 2026/ }));
  expect(await screen.findByText('Poured the slab')).toBeVisible();
  expect(screen.getByText('Rain · 2 h lost')).toBeVisible();
  expect(backend.sent('POST rpc/portal_field_report')).toEqual([
    { token_param: 'abc', id_param: 'r1' },
  ]);
  await user.click(await tab('Photos'));
  expect(await screen.findByText(words('portal:photos.empty'))).toBeVisible();
  await user.click(await tab('Tickets'));
  expect(screen.getByText('Signed by Ken Alvarez, Nov 11, 2026')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Open extra work 15 to sign it' }));
  expect(await screen.findByText(words('portal:failure.portal_closed'))).toBeVisible();
});

test('what waits for a signature stands on the first page', async () => {
  await visit({ 'POST rpc/portal_page': MORE });
  expect(await screen.findByText(words('portal:tickets.banner'))).toBeVisible();
});

test('a link for an address opens with the code of the mail, and the tab remembers it', async () => {
  const asked: unknown[] = [];
  const { user, backend } = await visit({
    'POST rpc/portal_page': ({ body }: AskedRequest) => {
      asked.push(body.token_param);
      return body.token_param === 'pass'
        ? PORTAL
        : { state: 'code_needed', company: 'Ridge Builders', sent_to: 'k•••@agency.example' };
    },
    'POST rpc/send_portal_code': { result: 'sent' },
    'POST rpc/enter_portal_code': ({ body }: AskedRequest) =>
      body.code_param === '123456'
        ? { result: 'ok', pass: 'pass' }
        : { result: 'wrong', tries_left: 4 },
  });
  await user.click(await screen.findByRole('button', { name: words('portal:code.send') }));
  const field = await screen.findByLabelText(words('portal:code.label'));
  await user.click(screen.getByRole('button', { name: words('portal:code.open') }));
  expect(await screen.findByText(words('portal:code.missing'))).toBeVisible();
  await user.type(field, '654321');
  await user.click(screen.getByRole('button', { name: words('portal:code.open') }));
  expect(await screen.findByText(words('portal:code.wrong', { count: 4 }))).toBeVisible();
  expect(field).toHaveValue('654321');
  await user.clear(field);
  await user.type(field, '123456{Enter}');
  expect(await screen.findByRole('heading', { name: 'Harbor school' })).toBeVisible();
  expect(asked.at(-1)).toBe('pass');
  expect(backend.sent('POST rpc/send_portal_code')).toEqual([
    { token_param: 'abc', language_param: 'en' },
  ]);
});
