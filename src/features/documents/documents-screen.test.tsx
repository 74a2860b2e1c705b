import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DocumentsScreen } from '@/features/documents/documents-screen';
import { Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const DOCUMENT = '00000000-0000-7000-8000-000000000031';
const FOLDER = '00000000-0000-7000-8000-000000000032';
const VERSION = '00000000-0000-7000-8000-000000000033';
const version = (id: string, number: number, superseded_at: string | null) => ({
  id,
  version: number,
  path: `company/company/${id}.docx`,
  file_name: 'plan.docx',
  media_type: 'application/msword',
  size_bytes: 2_400_000,
  page_count: null,
  note: number === 2 ? 'New rescue procedure' : 'First issue',
  superseded_at,
  created_at: '2026-03-01T12:00:00Z',
  created_by: null,
});
const ANSWERS = {
  'GET projects': [],
  'GET employees': [],
  'GET crews': [],
  'GET folders': [{ id: FOLDER, name: 'Safety', project_id: null, audience: { everyone: true } }],
  'GET documents': [
    {
      id: DOCUMENT,
      name: 'Fall plan',
      project_id: null,
      folder_id: FOLDER,
      expires_on: null,
      required_reading: true,
      deleted_at: null,
      versions: [
        version(VERSION, 2, null),
        version(`${VERSION.slice(0, -1)}4`, 1, '2026-03-01T12:00:00Z'),
      ],
    },
  ],
  'POST rpc/document_progress': [{ document_id: DOCUMENT, people: 3, signed: 1 }],
  'POST rpc/documents_to_sign': [],
  'POST rpc/document_signers': [
    {
      employee_id: DOCUMENT,
      first_name: 'Rosa',
      last_name: 'Delgado',
      language: 'es',
      opened_at: null,
      reminded_at: null,
      signed_at: null,
      signed_language: null,
      signed_before: 1,
    },
  ],
};
const NAMESPACES = ['documents', 'bulletin'] as const;
const open = (as: 'owner' | 'employee' = 'owner', answers: object = {}) =>
  openPart(<DocumentsScreen />, {
    namespaces: [...NAMESPACES],
    as,
    answers: { ...ANSWERS, ...answers },
  });

test('a folder is named, and for somebody', async () => {
  const { user, backend } = await open();
  await user.click(await screen.findByRole('button', { name: words('documents:folder.new') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: words('common:action.save') }));
  const name = dialog.getByLabelText(words('documents:folder.name'));
  expect(name).toBeInvalid();
  expect(backend.sent('POST folders')).toEqual([]);
  backend.answer({
    'POST folders': new Refusal(409, {
      code: '23505',
      message: 'duplicate key value violates unique constraint "folders_name_once"',
    }),
  });
  await user.type(name, 'Safety');
  await user.click(dialog.getByRole('button', { name: words('common:action.save') }));
  // Refused: what was typed stays, and why is said.
  expect(await dialog.findByText(words('documents:failure.folders_name_once'))).toBeVisible();
  expect(name).toHaveValue('Safety');
  expect(backend.sent('POST folders')).toMatchObject([
    { name: 'Safety', project_id: null, audience: { everyone: true } },
  ]);
});

test('foremen and managers see who has not signed, with the version signed before, and remind them', async () => {
  const { user, backend } = await open('owner', { 'POST rpc/remind_to_sign': 1 });
  expect(await screen.findByText('1 of 3')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Fall plan/ }));
  expect(await screen.findByText('Rosa Delgado')).toBeVisible();
  expect(screen.getByText(/Signed v1/)).toBeVisible();
  expect(screen.getByText(words('documents:versions.superseded'))).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remind 1 person' }));
  await waitFor(() =>
    expect(backend.sent('POST rpc/remind_to_sign')).toEqual([{ document_id_param: DOCUMENT }]),
  );
});

test('a worker signs the version that was opened, after saying so, and manages nothing', async () => {
  const { user, backend } = await open('employee', {
    'POST rpc/documents_to_sign': [
      {
        document_id: DOCUMENT,
        version_id: VERSION,
        version: 2,
        name: 'Fall plan',
        signed_before: true,
      },
    ],
    'POST rpc/open_document': null,
    'POST rpc/sign_document': { id: DOCUMENT },
  });
  expect(await screen.findByText(words('documents:sign.waiting'))).toBeVisible();
  expect(screen.queryByRole('button', { name: words('documents:folder.new') })).toBeNull();
  expect(screen.queryByRole('button', { name: words('documents:upload.button') })).toBeNull();
  await user.click(screen.getByRole('button', { name: /Fall plan/ }));
  await user.click(await screen.findByRole('button', { name: words('documents:document.open') }));
  const sign = await screen.findByRole('button', { name: words('documents:sign.button') });
  expect(sign).toBeDisabled();
  await user.click(screen.getByRole('checkbox'));
  await user.click(sign);
  await waitFor(() =>
    expect(backend.sent('POST rpc/sign_document')).toEqual([
      { version_id_param: VERSION, language_param: 'en' },
    ]),
  );
  expect(backend.sent('POST rpc/open_document')).toHaveLength(1);
});

test('an empty folder says so, and a list that fails can be tried again', async () => {
  const { user, backend } = await open('owner', { 'GET documents': new Refusal(400, {}) });
  const again = await screen.findByRole('button', { name: words('common:action.tryAgain') });
  backend.answer({ 'GET documents': [] });
  await user.click(again);
  expect(await screen.findByText(words('documents:empty.folder'))).toBeVisible();
});
