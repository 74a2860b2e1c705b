import { expect, test } from 'vitest';
import type { CellContext } from '@/features/lists/cell-values';
import { definitionOf } from '@/features/lists/definitions';
import type { Draft } from '@/features/lists/drafts';
import { shownRows } from '@/features/lists/shown-rows';

const context: CellContext = {
  lookups: new Map(),
  word: (_, value) => value,
  yes: 'Yes',
  no: 'No',
  showDate: (date) => date,
  dateFormat: 'MM/DD/YYYY',
  today: '2026-11-15',
};

test('a new row that arrives live before it is answered is shown once, where it was typed', () => {
  const draft: Draft = {
    key: 'new',
    isNew: true,
    stage: 'typed',
    texts: { name: 'Acme Homes', contact_name: 'Jane Doe' },
    before: {},
    refused: {},
  };
  const saved = ['new', 'old'].map((id) => ({ id, name: `${id} customer`, active: true }));
  const filter = { search: '', chosen: '', archived: false, sort: null };
  const definition = definitionOf('customers');
  const drafts = new Map([[draft.key, draft]]);
  const rows = shownRows(saved, definition, context, drafts, [], filter);
  expect(rows.map(({ key, isNew }) => [key, isNew])).toEqual([
    ['old', undefined],
    ['new', true],
  ]);
});
