import { expect, test } from 'vitest';
import { type Known, matchPerson } from '@/features/public-work/facts/match-people';

const person = (id: string, name: string, more: Partial<Known> = {}): Known => {
  const [first = '', last = ''] = name.split('|');
  return {
    id,
    first_name: first,
    last_name: last,
    employee_number: null,
    active: true,
    external_ids: {},
    ...more,
  };
};
const PEOPLE = [
  person('ana', 'Ana|Ortiz', { employee_number: '0017' }),
  person('jose', 'José Luis|Peña'),
  person('ben1', 'Ben|Stone', { employee_number: '22' }),
  person('ben2', 'Ben|Stone', { employee_number: '23' }),
  person('maria', 'Maria|Lopez', { external_ids: { adp_file_number: '000300' } }),
  person('left', 'Maria|Lopez', { active: false }),
];
const match = (name: string, number = '', remembered: [string, string][] = []) =>
  matchPerson(
    { name: name || number, number, workerKey: (number || name).toLowerCase() },
    PEOPLE,
    new Map(remembered),
  );

test.each([
  ['Ana Ortiz', 'ana'],
  ['Ortiz, Ana', 'ana'],
  ['ORTIZ, ANA M.', 'ana'],
  ['Ana Maria Ortiz Jr.', 'ana'],
  ['Pena, Jose Luis', 'jose'],
  ['Maria Lopez', 'maria'],
])('%s is suggested, and not taken by the name alone', (name, suggestedId) => {
  expect(match(name)).toEqual({ employeeId: null, suggestedId, reason: 'suggested' });
});

test('a namesake is told apart by the number, or asked about', () => {
  expect(match('Ben Stone')).toEqual({ employeeId: null, reason: 'several' });
  expect(match('Ben Stone', '23')).toEqual({ employeeId: 'ben2', reason: 'number' });
});

test('the number in the payroll system counts, whatever the name, in files of that system', () => {
  const line = { name: 'M. Lopez-Ruiz', number: '300', workerKey: '300' };
  expect(matchPerson(line, PEOPLE, new Map(), 'adp')).toEqual({
    employeeId: 'maria',
    reason: 'payroll_id',
  });
  expect(matchPerson(line, PEOPLE, new Map(), 'gusto').employeeId).toBeNull();
});

test('a number counts where there is no name, and never against one', () => {
  expect(match('', '17')).toEqual({ employeeId: 'ana', reason: 'number' });
  expect(match('Zoe Quinn', '17')).toEqual({ employeeId: null, reason: 'unknown' });
  expect(match('', '99')).toEqual({ employeeId: null, reason: 'unknown' });
});

test('what was chosen before counts first, unless that person is gone', () => {
  expect(match('', '99', [['99', 'jose']])).toEqual({ employeeId: 'jose', reason: 'remembered' });
  expect(match('Zoe Quinn', '', [['zoe quinn', 'gone']])).toEqual({
    employeeId: null,
    reason: 'unknown',
  });
});
