import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Sql } from '../database/sql/sql.ts';
import { errorClassOf, type Failure } from '../http/failure-sink.ts';
import { HttpError } from '../http/http-error.ts';
import { createLog } from '../http/log.ts';
import { FailureRecorder } from './failure-recorder.ts';
import { readErrors } from './read-errors.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql`truncate monitoring.failures, monitoring.failure_counts`;
});

const recorder = (sql: Sql = database.sql) => new FailureRecorder(sql, createLog('silent'));
const failure = (name: string, requestId = 'r-1'): Failure => ({
  kind: 'request',
  name,
  status: 500,
  requestId,
  error: new TypeError('jane@example.com has no phone'),
});

test('what failed is stored by pattern and class, and nothing of what anyone typed', async () => {
  const one = recorder();
  one.record(failure('GET /rest/v1/:table'));
  one.record({ kind: 'job', name: 'audit-links', error: new RangeError('Jane Doe') });
  await one.stop();
  const { requests, jobs, newest } = await readErrors(database.sql);
  expect({ requests, jobs }).toEqual({ requests: 1, jobs: 1 });
  expect(newest).toMatchObject([
    { kind: 'job', name: 'audit-links', errorClass: 'RangeError', requestId: null },
    { kind: 'request', name: 'GET /rest/v1/:table', status: 500, requestId: 'r-1' },
  ]);
  expect(JSON.stringify(await database.sql`select * from monitoring.failures`)).not.toMatch(
    /jane/i,
  );
});

test('a fault that comes a thousand times is counted, and hides no other', async () => {
  const one = recorder();
  one.record(failure('GET /rare'));
  for (let round = 0; round < 5; round += 1) {
    for (let count = 0; count < 200; count += 1) one.record(failure('GET /often'));
    await one.write();
  }
  const { requests, newest } = await readErrors(database.sql);
  expect(requests).toBe(1_001);
  const [stored] = await database.sql`select count(*)::int as rows from monitoring.failures`;
  expect(stored?.['rows']).toBe(51);
  expect(newest).toHaveLength(50);
});

test('at most 500 a day are stored, for a week', async () => {
  for (let batch = 0; batch < 6; batch += 1) {
    const one = recorder();
    for (let count = 0; count < 100; count += 1) one.record(failure(`GET /${batch}/${count}`));
    await one.stop();
  }
  const [stored] = await database.sql`select count(*)::int as rows from monitoring.failures`;
  expect(stored?.['rows']).toBe(500);
  await database.sql`update monitoring.failures set happened_at = now() - interval '8 days'`;
  await database.sql`update monitoring.failure_counts set hour = now() - interval '8 days'`;
  const one = recorder();
  one.record(failure('GET /today'));
  await one.stop();
  const rows = await database.sql`select name from monitoring.failures`;
  expect(rows).toEqual([{ name: 'GET /today' }]);
});

test('while the database is away failures wait for it, and nobody waits for them', async () => {
  let isAway = true;
  const sql = new Proxy(database.sql, {
    apply: (target, self, values) =>
      isAway ? Promise.reject(new Error('away')) : Reflect.apply(target, self, values),
  });
  const one = recorder(sql);
  for (let count = 0; count < 150; count += 1) one.record(failure(`GET /${count}`));
  await one.write();
  expect((await readErrors(database.sql)).requests).toBe(0);
  isAway = false;
  await one.stop();
  expect((await readErrors(database.sql)).requests).toBe(150);
});

test('the class of an error is that of its cause, with a code and without its message', () => {
  const lost = Object.assign(new Error('postgres://me:secret@host'), { code: '08006' });
  expect(errorClassOf(new HttpError(503, { code: 'PGRST001' }, { cause: lost }))).toBe(
    'Error 08006',
  );
  expect(errorClassOf(new HttpError(503, { code: 'PGRST003' }))).toBe('HttpError PGRST003');
  expect(errorClassOf(Object.assign(new Error(), { code: 'jane@example.com' }))).toBe('Error');
  expect(errorClassOf('jane')).toBe('unknown');
});
