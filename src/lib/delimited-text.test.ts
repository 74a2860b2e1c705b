import { expect, test } from 'vitest';
import { parseDelimited } from '@/lib/delimited-text';

test('reads CSV with quotes, commas and line breaks inside cells', () => {
  expect(parseDelimited('code,name\r\n"03 11","Forms, ""tall""\nwalls"\r\n')).toEqual([
    ['code', 'name'],
    ['03 11', 'Forms, "tall"\nwalls'],
  ]);
});

test('reads what a spreadsheet puts on the clipboard, and semicolons', () => {
  expect(parseDelimited('a\tb, c\n1\t2')).toEqual([
    ['a', 'b, c'],
    ['1', '2'],
  ]);
  expect(parseDelimited('a;b\n1;2,5')).toEqual([
    ['a', 'b'],
    ['1', '2,5'],
  ]);
});

test('leaves out a byte order mark and empty lines', () => {
  expect(parseDelimited('\uFEFFa,b\n\n , \n1,2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});
