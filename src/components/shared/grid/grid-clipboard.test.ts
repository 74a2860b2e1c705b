import { expect, test } from 'vitest';
import { fillDown, placeBlock, readBlock, writeBlock } from './grid-clipboard';
import { afterTab, moved } from './grid-moves';

const columns = [
  { key: 'a', label: 'A', width: 80 },
  { key: 'b', label: 'B', width: 80, readOnly: true },
  { key: 'c', label: 'C', width: 80 },
];
const rows = [
  { key: '1', texts: { a: 'one', b: 'x', c: 'I' } },
  { key: '2', texts: { a: 'two', b: 'y', c: 'say "hi"' } },
];
const range = (top: number, left: number, bottom = top, right = left) => ({
  top,
  left,
  bottom,
  right,
});
const key = (name: string, more = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
});

test('reads what Excel puts on the clipboard, empty rows and cells with line breaks included', () => {
  expect(readBlock('a\tb\r\n\t\r\n"two\nlines"\t"say ""hi"""\r\n')).toEqual([
    ['a', 'b'],
    ['', ''],
    ['two\nlines', 'say "hi"'],
  ]);
  expect(readBlock('Doe, Jane; Inc.')).toEqual([['Doe, Jane; Inc.']]);
});

test('a copied block is read back as it was', () => {
  const text = writeBlock(range(0, 0, 1, 2), rows, columns);
  expect(readBlock(text)).toEqual([
    ['one', 'x', 'I'],
    ['two', 'y', 'say "hi"'],
  ]);
});

test('a block goes on below the last row and skips what cannot be written', () => {
  expect(placeBlock([['1', '2', '3', '4'], ['5']], range(1, 0), columns)).toEqual([
    { row: 1, column: 'a', text: '1' },
    { row: 1, column: 'c', text: '3' },
    { row: 2, column: 'a', text: '5' },
  ]);
});

test('one cell fills the whole selection', () => {
  expect(placeBlock([['z']], range(0, 0, 2, 0), columns)).toEqual(
    [0, 1, 2].map((row) => ({ row, column: 'a', text: 'z' })),
  );
});

test('fills down from the first row of the selection, or from the cell above', () => {
  expect(fillDown(range(0, 0, 1, 2), rows, columns)).toEqual([
    { row: 1, column: 'a', text: 'one' },
    { row: 1, column: 'c', text: 'I' },
  ]);
  expect(fillDown(range(1, 2), rows, columns)).toEqual([{ row: 1, column: 'c', text: 'I' }]);
  expect(fillDown(range(0, 0), rows, columns)).toEqual([]);
});

test('keys move within the grid and grow the selection', () => {
  const size = { rows: 30, columns: 3, page: 10 };
  const at = (row: number, column: number) => ({ row, column });
  const from = { active: at(4, 1), anchor: at(4, 1) };
  const to = (press: ReturnType<typeof key>) => moved(press, from, size)?.active;
  expect(to(key('ArrowUp'))).toEqual(at(3, 1));
  expect(to(key('ArrowDown', { ctrlKey: true }))).toEqual(at(29, 1));
  expect(to(key('Home'))).toEqual(at(4, 0));
  expect(to(key('End', { ctrlKey: true }))).toEqual(at(29, 2));
  expect(to(key('PageUp'))).toEqual(at(0, 1));
  expect(moved(key('ArrowRight', { shiftKey: true }), from, size)).toEqual({
    active: at(4, 2),
    anchor: at(4, 1),
  });
  expect(moved(key('x'), from, size)).toBeNull();
  expect(afterTab(at(4, 2), false, size)).toEqual(at(5, 0));
  expect(afterTab(at(0, 0), true, size)).toBeNull();
});
