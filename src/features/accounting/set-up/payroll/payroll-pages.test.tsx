import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AdpPage } from '@/features/accounting/set-up/payroll/adp-page';
import { PaychexPage } from '@/features/accounting/set-up/payroll/paychex-page';
import { askServer } from '@/lib/ask-server';
import { toAppError } from '@/lib/errors';
import { openPart, words } from '@/testing/open';

vi.mock('@/lib/ask-server', () => ({ askServer: vi.fn() }));
const server = vi.mocked(askServer);
beforeEach(() => {
  server.mockReset();
  server.mockResolvedValue({ company_name: 'Chalk Builders LLC' });
});

const t = (key: string, values = {}) => words(`accounting-payroll:${key}`, values);
const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----';
const KEY = '-----BEGIN PRIVATE KEY-----\nBB\n-----END PRIVATE KEY-----';

function open(page: 'adp' | 'paychex', onDone = vi.fn()) {
  const Page = page === 'adp' ? AdpPage : PaychexPage;
  return openPart(<Page connection={null} onDone={onDone} />, {
    namespaces: ['accounting', 'accounting-payroll'],
    as: 'owner',
    answers: { 'POST rpc/create_accounting_connection': { id: 'connection-1' } },
  });
}

async function fillAdp(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.type(await screen.findByLabelText(t('clientId')), 'client-1');
  await user.type(screen.getByLabelText(t('clientSecret')), 'secret-of-the-app');
  await user.click(screen.getByLabelText(t('adp.certificate')));
  await user.paste(CERTIFICATE);
  const file = new File([KEY], 'company.key');
  await user.upload(screen.getByLabelText(t('fileOf', { name: t('adp.key') })), file);
  await waitFor(() => expect(screen.getByLabelText(t('adp.key'))).toHaveValue(KEY));
}

test('keys go to the server, are tried, and are in no request to the database', async () => {
  const onDone = vi.fn();
  const { user, backend } = await open('adp', onDone);
  await fillAdp(user);
  await user.click(screen.getByRole('button', { name: t('connect') }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(backend.sent('POST rpc/create_accounting_connection')).toEqual([
    {
      system_param: 'adp',
      environment_param: 'production',
      client_id_param: 'client-1',
      settings_param: { own: { read_back: false } },
    },
  ]);
  const [path, init] = server.mock.calls[0] ?? [];
  expect(path).toBe('/accounting/v1/connections/connection-1/secrets');
  expect(JSON.parse(String(init?.body))).toEqual({
    client_secret: 'secret-of-the-app',
    certificate: CERTIFICATE,
    private_key: KEY,
  });
  expect(server.mock.calls[1]?.[0]).toBe('/accounting/v1/connections/connection-1/test');
});

async function chooseFile(user: Awaited<ReturnType<typeof open>>['user']) {
  await user.type(await screen.findByLabelText(t('clientId')), 'client-1');
  await user.type(screen.getByLabelText(t('clientSecret')), 'secret-of-the-app');
  await user.click(screen.getByRole('combobox', { name: t('adp.form') }));
  await user.click(await screen.findByRole('option', { name: t('adp.form_pfx') }));
  const file = new File([new Uint8Array([48, 130, 255, 0])], 'chalk.p12');
  await user.upload(screen.getByLabelText(t('fileOf', { name: t('adp.pfx') })), file);
  expect(await screen.findByText('chalk.p12')).toBeVisible();
  await user.type(screen.getByLabelText(t('adp.pfxPassword')), 'of-the-file');
}

test('a file with a password goes as it is, in place of the two texts', async () => {
  const onDone = vi.fn();
  const { user } = await open('adp', onDone);
  await chooseFile(user);
  expect(screen.queryByLabelText(t('adp.key'))).toBeNull();
  await user.click(screen.getByRole('button', { name: t('connect') }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(JSON.parse(String(server.mock.calls[0]?.[1]?.body))).toEqual({
    client_secret: 'secret-of-the-app',
    pfx: 'MIL/AA==',
    pfx_password: 'of-the-file',
  });
});

test('a wrong password of the file is said at its field, and the file stays', async () => {
  server.mockRejectedValueOnce(
    toAppError({
      code: 'accounting_bad_input',
      message: 'certificate: pfx_password',
      status: 400,
    }),
  );
  const { user } = await open('adp');
  await chooseFile(user);
  await user.click(screen.getByRole('button', { name: t('connect') }));
  const message = await screen.findByText(t('certificate.pfx_password'));
  const field = screen.getByLabelText(t('adp.pfxPassword'));
  expect(field.getAttribute('aria-describedby')).toContain(message.id);
  expect(screen.getByText('chalk.p12')).toBeVisible();
});

test.each([
  ['expired', 'adp.certificate'],
  ['key_of_another', 'adp.key'],
])(
  'what is wrong with a certificate (%s) is said at its field, and what was typed stays',
  async (problem, field) => {
    server.mockRejectedValueOnce(
      toAppError({ code: 'accounting_bad_input', message: `certificate: ${problem}`, status: 400 }),
    );
    const { user } = await open('adp');
    await fillAdp(user);
    await user.click(screen.getByRole('button', { name: t('connect') }));
    const message = await screen.findByText(t(`certificate.${problem}`));
    expect(screen.getByLabelText(t(field)).getAttribute('aria-describedby')).toContain(message.id);
    expect(screen.getByLabelText(t('clientId'))).toHaveValue('client-1');
    expect(server).toHaveBeenCalledTimes(1);
  },
);

test('nothing is sent while something is missing', async () => {
  const { user, backend } = await open('paychex');
  await user.click(await screen.findByRole('button', { name: t('connect') }));
  expect(await screen.findAllByText(t('missing'))).toHaveLength(2);
  expect(backend.sent('POST rpc/create_accounting_connection')).toEqual([]);
  expect(server).not.toHaveBeenCalled();
});

test('an app with several companies asks for the number', async () => {
  server.mockResolvedValueOnce(null);
  server.mockRejectedValueOnce(
    toAppError({ code: 'accounting_several_companies', message: '', status: 409 }),
  );
  const { user } = await open('paychex');
  await user.type(await screen.findByLabelText(t('paychex.clientId')), 'key-1');
  await user.type(screen.getByLabelText(t('paychex.clientSecret')), 'secret-of-the-app');
  await user.click(screen.getByRole('button', { name: t('connect') }));
  expect(await screen.findByText(t('failure.accounting_several_companies'))).toBeVisible();
});
