import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type Answers, Refusal } from '@/testing/backend';
import { giveDeviceMemory, kept } from '@/testing/device-memory';
import { openApp, words } from '@/testing/open';

beforeEach(giveDeviceMemory);

const PAGE = {
  state: 'open',
  company: 'Ridge Builders',
  project: 'Harbor school',
  time_zone: 'America/New_York',
  server_time: new Date().toISOString(),
  rules: 'Hard hat and vest at all times.',
  rules_es: 'Casco y chaleco siempre.',
};
const IN = { result: 'ok', state: 'in' };
const noSignal = () => {
  throw new TypeError('Failed to fetch');
};
const scan = (answers: Answers = {}, language: 'en' | 'es' = 'en') =>
  openApp('/site/abc', {
    as: null,
    language,
    answers: {
      'POST rpc/site_sign_in_page': PAGE,
      'POST rpc/site_sign_in': IN,
      'POST rpc/my_site_visit': { state: 'in' },
      ...answers,
    },
  });
const label = (key: string) => screen.findByLabelText(words(`site-visit:${key}`));
const press = async (user: Awaited<ReturnType<typeof scan>>['user'], key: string) =>
  user.click(await screen.findByRole('button', { name: words(`site-visit:${key}`) }));

async function signIn(user: Awaited<ReturnType<typeof scan>>['user'], name = 'Ana Ruiz') {
  await user.type(await label('name'), name);
  await user.click(screen.getByLabelText(words('site-visit:agree')));
  await press(user, 'signIn');
}

test('what is missing is said in the field, and nothing is sent', async () => {
  const { user, backend } = await scan();
  await user.click(await screen.findByRole('radio', { name: 'Subcontractor' }));
  await press(user, 'signIn');
  expect(await screen.findByText(words('site-visit:failure.site_name_required'))).toBeVisible();
  expect(screen.getByText(words('site-visit:failure.site_company_required'))).toBeVisible();
  expect(screen.getByText(words('site-visit:agreeFirst'))).toBeVisible();
  expect(screen.getByText(PAGE.rules)).toBeVisible();
  expect(backend.sent('POST rpc/site_sign_in')).toEqual([]);
});

test('a visitor signs in and out; the phone remembers the name, not that it agreed', async () => {
  const { user, backend } = await scan({
    'POST rpc/site_sign_out': { state: 'out', signed_out_at: '2026-03-10T20:00:00Z' },
  });
  await signIn(user);
  expect(await screen.findByText(words('site-visit:page.in'))).toBeVisible();
  const [sent] = backend.sent('POST rpc/site_sign_in');
  expect(sent).toMatchObject({
    token_param: 'abc',
    visit_param: { kind: 'visitor', name: 'Ana Ruiz', agreed: true, headcount: 1 },
  });
  expect(sent.visit_param.secret).toMatch(/^[0-9a-f]{48}$/);
  await press(user, 'signOut');
  expect(await screen.findByText(words('site-visit:page.out'))).toBeVisible();
  await waitFor(() =>
    expect(backend.sent('POST rpc/site_sign_out')).toMatchObject([
      { id_param: sent.visit_param.id, secret_param: sent.visit_param.secret },
    ]),
  );
  await press(user, 'page.again');
  expect(
    await screen.findByText(words('site-visit:page.welcomeBack', { name: 'Ana Ruiz' })),
  ).toBeVisible();
  expect(screen.getByLabelText(words('site-visit:name'))).toHaveValue('Ana Ruiz');
  expect(screen.getByLabelText(words('site-visit:agree'))).not.toBeChecked();
  await press(user, 'page.notYou');
  await waitFor(() => expect(screen.getByLabelText(words('site-visit:name'))).toHaveValue(''));
});

test('without a signal it is on this phone first, and is sent by the next page with a signal', async () => {
  const { user } = await scan({ 'POST rpc/site_sign_in': noSignal });
  await signIn(user);
  expect(await screen.findByText(words('site-visit:page.waitingIn'))).toBeVisible();
  const stored = kept.get('site-visit-abc') as { visit: { name: string; inSent: boolean } };
  expect(stored.visit).toMatchObject({ name: 'Ana Ruiz', inSent: false });
  cleanup();
  // The page itself comes from this phone, too.
  const next = await scan({ 'POST rpc/site_sign_in_page': noSignal });
  expect(await screen.findByText('Sign in at Harbor school')).toBeVisible();
  await waitFor(() =>
    expect(next.backend.sent('POST rpc/site_sign_in')).toMatchObject([
      { visit_param: { name: 'Ana Ruiz' } },
    ]),
  );
  await waitFor(() => expect(screen.queryByText(words('site-visit:page.waitingIn'))).toBeNull());
});

test('what the server refuses is said, and what was typed stays', async () => {
  const { user } = await scan({
    'POST rpc/site_sign_in': new Refusal(400, {
      message: 'x',
      code: 'P0001',
      hint: 'site_visit_too_old',
    }),
  });
  await signIn(user);
  expect(await screen.findByText(words('site-visit:page.refused'))).toBeVisible();
  expect(screen.getByText(/more than three days old/)).toBeVisible();
  expect(screen.getByLabelText(words('site-visit:name'))).toHaveValue('Ana Ruiz');
});

test.each(['revoked', 'unknown'] as const)('a link that is %s says what to do', async (state) => {
  await scan({ 'POST rpc/site_sign_in_page': { state } });
  expect(await screen.findByText(words(`site-visit:page.${state}`))).toBeVisible();
  expect(screen.queryByLabelText(words('site-visit:name'))).toBeNull();
});

test('signed out at the tablet meanwhile: the phone says so', async () => {
  const { user } = await scan({
    'POST rpc/my_site_visit': { state: 'out', signed_out_at: '2026-03-10T20:00:00Z' },
  });
  await signIn(user);
  expect(await screen.findByText(words('site-visit:page.out'))).toBeVisible();
});

test('in Spanish, with the rules in Spanish', async () => {
  await scan({}, 'es');
  expect(await screen.findByText(PAGE.rules_es)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Registrar entrada' })).toBeVisible();
});
