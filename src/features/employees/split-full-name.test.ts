import { expect, test } from 'vitest';
import { splitFullName } from '@/features/employees/split-full-name';

test.each([
  ['Maria Lopez', 'Maria', 'Lopez'],
  ['Lopez, Maria Elena', 'Maria Elena', 'Lopez'],
  ['Maria Elena Lopez', 'Maria Elena', 'Lopez'],
  ['Cher', 'Cher', ''],
])('%s', (full_name, first_name, last_name) => {
  expect(splitFullName({ full_name, first_name: '', last_name: '' })).toEqual({
    first_name,
    last_name,
  });
});

test('names in cells of their own stay', () => {
  const row = { full_name: 'M. Lopez', first_name: 'Maria', last_name: 'Lopez Ruiz' };
  expect(splitFullName(row)).toEqual({ first_name: 'Maria', last_name: 'Lopez Ruiz' });
});
