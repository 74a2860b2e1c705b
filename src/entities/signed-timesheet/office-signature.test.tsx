import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { canonicalJson, type Json } from '@/entities/evidence/canonical-json';
import OfficeSignature from '@/entities/signed-timesheet/office-signature';
import { type Answers, Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

vi.mock('@/lib/uuid', () => ({ uuidv7: () => 'sheet' }));

const WEEK = { start: '2026-03-09', end: '2026-03-15' };
const UPLOAD = 'POST storage/object/signed-sheets/company/maria/sheet.png';

const dayOf = (minutes: number) => ({ date: '2026-03-10', minutes, entries: [] });
const SHEET = { start_date: WEEK.start, end_date: WEEK.end, days: [dayOf(480)] };
const signature = (more: object = {}) => ({
  id: 'first',
  start_date: WEEK.start,
  end_date: WEEK.end,
  disputed: false,
  note: null,
  signed_name: 'Maria Lopez',
  hours: { '2026-03-10': 480 },
  signed_at: '2026-03-16T15:00:00Z',
  invalidated_at: null,
  signed_through: 'account',
  signed_text: canonicalJson(SHEET as unknown as Json),
  device_key_id: null,
  device_key: null,
  device_signature: null,
  paper_path: null,
  paper_sha256: null,
  ...more,
});
const DEVICE = {
  id: 'phone',
  employee_id: 'maria',
  device_name: 'Pixel 8, Chrome',
  fingerprint: '0123456789abcdef0000',
  created_at: '2026-03-01T12:00:00Z',
  ended_at: null,
};

/** A key as a phone makes one, and what it signs. */
async function signedByDevice(text: string) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const { crv, kty, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  const bytes = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    pair.privateKey,
    new TextEncoder().encode(text),
  );
  return {
    device_key_id: DEVICE.id,
    device_key: { crv, kty, x, y },
    device_signature: btoa(String.fromCharCode(...new Uint8Array(bytes))),
  };
}

const open = (signatures: object[], answers: Answers = {}) =>
  openPart(
    <OfficeSignature companyId="company" employeeId="maria" name="Maria Lopez" range={WEEK} />,
    {
      namespaces: ['payroll', 'signed-timesheet'],
      answers: {
        'GET timesheet_signatures': signatures,
        'GET device_keys': [DEVICE],
        ...answers,
      },
    },
  );
const button = (name: string) => screen.queryByRole('button', { name: words(name) });

test('a signature by a device is checked here, and one that does not fit is shown as such', async () => {
  const signed = signature();
  const made = await signedByDevice(signed.signed_text);
  await open([{ ...signed, ...made }]);
  expect(await screen.findByText(/Signed by Maria Lopez/)).toBeVisible();
  expect(screen.getByText('On Pixel 8, Chrome, key 0123 4567 89ab cdef')).toBeVisible();
  expect(await screen.findByText(words('signed-timesheet:line.check.fits'))).toBeVisible();
  // Somebody who answered is not answered for on paper.
  expect(button('signed-timesheet:office.attach')).toBeNull();
});

test('hours that were changed in the database do not fit the signature', async () => {
  const made = await signedByDevice(signature().signed_text);
  const changed = canonicalJson({ ...SHEET, days: [dayOf(420)] } as unknown as Json);
  await open([signature({ ...made, signed_text: changed })]);
  expect(await screen.findByText(words('signed-timesheet:line.check.differs'))).toBeVisible();
  expect(screen.queryByText(words('signed-timesheet:line.check.fits'))).toBeNull();
});

test('a device that was lost is ended by the office, and then says so', async () => {
  const made = await signedByDevice(signature().signed_text);
  let ended_at: string | null = null;
  const { user, backend } = await open([signature(made)], {
    'GET device_keys': () => [{ ...DEVICE, ended_at }],
    'POST rpc/end_device_key': () => {
      ended_at = '2026-03-20T12:00:00Z';
      return null;
    },
  });
  await user.click(
    await screen.findByRole('button', { name: words('signed-timesheet:office.removeDevice') }),
  );
  expect(await screen.findByText(/This device was removed on/)).toBeVisible();
  expect(backend.sent('POST rpc/end_device_key')).toEqual([{ id_param: DEVICE.id }]);
  expect(button('signed-timesheet:office.removeDevice')).toBeNull();
});

