import { expect, test } from 'vitest';
import { type CellContext, nearest, readCell, showCell } from '@/features/lists/cell-values';
import type { ColumnKind } from '@/features/lists/list-definition';

const context: CellContext = {
  lookups: new Map([
    [
      'customers',
      [
        { id: 'c1', name: 'Acme Homes', archived: false },
        { id: 'c2', name: 'Doe', archived: true },
        { id: 'c3', name: 'Twin', archived: false },
        { id: 'c4', name: 'Twin', archived: false },
      ],
    ],
    ['units', [{ id: 'u1', name: 'EA', archived: false }]],
  ]),
  word: (_, value) => value.toUpperCase(),
  yes: 'Sí',
  no: 'No',
  showDate: (date) => date,
  dateFormat: 'MM/DD/YYYY',
  today: '2026-11-15',
};
const read = (kind: ColumnKind, text: string) =>
  readCell({ key: 'k', width: 1, kind }, text, context);
const value = (result: unknown) => ({ ok: true, value: result });

test('numbers as people paste them; never NaN, infinity or a guess', () => {
  const money: ColumnKind = { type: 'number', digits: 2 };
  expect(read(money, '1,250.50')).toEqual(value(1250.5));
  expect(read(money, '$ 75')).toEqual(value(75));
  expect(read(money, '(3.10)')).toEqual(value(-3.1));
  for (const text of ['1,25', '12.345'])
    expect(read(money, text), text).toMatchObject({ ok: false, problem: 'ambiguous' });
  for (const text of ['NaN', 'Infinity', '1e9', '.', 'eight', '1 000', '0.125'])
    expect(read(money, text), text).toMatchObject({ ok: false, problem: 'number' });
  // As the column itself writes it, and where no decimals are.
  const perUnit: ColumnKind = { type: 'number', digits: 3 };
  expect(read(perUnit, showCell({ key: 'k', width: 1, kind: perUnit }, 9.125, context))).toEqual(
    value(9.125),
  );
  expect(read({ type: 'number', digits: 0 }, '1.200')).toEqual(value(1200));
  expect(read({ type: 'number', digits: 0 }, '1,5')).toMatchObject({ problem: 'ambiguous' });
  expect(read({ type: 'number', digits: 2, scale: 60 }, '7.25')).toEqual(value(435));
  expect(read({ type: 'number', digits: 2, scale: 100 }, '19.99')).toEqual(value(1999));
});

test('dates in the order of the user, yes and no in both languages', () => {
  expect(read({ type: 'date' }, '3/4/2026')).toEqual(value('2026-03-04'));
  expect(read({ type: 'date' }, '2/30/2026')).toMatchObject({ problem: 'date' });
  expect(read({ type: 'date' }, 'infinity')).toMatchObject({ problem: 'date' });
  expect(['Sí', 'si', 'YES', 'x'].map((text) => read({ type: 'yesNo' }, text))).toEqual(
    Array.from({ length: 4 }, () => value(true)),
  );
  expect(read({ type: 'yesNo' }, 'maybe')).toMatchObject({ problem: 'yesNo' });
});

test('names find their row in other lists, archived ones last, doubled ones not at all', () => {
  const customer: ColumnKind = { type: 'row', list: 'customers' };
  expect(read(customer, ' acme homes ')).toEqual(value('c1'));
  expect(read(customer, 'Doe')).toEqual(value('c2'));
  expect(read(customer, 'Twin')).toMatchObject({ problem: 'twice' });
  expect(read(customer, 'Nobody')).toMatchObject({ problem: 'unknown', list: 'customers' });
  expect(read({ type: 'name', list: 'units' }, 'ea')).toEqual(value('EA'));
});

test('what must not be empty', () => {
  const column = { key: 'name', width: 1, kind: { type: 'text' as const } };
  expect(readCell({ ...column, required: true }, '  ', context)).toMatchObject({
    problem: 'required',
  });
  expect(readCell(column, '', context)).toEqual(value(null));
  expect(readCell({ ...column, empty: '' }, '', context)).toEqual(value(''));
});

test('shows stored values as people write them', () => {
  const show = (kind: ColumnKind, stored: unknown) =>
    showCell({ key: 'k', width: 1, kind }, stored, context);
  expect(show({ type: 'number', digits: 2, scale: 60 }, 435)).toBe('7.25');
  expect(show({ type: 'number', digits: 3 }, 0.091)).toBe('0.091');
  expect(show({ type: 'row', list: 'customers' }, 'c1')).toBe('Acme Homes');
  expect(show({ type: 'yesNo' }, false)).toBe('No');
  expect(show({ type: 'count' }, [{ id: 'f' }])).toBe('1');
  expect(show({ type: 'minutes' }, 90)).toBe('1:30');
  expect(show({ type: 'minutes' }, 0)).toBe('');
  expect(show({ type: 'text' }, null)).toBe('');
});

test('offers what looks alike', () => {
  expect(nearest('EAA', ['SF', 'EA', 'LF'])).toBe('EA');
  expect(nearest('Concrte', ['Metals', 'Concrete'])).toBe('Concrete');
  expect(nearest('plumbing', ['Metals', 'Wood'])).toBeNull();
});
