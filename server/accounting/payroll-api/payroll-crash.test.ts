import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AccountingStage } from '../../../supabase/tests/accounting-stage.ts';
import { makeCompany } from '../../../supabase/tests/world.ts';
import { startAdp } from '../../../testing/fake-adp.ts';
import { startPaychex } from '../../../testing/fake-paychex.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type FakePayrollApi,
  type Fault,
} from '../../../testing/fake-payroll-api.ts';
import { openPayroll, type PayrollSettings } from '../../../testing/payroll-stage.ts';
import { Random } from '../../../testing/random.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { repeats } from '../../../testing/test-length.ts';
import { generateSealKey } from '../../keys/seal-keys.ts';

const SENDER = path.join(import.meta.dirname, '../../../testing/payroll-sender.ts');
/** Each with regular hours and overtime. */
const PEOPLE = repeats(520, 20);
const KILLS = repeats(6, 1);
const FAULTS: readonly Fault[] = ['hang up before', 'hang up after', '500 after', '503', '429'];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let stage: AccountingStage;
let fake: FakePayrollApi;
let sender: ChildProcess | undefined;
const sealKey = generateSealKey();

beforeEach(async () => {
  database = await createTestDatabase();
  stage = new AccountingStage(database.sql, await makeCompany(database.sql));
});
afterEach(async () => {
  sender?.kill('SIGKILL');
  await fake.close();
  await database.drop();
});

const period = { start: '2026-10-05', end: '2026-10-11' };
const fileNumber = (at: number) => String(at).padStart(6, '0');

/** So many people, each with nine hours on five days of a week that is locked. */
async function workAndLock(): Promise<void> {
  const { sql } = database;
  const { us } = stage;
  await sql`update companies set week_start = 1, pay_period_kind = 'weekly', pay_period_anchor = ${period.start} where id = ${us.id}`;
  await sql`insert into employees (company_id, first_name, last_name, employee_number)
    select ${us.id}, 'Crew', 'Member ' || n, lpad(n::text, 6, '0') from generate_series(1, ${PEOPLE}) n`;
  await sql`insert into employee_rates (company_id, employee_id, hourly_rate, effective_from)
    select company_id, id, 30, '2026-01-01' from employees where company_id = ${us.id} and first_name = 'Crew'`;
  await sql`insert into time_entries (company_id, employee_id, project_id, cost_code_id, clock_in, clock_out)
    select e.company_id, e.id, ${us.project}, ${us.costCode}, d + time '14:00', d + time '23:00'
    from employees e cross join generate_series(${period.start}::timestamptz, ${period.start}::timestamptz + interval '4 days', interval '1 day') d
    where e.company_id = ${us.id} and e.first_name = 'Crew'`;
  await stage.act(
    us.owner,
    (tx) => tx`select lock_pay_period(${period.start}, ${period.end}, true)`,
  );
}

/** The records that were read, matched by their number. */
async function match(): Promise<void> {
  const { sql } = database;
  const people = await sql`select e.id, r.id as record_id from employees e
    join accounting_records r on r.company_id = e.company_id and r.kind = 'employee' and r.number = e.employee_number
    where e.company_id = ${stage.us.id} and e.first_name = 'Crew'`;
  const earnings = await sql`select id, name from accounting_records where kind = 'earning'`;
  const earning = (pattern: RegExp) => earnings.find((row) => pattern.test(row['name']))?.['id'];
  await stage.map([
    ...people.map((row) => ({
      target: 'person',
      employee_id: row['id'],
      record_id: row['record_id'],
    })),
    { target: 'payroll_item', hours_kind: 'REG', record_id: earning(/regular|hourly/i) },
    { target: 'payroll_item', hours_kind: 'OT', record_id: earning(/overtime/i) },
  ]);
}

async function connect(system: 'adp' | 'paychex', settings: PayrollSettings): Promise<void> {
  const { sql } = database;
  const [made] = await stage.act(
    stage.us.owner,
    (tx) =>
      tx`select id from create_accounting_connection(${system}, 'sandbox', ${CLIENT_ID}, '2026-10-01')`,
  );
  stage.connection = made?.['id'];
  const { loop, secretsOf, store } = openPayroll(sql, settings);
  await (await secretsOf(stage.connection)).replace(settings.secrets);
  await store.noteConnection(
    { id: stage.connection, lease: null },
    { state: 'connected', external_company_id: '00ABC' },
  );
  await loop.drain();
  await match();
  await loop.stop();
}

/** As if every wait were over, and what only a person can see were seen. */
async function goOn(look: (name: string, person: string, earning: string) => boolean) {
  const { sql } = database;
  await sql`update accounting_activities set next_attempt_at = null where next_attempt_at is not null`;
  await sql`update private.accounting_leases set rests_until = null`;
  for (const row of await sql`select id, theirs, request_content, content from accounting_activities where conflict = 'unsure'`) {
    const { theirs, content } = row;
    const isThere = look(
      theirs.external_id,
      content.person.external_id,
      content.payroll_item.external_id,
    );
    const decision = isThere ? 'link' : 'send_ours';
    await stage.act(
      stage.us.manager,
      (tx) => tx`select decide_accounting_conflict(${row['id']}, ${decision})`,
    );
  }
  await sql`notify accounting`;
}

