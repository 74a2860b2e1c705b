import { describe, expect, test } from 'vitest';
import { PostgresError } from '../../database/postgres-error.ts';
import { contentRange, rangeStatus } from './content-range.ts';
import { fromPostgres } from './postgres-failure.ts';

const failure = (code: string, message = 'no', detail?: string) =>
  new PostgresError(
    new Map([
      ['C', code],
      ['M', message],
      ...(detail === undefined ? [] : [['D', detail] as const]),
    ]),
  );

describe('PostgreSQL’s refusals', () => {
  test.each([
    ['23505', 409],
    ['42P01', 404],
    ['42883', 404],
    ['42703', 400],
    ['08006', 503],
    ['54001', 400],
    ['PT418', 418],
    ['PT999', 500],
    ['PTxyz', 500],
  ])('%s is %d', (code, status) => {
    expect(fromPostgres(failure(code), false).status).toBe(status);
  });

  test('who is not known may become known', () => {
    expect(fromPostgres(failure('42501'), true).status).toBe(401);
    expect(fromPostgres(failure('42501'), false).status).toBe(403);
    expect(fromPostgres(failure('22023', 'role "x" does not exist'), false).status).toBe(401);
  });

  test('a guard’s failure is told as what it guards', () => {
    const message = 'invalid input syntax for type integer: "PGRST116:3"';
    expect(fromPostgres(failure('22P02', message), false).body).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 3 rows',
    });
  });

  test('an answer raised by hand must be well-formed', () => {
    const body = (message: string, detail?: string) =>
      fromPostgres(failure('PGRST', message, detail), false).body;
    expect(body('{"code":"A","message":"b"}', '{"status":402,"headers":{}}')).toMatchObject({
      code: 'A',
      message: 'b',
    });
    expect(body('oops', '{}')).toMatchObject({
      code: 'PGRST121',
      details: "Invalid JSON value for MESSAGE: 'oops'",
    });
    expect(body('{"code":"A","message":"b"}')).toMatchObject({
      details: 'DETAIL is missing in the RAISE statement',
    });
  });
});

test('which rows are shown, of how many', () => {
  expect(contentRange(0, 25, 573)).toBe('0-24/573');
  expect(contentRange(0, 0, 0)).toBe('*/0');
  expect(contentRange(10, 5, undefined)).toBe('10-14/*');
  expect(rangeStatus(0, 5, undefined)).toBe(200);
  expect(rangeStatus(0, 5, 5)).toBe(200);
  expect(rangeStatus(0, 5, 6)).toBe(206);
  expect(rangeStatus(7, 0, 6)).toBe(416);
});
