import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Failure } from '../http/failure-sink.ts';
import { createLog } from '../http/log.ts';
import { JobRunner } from './job-runner.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`create table public.runs (job text not null)`;
  await database.sql`alter table public.runs owner to platform_owner`;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql`delete from cron.job`;
  await database.sql`delete from cron.job_run_details`;
  await database.sql`delete from public.runs`;
});

/** As a migration would: jobs run with the rights of who scheduled them. */
async function schedule(name: string, expression: string, command: string): Promise<void> {
  await database.sql.begin(async (sql) => {
    await sql`set local role platform_owner`;
    await sql`select cron.schedule(${name}, ${expression}, ${command})`;
  });
}
const runner = () => new JobRunner(database.sql, createLog('silent'));
const makeDue = (name: string) => database.sql`
  update cron.job set next_run_at = now() - interval '3 hours' where jobname = ${name}`;
const runs = async () => (await database.sql`select job from public.runs`).map((row) => row['job']);

test('a due run happens once however many servers there are, and once after a long night', async () => {
  await schedule('count', '* * * * *', "insert into public.runs values ('count')");
  await runner().runDue();
  expect(await runs()).toEqual([]);
  await makeDue('count');
  await Promise.all([runner(), runner(), runner(), runner()].map((one) => one.runDue()));
  expect(await runs()).toEqual(['count']);
  const [job] = await database.sql`
    select next_run_at > now() as later from cron.job where jobname = 'count'`;
  expect(job?.['later']).toBe(true);
});

test('a run that fails is recorded and keeps no other from running', async () => {
  await schedule('broken', '* * * * *', 'select 1/0');
  await schedule('sound', '* * * * *', "insert into public.runs values ('sound')");
  await runner().runDue();
  await makeDue('broken');
  await makeDue('sound');
  const failures: Failure[] = [];
  const sink = { record: (failure: Failure) => void failures.push(failure) };
  await new JobRunner(database.sql, createLog('silent'), sink).runDue();
  expect(failures).toMatchObject([{ kind: 'job', name: 'broken', error: { code: '22012' } }]);
  expect(await runs()).toEqual(['sound']);
  const details = await database.sql`
    select status, return_message from cron.job_run_details order by runid`;
  expect(details.map((row) => row['status']).sort()).toEqual(['failed', 'succeeded']);
  expect(details.map((row) => row['return_message']).join()).toContain('division by zero');
});

test('a job runs as who scheduled it', async () => {
  await schedule('who', '* * * * *', 'insert into public.runs select current_user');
  await runner().runDue();
  await makeDue('who');
  await runner().runDue();
  expect(await runs()).toEqual(['platform_owner']);
});

test('scheduling again replaces, unscheduling removes, nonsense is switched off', async () => {
  await schedule('one', '0 3 * * *', 'select 1');
  await schedule('one', '0 4 * * *', 'select 2');
  await schedule('nonsense', 'every now and then', 'select 3');
  await runner().runDue();
  const jobs = await database.sql`
    select jobname, command, active, extract(hour from next_run_at at time zone 'utc')::int as hour
      from cron.job order by jobname desc`;
  expect(jobs).toMatchObject([
    { jobname: 'one', command: 'select 2', active: true, hour: 4 },
    { jobname: 'nonsense', active: false, hour: null },
  ]);
  await database.sql`select cron.unschedule('one')`;
  await expect(database.sql`select cron.unschedule('one')`).rejects.toThrow('could not find');
});
