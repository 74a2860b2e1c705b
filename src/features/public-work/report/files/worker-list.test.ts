import { describe, expect, test } from 'vitest';
import {
  isSsn,
  matchedWorkers,
  readWorkerList,
} from '@/features/public-work/report/files/worker-list';

const person = (
  id: string,
  first_name: string,
  last_name: string,
  employee_number: string | null = null,
) => ({
  id,
  first_name,
  last_name,
  employee_number,
  active: true,
});
const PEOPLE = [person('a', 'Ana', 'Ortiz', '7'), person('b', 'Ben', 'Stone')];

describe('a list of workers', () => {
  test('is read by its headings, below titles, and matched by name or number', () => {
    const list = readWorkerList(
      [
        ['Payroll list 2026'],
        ['Employee', 'Emp ID', 'SSN', 'Address', 'City', 'State', 'Zip Code', 'Exemptions', 'DOB'],
        [
          'Ortiz, Ana',
          '',
          '078-05-1120',
          '1 Elm St',
          'Salem',
          'massachusetts',
          '1970',
          '2',
          '3/4/75',
        ],
        ['', '7', '12345678', '', '', '', '', '', ''],
        ['Nobody Here', '', '***-**-1120', '', '', '', '', '', ''],
        ['', '', '', '', '', '', '', '', ''],
      ],
      PEOPLE,
    );
    expect(list?.lines.map(({ match }) => match)).toEqual([
      { employeeId: 'a', reason: 'suggested' },
      { employeeId: 'a', reason: 'number' },
      { employeeId: null, reason: 'unknown' },
    ]);
    expect(list?.lines[0]?.worker).toEqual({
      name: 'Ortiz, Ana',
      ssn: '078051120',
      street: '1 Elm St',
      city: 'Salem',
      state: 'MA',
      zip: '01970',
      exemptions: '2',
      birthDate: '1975-03-04',
    });
    // Masked digits are no number; zeros that a spreadsheet dropped come back.
    expect(list?.lines[2]?.worker).not.toHaveProperty('ssn');
    expect(list && matchedWorkers(list).get('a')?.ssn).toBe('012345678');
  });

  test('first and last name may be apart', () => {
    const list = readWorkerList(
      [
        ['First name', 'Last name', 'SSN'],
        ['Ben', 'Stone', '219101234'],
      ],
      PEOPLE,
    );
    expect(list?.lines[0]?.match.employeeId).toBe('b');
  });

  test('without headings it is none', () => {
    expect(readWorkerList([['Ben Stone', '219101234']], PEOPLE)).toBeNull();
    expect(readWorkerList([], PEOPLE)).toBeNull();
    expect(readWorkerList([['SSN', 'City']], PEOPLE)).toBeNull();
  });
});

test('numbers that nobody has are none', () => {
  for (const wrong of ['000121234', '666121234', '912121234', '219001234', '219120000', '21912123'])
    expect(isSsn(wrong)).toBe(false);
  expect(isSsn('219121234')).toBe(true);
});
