import { expect, test } from 'vitest';
import type { Document, Folder } from '@/features/documents/api/queries';
import { chooseDocuments } from '@/features/documents/choose-documents';
import { expiryOf, fileSize } from '@/features/documents/document-facts';

const document = (id: string, fields: Partial<Document> = {}): Document => ({
  id,
  name: id,
  project_id: null,
  folder_id: null,
  expires_on: null,
  required_reading: false,
  deleted_at: null,
  versions: [],
  ...fields,
});
const folder = (id: string, project_id: string | null): Folder => ({
  id,
  name: id,
  project_id,
  audience: { everyone: true },
});
const asked = {
  projectId: 'pier',
  folder: null,
  view: null,
  search: '',
  today: '2026-03-10',
  folders: [folder('handbook', null), folder('plans', 'pier'), folder('other', 'tower')],
  documents: [
    document('a', { folder_id: 'handbook' }),
    document('b', { folder_id: 'plans', project_id: 'pier', expires_on: '2026-04-09' }),
    document('c', { project_id: 'pier', required_reading: true, expires_on: '2026-03-09' }),
    document('d', { expires_on: '2026-04-10' }),
  ],
  data: { hits: null, toSign: [], leads: true, pins: { ids: new Set(['d']) } },
};
const shown = (changes: object) =>
  chooseDocuments({ ...asked, ...changes }).shown.map(({ id }) => id);

test('without a choice the folder of the current project comes first, then the company’s', () => {
  expect(shown({})).toEqual(['b']);
  expect(shown({ projectId: null })).toEqual(['a']);
  expect(chooseDocuments({ ...asked, folders: [] }).place).toEqual({
    projectId: 'pier',
    folderId: null,
  });
});

test('what is in no folder is the company’s or the project’s', () => {
  expect(shown({ folder: 'project' })).toEqual(['c']);
  expect(shown({ folder: 'company' })).toEqual(['d']);
});

test('views go across folders: what expires within 30 days or has, what is to be read, what is kept', () => {
  expect(shown({ view: 'expiring' })).toEqual(['c', 'b']);
  expect(shown({ view: 'required' })).toEqual(['c']);
  expect(shown({ view: 'required', data: { ...asked.data, leads: false } })).toEqual([]);
  expect(shown({ view: 'pinned' })).toEqual(['d']);
});

test('results keep the order of the search, and carry the words found', () => {
  const data = {
    ...asked.data,
    hits: {
      data: [
        { document_id: 'd', excerpt: null },
        { document_id: 'gone', excerpt: null },
        { document_id: 'a', excerpt: 'tie off' },
      ],
    },
  };
  const found = chooseDocuments({ ...asked, search: 'tie', data });
  expect(found.shown.map(({ id }) => id)).toEqual(['d', 'a']);
  expect([...found.excerpts]).toEqual([['a', 'tie off']]);
});

test('the last day still counts', () => {
  const on = (expires_on: string) => expiryOf(document('x', { expires_on }), '2026-03-10');
  expect([on('2026-03-09'), on('2026-03-10'), on('2026-04-09'), on('2026-04-10')]).toEqual([
    'expired',
    'soon',
    'soon',
    'later',
  ]);
});

test('sizes read as on download pages', () => {
  const number = (value: number, digits = 0) => value.toFixed(digits);
  expect([900, 2_400_000, 48_000_000].map((bytes) => fileSize(bytes, number))).toEqual([
    '0.9 kB',
    '2.4 MB',
    '48 MB',
  ]);
});
