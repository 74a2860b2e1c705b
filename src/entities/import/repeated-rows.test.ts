import { expect, test } from 'vitest';
import type { ImportRow, RowAnswer } from '@/entities/import/import-rows';
import type { ListName } from '@/entities/import/lists';
import { onlyNew } from '@/entities/import/repeated-rows';

const messages = (list: ListName, rows: [row: ImportRow, result?: RowAnswer['result']][]) =>
  onlyNew(
    list,
    rows.map(([row]) => row),
    rows.map(([, result = 'new'], index) => ({
      index,
      result,
      message: result === 'error' ? 'rate_wrong' : null,
    })),
  ).map(({ message }) => message);

test('people of an earlier row or of the company are not added again', () => {
  expect(
    messages('employees', [
      [{ first_name: 'A', email: 'twice@example.com', employee_number: '7' }],
      [{ first_name: 'B', email: 'TWICE@example.com' }, 'changed'],
      [{ first_name: 'C', employee_number: '7' }, 'changed'],
      [{ first_name: 'D', email: 'known@example.com' }, 'same'],
      [{ first_name: 'E', employee_number: '8' }, 'changed'],
      [{ first_name: 'Jose', last_name: 'Garcia' }],
      [{ first_name: 'JOSE', last_name: 'garcia ' }],
      [{ first_name: 'Known' }, 'same'],
      [{ first_name: 'Jose', last_name: 'Garcia', email: 'other@example.com' }],
      [{ first_name: 'F', rate: 'x' }, 'error'],
    ]),
  ).toEqual([
    null,
    'email_repeated',
    'number_repeated',
    'email_taken',
    'number_taken',
    null,
    'person_repeated',
    'person_taken',
    null,
    'rate_wrong',
  ]);
});

test('codes that exist are not added again; lists without a key add every row', () => {
  expect(
    messages('cost_codes', [
      [{ code: '03 11 00' }],
      [{ code: '03 11 00 ' }, 'same'],
      [{ code: '03 30 00' }, 'changed'],
    ]),
  ).toEqual([null, 'code_repeated', 'code_taken']);
  expect(messages('quantities', [[{ quantity: '1' }], [{ quantity: '1' }]])).toEqual([null, null]);
});
