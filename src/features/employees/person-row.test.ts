import { expect, test } from 'vitest';
import { personRowProblem, splitFullName } from '@/features/employees/person-row';

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

test.each([
  ['letters_broken', { first_name: 'Jos\uFFFD' }],
  ['control_characters', { first_name: 'A\u0007na' }],
  ['control_characters', { first_name: 'Ana', job_title: 'Carp\nenter' }],
  ['formula', { first_name: '=HYPERLINK("http://example.com")' }],
  ['formula', { first_name: 'A', job_title: '@SUM(A1:A9)' }],
  ['formula', { first_name: 'A', rate: '=28*2' }],
  ['heading_repeated', { first_name: 'First name', last_name: 'Last name' }],
  [null, { first_name: 'Ana', last_name: '-', phone: '+1 (555) 010-0199', rate: '-5' }],
])('%s', (problem, row) => {
  expect(personRowProblem(row as Record<string, string>)).toBe(problem);
});