/** One after the other, however long one takes: beside each other they would decide the same. */
async function keepGoing(look: Parameters<typeof goOn>[0], { signal }: AbortController) {
  while (!signal.aborted) {
    await goOn(look);
    await sleep(300);
  }
}

/** Sends everything with a sender that is killed again and again; failures are those of the fake. */
async function sendThroughKills(
  settings: PayrollSettings,
  arrived: () => number,
  look: Parameters<typeof goOn>[0] = () => false,
): Promise<void> {
  const { sql, endpoint } = database;
  const random = new Random(48);
  fake.fault = ({ method }) =>
    random.below(method === 'GET' ? 40 : 8) === 0
      ? (FAULTS[random.below(FAULTS.length)] ?? 'none')
      : 'none';
  const start = () =>
    spawn(process.execPath, [SENDER, JSON.stringify({ endpoint, settings })], {
      stdio: 'inherit',
    });
  const open = async () => {
    const [row] =
      await sql`select count(*)::int as n from accounting_activities where state <> 'sent'`;
    return row?.['n'] as number;
  };
  const lines = 2 * PEOPLE;
  const ended = new AbortController();
  const going = keepGoing(look, ended);
  try {
    for (let nth = 1; nth <= KILLS; nth += 1) {
      sender = start();
      await expect
        .poll(arrived, { interval: 2, timeout: 600_000 })
        .toBeGreaterThanOrEqual(Math.floor((nth * lines) / (KILLS + 1)));
      sender.kill('SIGKILL');
      expect((await once(sender, 'exit'))[1]).toBe('SIGKILL');
      await sql`update private.accounting_leases set leased_until = null`;
    }
    sender = start();
    await expect.poll(open, { interval: 200, timeout: 1_200_000 }).toBe(0);
  } finally {
    ended.abort();
    await going;
  }
  const [count] =
    await sql`select count(*)::int as n from accounting_activities where state = 'sent'`;
  expect(count?.['n']).toBe(lines);
}

test(`Paychex: hours of ${PEOPLE} people through random failures and ${KILLS} killed senders are there once`, async () => {
  const paychex = await startPaychex();
  fake = paychex;
  paychex.workers.push(
    ...Array.from({ length: PEOPLE }, (_, at) => ({
      workerId: `W${at + 1}`,
      employeeId: fileNumber(at + 1),
      name: { givenName: 'Crew', familyName: `Member ${at + 1}` },
      currentStatus: { statusType: 'ACTIVE' },
    })),
  );
  paychex.periods.push({
    payPeriodId: 'PP',
    status: 'ENTRY',
    startDate: `${period.start}T00:00:00Z`,
    endDate: `${period.end}T00:00:00Z`,
  });
  const settings: PayrollSettings = {
    system: 'paychex',
    sealKey,
    secrets: { client_secret: CLIENT_SECRET },
    options: { origin: fake.origin, ca: fake.authority.cert, timeoutMs: 5_000 },
  };
  await workAndLock();
  await connect('paychex', settings);
  const count = () => paychex.checks.reduce((sum, { earnings }) => sum + earnings.length, 0);
  await sendThroughKills(settings, count);
  for (let at = 1; at <= PEOPLE; at += 1) {
    expect(paychex.hours(`W${at}`, 'C-REG').map(Number)).toEqual([40]);
    expect(paychex.hours(`W${at}`, 'C-OT').map(Number)).toEqual([5]);
  }
  expect(paychex.checks).toHaveLength(PEOPLE);
}, 1_800_000);

test(`ADP: hours of ${PEOPLE} people through random failures, ${KILLS} killed senders and a person who looks are there once`, async () => {
  const adp = await startAdp();
  fake = adp;
  // Groups are batches: one for ten people, so that a kill hits some and not all.
  adp.workers.push(
    ...Array.from({ length: PEOPLE }, (_, at) => ({
      associateOID: `G${at + 1}`,
      person: { legalName: { givenName: 'Crew', familyName1: `Member ${at + 1}` } },
      workAssignments: [
        {
          payrollGroupCode: `G${Math.floor(at / 10)}`,
          payrollFileNumber: fileNumber(at + 1),
          assignmentStatus: { statusCode: { codeValue: 'A' } },
        },
      ],
    })),
  );
  const { cert, key } = await fake.authority.issue({ names: ['chalk'] });
  const settings: PayrollSettings = {
    system: 'adp',
    sealKey,
    secrets: { client_secret: CLIENT_SECRET, certificate: cert, private_key: key },
    options: {
      origin: fake.origin,
      tokenUrl: `${fake.origin}/auth/oauth/v2/token`,
      ca: fake.authority.cert,
      timeoutMs: 5_000,
    },
  };
  await workAndLock();
  await connect('adp', settings);
  // What a payroll person does: looks in ADP whether the hours are in a batch.
  const look = (_name: string, person: string, earning: string) =>
    adp.hours(person.split('/').at(-1) ?? '', earning) > 0;
  await sendThroughKills(settings, () => adp.lines.length, look);
  for (let at = 1; at <= PEOPLE; at += 1) {
    expect(adp.hours(fileNumber(at), 'R')).toBe(40);
    expect(adp.hours(fileNumber(at), 'O')).toBe(5);
  }
}, 1_800_000);
