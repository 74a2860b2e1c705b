import { expect, test } from 'vitest';
import { parseDelimited } from '@/lib/delimited-text';

const cellsOf = (text: string) => parseDelimited(text).map(({ cells }) => cells);
const problemsOf = (text: string) => parseDelimited(text).map(({ problem }) => problem);

test('reads CSV with quotes, commas and line breaks inside cells', () => {
  const text = 'code,name\r\n"03 11","Forms, ""tall""\nwalls"\r\n';
  expect(cellsOf(text)).toEqual([
    ['code', 'name'],
    ['03 11', 'Forms, "tall"\nwalls'],
  ]);
  expect(problemsOf(text)).toEqual([null, null]);
});

test('reads what a spreadsheet puts on the clipboard, and semicolons', () => {
  expect(cellsOf('a\tb, c\n1\t2')).toEqual([
    ['a', 'b, c'],
    ['1', '2'],
  ]);
  expect(cellsOf('a;b\n1;2,5')).toEqual([
    ['a', 'b'],
    ['1', '2,5'],
  ]);
});

test('leaves out a byte order mark and empty lines', () => {
  expect(cellsOf('\uFEFFa,b\n\n , \n1,2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('says which row is not in order, and why', () => {
  expect(problemsOf('a,b\n1,2,,\n1,2,3\n1;2\n"1"x,2\n"1,2\n3,4')).toEqual([
    null,
    null,
    'too_many_cells',
    'other_separator',
    'quote_misplaced',
    'quote_open',
  ]);
});

test('takes a zero character for an unreadable letter', () => {
  expect(cellsOf('Jos\0,b')).toEqual([['Jos\uFFFD', 'b']]);
});
