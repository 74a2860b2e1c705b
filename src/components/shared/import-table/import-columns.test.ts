import { expect, test } from 'vitest';
import { guessMapping, mapRows } from './import-columns';

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
