import { screen, waitFor } from '@testing-library/react';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { ExportCard } from '@/features/imports/components/export-card';
import { type AskedRequest, Refusal } from '@/testing/backend';
import { openPart, words } from '@/testing/open';

const LISTS = [
  { list: 'projects', columns: ['id', 'name'], importable: true },
  { list: 'photos', columns: ['id', 'path'], importable: false },
  { list: 'document_versions', columns: ['id', 'path'], importable: false },
];
const stored = (path: string, more: object = {}) => ({
  row_key: path,
  row_values: { id: path, path, uploaded_at: '2026-11-14T12:00:00Z', deleted_at: null, ...more },
});
const ROWS: Record<string, unknown[]> = {
  projects: [{ row_key: 'p1', row_values: { id: 'p1', name: '=Pier, east' } }],
  photos: [
    stored('c1/p1/a.jpg'),
    stored('c1/p1/gone.jpg'),
    stored('c1/p1/deleted.jpg', { deleted_at: '2026-11-15T12:00:00Z' }),
    stored('c1/p1/never.jpg', { uploaded_at: null }),
  ],
  document_versions: [stored('c1/company/d.pdf')],
};

async function download(withFiles: boolean) {
  const made: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        made.push(blob);
        return 'blob:made';
      },
      revokeObjectURL: () => undefined,
    }),
  );
  const { user, backend } = await openPart(<ExportCard />, {
    namespaces: ['imports'],
    answers: {
      'POST rpc/record_data_export': null,
      'POST rpc/export_lists': LISTS,
      'POST rpc/export_rows': ({ body }: AskedRequest) => ROWS[body.list_param],
      'GET storage/object/photos/c1/p1/a.jpg': 'bytes of a photo',
      'GET storage/object/photos/c1/p1/gone.jpg': new Refusal(400, {
        statusCode: '404',
        error: 'not_found',
        message: 'Object not found',
      }),
      'GET storage/object/documents/c1/company/d.pdf': 'bytes of a document',
    },
  });
  if (withFiles)
    await user.click(await screen.findByRole('switch', { name: words('imports:export.files') }));
  await user.click(await screen.findByRole('button', { name: words('imports:export.action') }));
  await waitFor(() => expect(made).toHaveLength(1));
  const file = await new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(made[0] as Blob);
  });
  const parts = unzipSync(new Uint8Array(file));
  return {
    backend,
    texts: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strFromU8(part)])),
  };
}

test('takes photos and documents along when asked to, and says which are missing', async () => {
  const { texts } = await download(true);
  expect(texts['README.txt']).toContain('photos.csv\r\n    id, path');
  expect(texts['README.txt']).toContain('missing-files.txt');
  expect(texts['projects.csv']).toBe(`id,name\r\np1,"'=Pier, east"\r\n`);
  expect(texts['photos/c1/p1/a.jpg']).toContain('bytes of a photo');
  expect(texts['documents/c1/company/d.pdf']).toContain('bytes of a document');
  expect(texts['missing-files.txt']).toBe('photos/c1/p1/gone.jpg\r\n');
  expect(Object.keys(texts).filter((name) => name.includes('/'))).toHaveLength(2);
});

test('has the lists alone otherwise', async () => {
  const { texts, backend } = await download(false);
  expect(Object.keys(texts)).toEqual([
    'README.txt',
    'projects.csv',
    'photos.csv',
    'document_versions.csv',
  ]);
  expect(backend.requests.filter(({ path }) => path.startsWith('storage'))).toEqual([]);
});
