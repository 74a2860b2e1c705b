import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AccountingStage } from '../../../supabase/tests/accounting-stage.ts';
import { makeCompany } from '../../../supabase/tests/world.ts';
import { type Behavior, startFakeIntuit } from '../../../testing/intuit/fake-intuit.ts';
import { connect, fillCompany, openAccounting } from '../../../testing/intuit/intuit-stage.ts';
import { Random } from '../../../testing/random.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { repeats } from '../../../testing/test-length.ts';
import { generateSealKey } from '../../keys/seal-keys.ts';

const SENDER = path.join(import.meta.dirname, '../../../testing/intuit/quickbooks-sender.ts');
const FAILURES: readonly Behavior[] = [
  'answer 429',
  'answer 500',
  'hang up',
  'save and hang up',
  'save and answer 500',
];
/** Two people: so many days of each. */
const DAYS = repeats(2_500, 150);
const KILLS = repeats(12, 2);

const database = await createTestDatabase();
const { sql, endpoint } = database;
const intuit = await startFakeIntuit();
const there = fillCompany(intuit);
const sealKey = generateSealKey();
let sender: ChildProcess | undefined;

afterAll(async () => {
  sender?.kill('SIGKILL');
  await intuit.close();
  await database.drop();
});

/** As if every wait that was noted were over, and a killed server's lease with it. */
async function skipWaiting(): Promise<void> {
  await sql`update accounting_activities set next_attempt_at = null where next_attempt_at is not null`;
  await sql`update private.accounting_leases set rests_until = null`;
  await sql`notify accounting`;
}

async function unsent(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from accounting_activities where state <> 'sent'`;
  return row?.count ?? 0;
}

test(`${2 * DAYS} activities with random failures and a sender that is killed: equal on both sides, none twice`, async () => {
  const us = await makeCompany(sql);
  const accounting = openAccounting({ sql, gateway: intuit.url, sealKey });
  const stage = new AccountingStage(sql, us);
  stage.connection = await connect(sql, us, intuit, accounting, '2019-01-01');
  await sql`update accounting_connections set send_from = '2019-01-01'`;
  await accounting.loop.drain();
  const records = await sql`select id, name from accounting_records`;
  const record = (name: string) => records.find((row) => row['name'] === name)?.['id'];
  await stage.map([
    { target: 'person', employee_id: us.employee.employeeId, record_id: record('Emp Loyee') },
    { target: 'person', employee_id: us.colleague.employeeId, record_id: record('Col League') },
    { target: 'customer', project_id: us.project, record_id: record('Harbor') },
    { target: 'item', cost_code_id: us.costCode, record_id: record('Carpentry') },
  ]);
  for (const person of [us.employee, us.colleague]) {
    await stage.act(
      us.manager,
      (
        tx,
      ) => tx`insert into time_entries (employee_id, project_id, cost_code_id, clock_in, clock_out)
        select ${person.employeeId}, ${us.project}, ${us.costCode}, t, t + make_interval(mins => 60 + n % 400)
        from generate_series(1, ${DAYS}) n, lateral (select timestamptz '2019-01-02 12:00Z' + n * interval '1 day') x (t)`,
    );
    for (let year = 2019; year <= 2019 + DAYS / 365; year += 1) {
      await stage.approve(`${year}-01-01`, `${year}-12-31`, person);
    }
  }
  await stage.compute();
  expect(await unsent()).toBe(2 * DAYS);

  const random = new Random(48);
  intuit.behave = (method) => {
    const isBad = random.chance(method === 'POST' ? 0.1 : 0.01);
    return isBad ? random.pick(FAILURES) : 'answer';
  };
  const skipping = setInterval(() => void skipWaiting().catch(() => undefined), 200);
  try {
    for (let nth = 1; nth <= KILLS; nth += 1) {
      sender = startSender();
      const killAt = Math.floor((nth * 2 * DAYS) / (KILLS + 1));
      await expect
        .poll(() => there.all('TimeActivity').length, { interval: 5, timeout: 1_200_000 })
        .toBeGreaterThanOrEqual(killAt);
      sender.kill('SIGKILL');
      expect((await once(sender, 'exit'))[1]).toBe('SIGKILL');
      await sql`update private.accounting_leases set leased_until = null`;
    }
    sender = startSender();
    await expect.poll(unsent, { interval: 200, timeout: 1_700_000 }).toBe(0);
  } finally {
    clearInterval(skipping);
  }

  const ours = await sql`select external_id, sync_token, sent_content from accounting_activities`;
  const theirs = there.all('TimeActivity');
  expect(theirs).toHaveLength(2 * DAYS);
  expect(
    new Set(
      theirs.map(
        (each) => `${(each['EmployeeRef'] as { value: string }).value} ${each['TxnDate']}`,
      ),
    ).size,
  ).toBe(2 * DAYS);
  for (const row of ours) {
    const { sent_content: sent, external_id: id, sync_token } = row;
    expect(there.get('TimeActivity', id)).toMatchObject({
      SyncToken: sync_token,
      TxnDate: sent.work_date,
      Hours: sent.hours,
      Minutes: sent.minutes,
      EmployeeRef: { value: sent.person.external_id },
      Description: sent.description,
    });
  }
  // Something was really lost and repeated.
  const posts = intuit.asked.filter((asked) => asked === 'POST timeactivity').length;
  expect(posts).toBeGreaterThan(2 * DAYS);
}, 1_800_000);

function startSender(): ChildProcess {
  const settings = { endpoint, gateway: intuit.url, sealKey };
  return spawn(process.execPath, [SENDER, JSON.stringify(settings)], { stdio: 'inherit' });
}
