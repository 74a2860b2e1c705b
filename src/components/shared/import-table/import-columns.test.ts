import { expect, test } from 'vitest';
import { guessMapping, mapRows, withPicks } from './import-columns';

const columns = [
  { key: 'code', label: 'Code', aliases: ['number', 'no'] },
  { key: 'name', label: 'Name', aliases: ['description'] },
];

test('recognises headings by name, whatever their order and spelling', () => {
  const { mapping, hasHeading } = guessMapping(columns, ['Unit', 'DESCRIPTION', 'No.']);
  expect(hasHeading).toBe(true);
  expect(mapRows([['SF', 'Forms', '03 11']], mapping)).toEqual([{ code: '03 11', name: 'Forms' }]);
});

test('takes cells in order when there is no heading', () => {
  const { mapping, hasHeading } = guessMapping(columns, ['03 11']);
  expect(hasHeading).toBe(false);
  expect(mapRows([['03 11']], mapping)).toEqual([{ code: '03 11', name: '' }]);
});

test('a column picked by hand is found by its heading in other rows, not by its place', () => {
  const picks = { code: { index: 0, heading: 'Item' }, name: null };
  expect(withPicks({ code: null, name: 1 }, picks, ['Item', 'Words'])).toEqual({
    code: 0,
    name: null,
  });
  expect(withPicks({ code: null, name: 1 }, picks, ['Words', 'Item'])).toEqual({
    code: 1,
    name: null,
  });
  expect(withPicks({ code: 2, name: 1 }, { code: picks.code }, ['Words', 'No', 'Code'])).toEqual({
    code: 2,
    name: 1,
  });
});