test('what was changed after the signature stands beside it, and a sheet may be attached', async () => {
  await open([signature({ invalidated_at: '2026-03-17T09:00:00Z', signed_through: 'pin' })], {
    'POST rpc/timesheet_shown': { ...SHEET, days: [dayOf(420)] },
  });
  expect(await screen.findByText(words('signed-timesheet:line.through.pin'))).toBeVisible();
  const table = await screen.findByRole('table');
  expect(within(table).getByText(words('signed-timesheet:versions.differs'))).toBeVisible();
  expect(within(table).getByText('8 h', { exact: false })).toBeVisible();
  expect(within(table).getByText('7 h', { exact: false })).toBeVisible();
  expect(button('signed-timesheet:office.attach')).toBeVisible();
});

test('a sheet on paper is opened by an address of a few minutes', async () => {
  const path = 'company/maria/sheet.png';
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user, backend } = await open([signature({ signed_through: 'paper', paper_path: path })], {
    [`POST storage/object/sign/signed-sheets/${path}`]: { signedURL: '/object/sign/x?token=t' },
  });
  expect(await screen.findByText(words('signed-timesheet:line.through.paper'))).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Open the picture' }));
  await waitFor(() => expect(opened).toHaveBeenCalledOnce());
  expect(opened.mock.calls[0]?.[0]).toContain('/object/sign/x?token=t');
  expect(backend.sent(`POST storage/object/sign/signed-sheets/${path}`)).toEqual([
    { expiresIn: 300 },
  ]);
  opened.mockRestore();
});

test('without an answer a sheet signed on paper is attached: picture and name, then the hash of both', async () => {
  const { user, backend } = await open([], {
    [UPLOAD]: { Key: 'x' },
    'POST rpc/attach_paper_timesheet': new Refusal(400, {
      code: 'P0001',
      hint: 'already_answered',
      message: '-',
    }),
  });
  expect(await screen.findByText(words('signed-timesheet:line.none'))).toBeVisible();
  await user.click(screen.getByRole('button', { name: words('signed-timesheet:office.attach') }));
  const dialog = within(await screen.findByRole('dialog'));
  const name = dialog.getByLabelText(words('signed-timesheet:paper.name'));
  expect(name).toHaveValue('Maria Lopez');
  await user.clear(name);
  const attach = dialog.getByRole('button', { name: words('signed-timesheet:paper.attach') });
  await user.click(attach);
  expect(await dialog.findByText(words('signed-timesheet:paper.fileMissing'))).toBeVisible();
  expect(dialog.getByText(words('signed-timesheet:paper.nameMissing'))).toBeVisible();
  expect(backend.sent('POST rpc/attach_paper_timesheet')).toEqual([]);

  const file = new File(['a picture'], 'sheet.png', { type: 'image/png' });
  await user.upload(dialog.getByLabelText(words('signed-timesheet:paper.file')), file);
  await user.type(name, ' M. Lopez ');
  await user.click(attach);
  // The person answered meanwhile: the dialog stays and says so.
  expect(await dialog.findByText(words('signed-timesheet:failure.already_answered'))).toBeVisible();
  backend.answer({ 'POST rpc/attach_paper_timesheet': 'signature' });
  await user.click(attach);
  expect(await screen.findByText(words('signed-timesheet:paper.done'))).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(backend.sent('POST rpc/attach_paper_timesheet').at(-1)).toMatchObject({
    employee_id_param: 'maria',
    start_date_param: WEEK.start,
    end_date_param: WEEK.end,
    name_param: 'M. Lopez',
    path_param: 'company/maria/sheet.png',
    sha256_param: '92b2fa58028958317e408bd84ecfa70f5ee35b121991dbc232c49d166353708b',
  });
});

test('without its picture there is no signature', async () => {
  const { user, backend } = await open([], {
    [UPLOAD]: new Refusal(413, { statusCode: '413', error: 'Payload too large', message: 'x' }),
  });
  await user.click(
    await screen.findByRole('button', { name: words('signed-timesheet:office.attach') }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  await user.upload(
    dialog.getByLabelText(words('signed-timesheet:paper.file')),
    new File(['too large'], 'sheet.png', { type: 'image/png' }),
  );
  await user.click(dialog.getByRole('button', { name: words('signed-timesheet:paper.attach') }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  expect(backend.sent('POST rpc/attach_paper_timesheet')).toEqual([]);
});
