import { postgresChangesFilter } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { FilterError, parseFilter } from './filter.ts';

test('A condition has a column, an operator and a value', () => {
  expect(parseFilter('company_id=eq.42')).toEqual([
    { column: 'company_id', operator: 'eq', negate: false, values: ['42'] },
  ]);
});

test('Commas join conditions, quotes and parentheses hold them together', () => {
  expect(parseFilter('a=gt.1,b=not.in.(x,"y,\\"z"),c=eq."q,r"')).toEqual([
    { column: 'a', operator: 'gt', negate: false, values: ['1'] },
    { column: 'b', operator: 'in', negate: true, values: ['x', 'y,"z'] },
    { column: 'c', operator: 'eq', negate: false, values: ['q,r'] },
  ]);
});

test('A value may hold dots, equal signs and nothing at all', () => {
  expect(parseFilter('t=eq.a.b=c')[0]?.values).toEqual(['a.b=c']);
  expect(parseFilter('t=eq.')[0]?.values).toEqual(['']);
});

test("The client's own filter builder is understood", () => {
  const text = postgresChangesFilter()
    .eq('name', 'a, "b" (c)')
    .not('status', 'in', ['x', 'y z'])
    .is('done', null)
    .build();
  expect(parseFilter(text).map(({ values }) => values)).toEqual([
    ['a, "b" (c)'],
    ['x', 'y z'],
    ['null'],
  ]);
});

test('What is no filter is refused', () => {
  for (const text of [
    '',
    'a',
    'a=1',
    'a=between.1',
    'a=in.1',
    '=eq.1',
    `a=eq.${'x'.repeat(5_000)}`,
  ]) {
    expect(() => parseFilter(text), text).toThrow(FilterError);
  }
});
