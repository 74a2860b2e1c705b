import { expect, test } from 'vitest';
import type { CustomField } from '@/entities/custom-field/custom-field';
import { problemOf, typedValue, withValue } from '@/entities/custom-field/read-custom';
import { fieldCells } from '@/entities/import/field-columns';

const field = (changes: Partial<CustomField>): CustomField => ({
  id: 'f',
  name: 'Permit',
  name_es: 'Permiso',
  kind: 'text',
  choices: [],
  required: false,
  shown: 'desk',
  ...changes,
});

test('numbers are read; what is none, or may be two, stays as typed and is refused', () => {
  const number = field({ kind: 'number' });
  expect(typedValue(number, ' 1,200.5 ')).toBe(1200.5);
  expect(typedValue(number, '12,5')).toBe('12,5');
  expect(typedValue(number, '')).toBeUndefined();
  expect(typedValue(number, '12 x')).toBe('12 x');
  expect(problemOf(number, '12 x')).toBe('number');
  expect(problemOf(number, 1e13)).toBe('number');
  expect(problemOf(number, 12.5)).toBeNull();
});

test('a required field is answered, a text has an end', () => {
  expect(problemOf(field({ required: true }), undefined)).toBe('required');
  expect(problemOf(field({ required: true }), '  ')).toBe('required');
  expect(problemOf(field({}), undefined)).toBeNull();
  expect(problemOf(field({}), 'x'.repeat(501))).toBe('long');
  expect(problemOf(field({ kind: 'date' }), 'invalid')).toBe('date');
});

test('an emptied answer is gone', () => {
  expect(withValue({ a: 1, f: 'x' }, 'f', '')).toEqual({ a: 1 });
  expect(withValue({}, 'f', 0)).toEqual({ f: 0 });
});

test('a column of a file is a field’s by its name, unless the list has taken it', () => {
  const cell = (index: number, date: boolean) => `${date ? 'date' : 'text'} ${index}`;
  const headings = ['Name', 'PERMISO ', 'Permit'];
  const read = (mapping: Record<string, number | null>, kind: CustomField['kind'] = 'text') =>
    fieldCells([field({ kind })], { headings, mapping }, cell);
  expect(read({ name: 0 })).toEqual({ 'custom:f': 'text 1' });
  expect(read({ name: 0, number: 1 }, 'date')).toEqual({ 'custom:f': 'date 2' });
  expect(read({ name: 0, number: 1, client: 2 })).toEqual({});
});
