import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ApiToken } from '@/features/developers/api/tokens';
import { TokensCard } from '@/features/developers/components/tokens-card';
import { DevelopersSection } from '@/features/developers/developers-section';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';
import { EMPLOYEE_ID } from '@/testing/people';

const DAY_MS = 86_400_000;
const TOKEN = `chl_pat_8Kq2mZ7x_${'a1B2'.repeat(10)}0hSCRT`;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const token = (fields: Partial<ApiToken> = {}): ApiToken => ({
  id: 'token-1',
  name: 'Payroll export',
  employee_id: EMPLOYEE_ID,
  role: null,
  scopes: ['time:read', 'payroll:read'],
  public_part: '8Kq2mZ7x',
  expires_on: inDays(80).slice(0, 10),
  expires_at: inDays(80),
  last_used_at: null,
  last_used_network: null,
  revoked_at: null,
  revoked_because: null,
  created_at: '2026-11-01T12:00:00Z',
  person: { first_name: 'Maria', last_name: 'Reyes' },
  revoker: null,
  ...fields,
});

const open = (
  tokens: unknown,
  { as = 'owner' as 'owner' | 'manager', language = 'en' as 'en' | 'es', answers = {} } = {},
) =>
  openPart(<TokensCard />, {
    namespaces: ['developers'],
    as,
    language,
    answers: { 'GET api_tokens': tokens, 'POST rpc/api_tokens_served': true, ...answers },
  });

const t = (key: string, values = {}) => words(`developers:${key}`, values);
const row = (name: string) =>
  within(screen.getAllByText(name)[0]?.closest('tr, li') as HTMLElement);

test('while it loads, where there is none, and on a hosted project', async () => {
  const answer = Promise.withResolvers<ApiToken[]>();
  await open(() => answer.promise, { answers: { 'POST rpc/api_tokens_served': false } });
  expect(await screen.findAllByRole('status', { name: words('common:loading') })).not.toEqual([]);
  answer.resolve([]);
  expect(await screen.findByText(t('tokens.none'))).toBeVisible();
  expect(await screen.findByText(t('tokens.notServed'))).toBeVisible();
  expect(screen.queryByRole('button', { name: t('tokens.new') })).not.toBeInTheDocument();
});

test('a list that does not load says so, and is asked for again', async () => {
  const { user, backend } = await open(new Refusal(500, { message: 'no' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  backend.answer({ 'GET api_tokens': [token()] });
  await user.click(screen.getByRole('button', { name: words('common:action.tryAgain') }));
  expect((await screen.findAllByText('Payroll export'))[0]).toBeVisible();
});

test.each(['en', 'es'] as const)('each state of a token in words, in %s', async (language) => {
  const { user } = await open(
    [
      token({ last_used_at: '2026-11-17T15:00:00Z', last_used_network: '203.0.113.0/24' }),
      token({
        id: 't-2',
        name: 'Old script',
        expires_at: inDays(3),
        person: null,
        role: 'manager',
      }),
      token({
        id: 't-3',
        name: 'Stolen laptop',
        revoked_at: '2026-11-10T15:00:00Z',
        revoked_because: 'revoked',
        revoker: { first_name: 'Dana', last_name: 'Whitfield' },
      }),
      token({ id: 't-4', name: 'Of Sam', revoked_at: inDays(-2), revoked_because: 'left' }),
      token({ id: 't-5', name: 'Over', expires_at: inDays(-1) }),
    ],
    { language },
  );
  expect(await screen.findByText('203.0.113.0/24')).toBeVisible();
  expect(row('Old script').getByText(t('tokens.days', { count: 3 }))).toBeVisible();
  expect(row('Old script').getByText(t('tokens.never'))).toBeVisible();
  expect(
    row('Old script').getByText(t('tokens.asRole', { role: words('common:role.manager') })),
  ).toBeVisible();
  expect(screen.queryByText('Stolen laptop')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: t('tokens.showEnded', { count: 3 }) }));
  expect(row('Stolen laptop').getByText(t('tokens.by', { name: 'Dana Whitfield' }))).toBeVisible();
  expect(row('Of Sam').getByText(t('tokens.becauseLeft'))).toBeVisible();
  expect(row('Over').queryByRole('button')).not.toBeInTheDocument();
});

test('one is made, shown once and hidden; what was wrong is said at its field', async () => {
  let rows: ApiToken[] = [];
  const { user, backend } = await open(() => rows, {
    answers: {
      'POST rpc/create_company_token': () => {
        rows = [token({ person: null, role: 'employee' })];
        return { id: 'token-1', token: TOKEN };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: t('tokens.new') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: t('dialog.create') }));
  expect(dialog.getByText(t('required.name'))).toBeVisible();
  expect(dialog.getByText(t('required.scopes'))).toBeVisible();
  await user.type(dialog.getByLabelText(t('tokens.name')), 'Payroll export');
  await user.click(dialog.getByRole('checkbox', { name: /time:read/ }));
  await user.click(dialog.getByRole('combobox', { name: t('dialog.who') }));
  await user.click(
    await screen.findByRole('option', {
      name: t('tokens.asRole', { role: words('common:role.employee') }),
    }),
  );
  await user.click(dialog.getByRole('button', { name: t('dialog.create') }));
  expect(await screen.findByText(t('tokens.ready', { name: 'Payroll export' }))).toBeVisible();
  expect(backend.sent('POST rpc/create_company_token')).toEqual([
    expect.objectContaining({
      name_param: 'Payroll export',
      scopes_param: ['time:read'],
      role_param: 'employee',
    }),
  ]);
  expect(screen.queryByText(TOKEN)).not.toBeInTheDocument();
  expect(screen.getByText(/^chl_pat_8Kq2mZ7x•+$/)).toBeVisible();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: t('tokens.copy') }));
  expect(write).toHaveBeenCalledWith(TOKEN);
  expect(screen.queryByText(TOKEN)).not.toBeInTheDocument();
  // Without HTTPS a browser has no clipboard.
  write.mockRejectedValue(new Error('not allowed'));
  await user.click(screen.getByRole('button', { name: t('tokens.copy') }));
  expect(await screen.findByText(TOKEN)).toBeVisible();
  expect(await screen.findByText(words('copying:refused'))).toBeVisible();
});

test('workers have tokens of their own, and no webhooks', async () => {
  await openPart(<DevelopersSection />, {
    namespaces: ['developers', 'webhooks'],
    as: 'employee',
    answers: { 'GET api_tokens': [], 'POST rpc/api_tokens_served': true },
  });
  expect(await screen.findByRole('button', { name: t('tokens.new') })).toBeVisible();
  expect(await screen.findByText(t('guide.title'))).toBeVisible();
  expect(screen.queryByText(words('webhooks:title'))).not.toBeInTheDocument();
});

test('managers make their own only, and revoke after a question', async () => {
  const { user, backend } = await open([token()], {
    as: 'manager',
    answers: { 'POST rpc/revoke_api_token': null },
  });
  await user.click(await screen.findByRole('button', { name: t('tokens.new') }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByRole('combobox', { name: t('dialog.who') })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.click(
    await screen.findByRole('button', { name: `${t('tokens.revoke')} Payroll export` }),
  );
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(t('tokens.revokeText'))).toBeVisible();
  await user.click(question.getByRole('button', { name: t('tokens.revoke') }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/revoke_api_token')).toEqual([{ id_param: 'token-1' }]),
  );
});
