import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '@/features/accounting/api/connections';
import { QuickBooksDesktopSetUp } from '@/features/accounting/set-up/quickbooks-desktop';
import { downloadFile } from '@/lib/files/download';
import { openPart, words } from '@/testing/open';
import { COMPANY_ID } from '@/testing/people';

vi.mock('@/lib/files/download', () => ({ downloadFile: vi.fn() }));
beforeEach(() => vi.mocked(downloadFile).mockClear());

const connection = (fields: Partial<Connection> = {}): Connection => ({
  company_id: COMPANY_ID,
  id: 'connection-1',
  system: 'quickbooks_desktop',
  environment: 'production',
  company_name: '',
  external_company_id: null,
  client_id: null,
  state: 'set_up',
  settings: {},
  send_from: '2026-11-01',
  lists_read_at: null,
  lists_wanted: false,
  last_sent_at: null,
  problem: null,
  problem_detail: null,
  created_by: null,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  login_renewed_at: null,
  ...fields,
});
const LOGIN = {
  user_name: 'chalkline-0123456789ab',
  file_id: '0f1e2d3c-0000-4000-8000-000000000001',
};
const PASSWORD = 'Zx9'.repeat(10);

const open = (shown: Connection | null, login: object | null, onDone = vi.fn()) =>
  openPart(<QuickBooksDesktopSetUp connection={shown} onDone={onDone} />, {
    namespaces: ['accounting', 'quickbooks-desktop'],
    as: 'owner',
    answers: {
      'POST rpc/desktop_login': login,
      'POST rpc/create_accounting_connection': connection(),
      'POST rpc/create_desktop_login': { ...LOGIN, password: PASSWORD },
      'POST rpc/accept_desktop_company': null,
    },
  });
const t = (key: string, values = {}) => words(`quickbooks-desktop:${key}`, values);

test('file and password are made with one click; the password is not in the file', async () => {
  const { user, backend } = await open(null, null);
  await user.click(await screen.findByRole('button', { name: t('create') }));
  expect(await screen.findByText(PASSWORD)).toBeVisible();
  expect(backend.sent('POST rpc/create_accounting_connection')).toHaveLength(1);
  expect(backend.sent('POST rpc/create_desktop_login')).toEqual([
    { connection_id_param: 'connection-1' },
  ]);
  const [name, , content] = vi.mocked(downloadFile).mock.calls[0] ?? [];
  expect(name).toBe('chalkline.qwc');
  const file = new DOMParser().parseFromString(String(content), 'text/xml');
  expect(file.querySelector('parsererror')).toBeNull();
  expect(file.querySelector('AppURL')?.textContent).toBe(
    `${window.location.origin}/quickbooks/desktop`,
  );
  expect(file.querySelector('UserName')?.textContent).toBe(LOGIN.user_name);
  expect(file.querySelector('FileID')?.textContent).toBe(`{${LOGIN.file_id}}`);
  expect(content).not.toContain(PASSWORD);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: t('password.copy') }));
  expect(write).toHaveBeenCalledWith(PASSWORD);
});

test('the file is downloaded again; a new password is asked for first', async () => {
  const { user, backend } = await open(connection(), { ...LOGIN, used_at: null });
  await user.click(await screen.findByRole('button', { name: t('download') }));
  expect(downloadFile).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: t('newPassword') }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: t('newPassword') }));
  expect(await screen.findByText(PASSWORD)).toBeVisible();
  expect(backend.sent('POST rpc/create_accounting_connection')).toHaveLength(0);
});

test('says when the Web Connector was here and leads on to matching', async () => {
  const onDone = vi.fn();
  const seen = connection({ state: 'connected', company_name: 'Keller Drywall LLC' });
  const { user } = await open(seen, { ...LOGIN, used_at: '2026-11-18T15:00:00Z' }, onDone);
  expect(await screen.findByText(/Keller Drywall LLC/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: t('match') }));
  expect(onDone).toHaveBeenCalled();
});

test.each(['wrong_company', 'wrong_file'] as const)(
  'another company file (%s) is accepted by an owner',
  async (code) => {
    const problem = { problem: `desktop_${code}`, problem_detail: 'Keller & Sons' };
    const { user, backend } = await open(
      connection({ state: 'connected', company_name: 'Keller', ...problem }),
      { ...LOGIN, used_at: '2026-11-18T15:00:00Z' },
    );
    expect(await screen.findByText(t(`problem.${code}`, { name: 'Keller & Sons' }))).toBeVisible();
    await user.click(screen.getByRole('button', { name: t('company.accept') }));
    await waitFor(() =>
      expect(backend.sent('POST rpc/accept_desktop_company')).toEqual([
        { connection_id_param: 'connection-1', name_param: 'Keller & Sons' },
      ]),
    );
  },
);

test('a problem says what to do, with the words of QuickBooks', async () => {
  await open(
    connection({
      state: 'connected',
      problem: 'desktop_single_user',
      problem_detail: '0x80040422 requires Single User file access mode',
    }),
    { ...LOGIN, used_at: null },
  );
  expect(await screen.findByText(t('solution.single_user'))).toBeVisible();
  expect(screen.getByText(/0x80040422/)).toBeVisible();
});
