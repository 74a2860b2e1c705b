import { afterEach, beforeEach, expect, test } from 'vitest';
import { AccountingLoop } from '../../server/accounting/accounting-loop.ts';
import { AccountingStore } from '../../server/accounting/accounting-store.ts';
import { adp } from '../../server/accounting/adp/adp.ts';
import { ConnectionSecrets } from '../../server/accounting/connection-secrets.ts';
import { paychex } from '../../server/accounting/paychex/paychex.ts';
import type { Systems } from '../../server/accounting/systems.ts';
import { createLog } from '../../server/http/log.ts';
import { generateSealKey, importSealKeys } from '../../server/keys/seal-keys.ts';
import { type FakeAdp, startAdp } from '../../testing/fake-adp.ts';
import { type FakePaychex, startPaychex } from '../../testing/fake-paychex.ts';
import { CLIENT_ID, CLIENT_SECRET, type Fault } from '../../testing/fake-payroll-api.ts';
import { AccountingStage } from './accounting-stage.ts';
import { makeCompany, openDatabase } from './world.ts';

const db = await openDatabase();
const keys = { sealKeys: importSealKeys([generateSealKey()]) };
const names = [
  'connection',
  'due',
  'take',
  'note',
  'note_connection',
  'note_records',
  'read_secret',
  'swap_secret',
  'journal',
] as const;
const functions = Object.fromEntries(
  names.map((name) => [name, { schema: 'private', name: `accounting_${name}` }]),
);
const store = new AccountingStore(db.sql, functions as never);

let stage: AccountingStage;
const opened: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  stage = new AccountingStage(db.sql, await makeCompany(db.sql));
});
afterEach(async () => {
  await stage.act(
    stage.us.owner,
    (tx) => tx`select set_accounting_state(${stage.connection}, 'disconnected')`,
  );
  for (const close of opened.splice(0)) await close();
});

async function openLoop(
  systems: Systems,
  secrets: Record<string, string>,
): Promise<AccountingLoop> {
  const system = Object.keys(systems)[0] ?? '';
  const [made] = await stage.act(
    stage.us.owner,
    (tx) =>
      tx`select * from create_accounting_connection(${system}, 'sandbox', ${CLIENT_ID}, '2026-09-01', '{"own": {"read_back": true}}')`,
  );
  stage.connection = made?.['id'];
  await (await ConnectionSecrets.read(store, keys, stage.connection)).replace(secrets);
  await store.noteConnection(
    { id: stage.connection, lease: null },
    { state: 'connected', external_company_id: '00ABC' },
  );
  const loop = new AccountingLoop({ sql: db.sql, log: createLog('silent'), store, systems, keys });
  await drain(loop);
  return loop;
}

/** What waits for later is due now. */
async function drain(loop: AccountingLoop): Promise<void> {
  await db.sql`update accounting_activities set next_attempt_at = null where next_attempt_at is not null and connection_id = ${stage.connection}`;
  await db.sql`update private.accounting_leases set lease = null, leased_until = null, rests_until = null where connection_id = ${stage.connection}`;
  await loop.drain();
}

/** The records that the loop read, matched; a week of both, locked. */
async function workAndLock(): Promise<void> {
  const rows =
    await db.sql`select id, kind, external_id, name from accounting_records where connection_id = ${stage.connection} order by external_id`;
  const people = rows.filter(({ kind }) => kind === 'employee');
  const earning = (pattern: RegExp) =>
    rows.find(({ kind, name }) => kind === 'earning' && pattern.test(name))?.['id'];
  const { employee, colleague } = stage.us;
  await stage.map([
    { target: 'person', employee_id: employee.employeeId, record_id: people[1]?.['id'] },
    { target: 'person', employee_id: colleague.employeeId, record_id: people[2]?.['id'] },
    { target: 'payroll_item', hours_kind: 'REG', record_id: earning(/regular|hourly/i) },
    { target: 'payroll_item', hours_kind: 'OT', record_id: earning(/overtime/i) },
  ]);
  for (const day of ['05', '06', '07', '08', '09']) {
    await stage.work(`2026-10-${day}T12:00:00Z`, `2026-10-${day}T21:38:00Z`);
    await stage.work(`2026-10-${day}T12:00:00Z`, `2026-10-${day}T19:00:00Z`, {}, colleague);
  }
  await stage.act(
    stage.us.owner,
    (tx) => tx`select lock_pay_period(${period.start}, ${period.end}, true)`,
  );
}

const period = { start: '', end: '' };
async function readPeriod(): Promise<void> {
  const [row] = await stage.act(
    stage.us.manager,
    (tx) => tx`select start_date::text, end_date::text from pay_period_for('2026-10-07')`,
  );
  period.start = row?.['start_date'];
  period.end = row?.['end_date'];
}

const paidHours = async (employeeId: string, code: string): Promise<number> => {
  const [row] = await db.sql`select coalesce(sum(minutes), 0)::integer as minutes
    from private.payroll_lines_between(${stage.us.id}, ${period.start}, ${period.end}, ${employeeId}, null) where pay_code = ${code}`;
  return Math.round((row?.['minutes'] * 100) / 60) / 100;
};

const states = async () =>
  (
    await db.sql`select distinct state from accounting_activities where connection_id = ${stage.connection}`
  ).map(({ state }) => state);

function seeded(seed: number, faults: readonly Fault[]): () => Fault {
  let value = seed;
  let before: Fault = 'none';
  return () => {
    value = (value * 48271) % 2147483647;
    const fault = faults[value % faults.length] ?? 'none';
    before = before === fault ? 'none' : fault;
    return before;
  };
}

test('Paychex: from the lists to the check and back, through failures, each hour once', async () => {
  const fake: FakePaychex = await startPaychex();
  opened.push(() => fake.close());
  fake.workers.push(
    ...[0, 1, 2].map((at) => ({
      workerId: `W${at}`,
      name: { givenName: 'Ana', familyName: `R${at}` },
      currentStatus: { statusType: 'ACTIVE' },
    })),
  );
  await readPeriod();
  fake.periods.push({
    payPeriodId: 'PP',
    status: 'ENTRY',
    startDate: `${period.start}T00:00:00Z`,
    endDate: `${period.end}T00:00:00Z`,
  });
  const options = { origin: fake.origin, ca: fake.authority.cert, timeoutMs: 500 };
  const loop = await openLoop(
    { paychex: paychex(undefined, options) },
    { client_secret: CLIENT_SECRET },
  );
  await workAndLock();
  fake.fault = seeded(5, [
    'none',
    'hang up after',
    'none',
    '500 after',
    '429',
    'none',
    'hang up before',
    'expire the token',
  ]);
  for (let round = 0; round < 40 && (await states()).join() !== 'sent'; round++) await drain(loop);
  expect(await states()).toEqual(['sent']);
  const { employeeId } = stage.us.employee;
  expect(fake.hours('W1', 'C-REG').map(Number)).toEqual([await paidHours(employeeId, 'REG')]);
  expect(fake.hours('W1', 'C-OT').map(Number)).toEqual([await paidHours(employeeId, 'OT')]);
  expect(fake.hours('W2', 'C-REG').map(Number)).toEqual([35]);
  expect(fake.checks).toHaveLength(2);

  fake.fault = () => 'none';
  for (const one of fake.periods) one.status = 'COMPLETED';
  fake.processed.push({
    payPeriodId: 'PP',
    paycheckId: 'P',
    workerId: 'W1',
    checkNumber: '7001',
    grossEarnings: '1500.00',
    netPay: '1100.00',
  });
  await db.sql`update private.accounting_leases set cursor = '{}' where connection_id = ${stage.connection}`;
  await db.sql`update accounting_connections set lists_wanted = true where id = ${stage.connection}`;
  await drain(loop);
  const facts =
    await db.sql`select employee_id, net, check_number from payroll_facts where company_id = ${stage.us.id}`;
  expect(facts).toMatchObject([{ employee_id: employeeId, net: '1100.00', check_number: '7001' }]);
});

test('ADP: what got no answer waits for a person; with the answer each hour is there once', async () => {
  const fake: FakeAdp = await startAdp();
  opened.push(() => fake.close());
  fake.workers.push(
    ...[0, 1, 2].map((at) => ({
      associateOID: `G${at}`,
      person: { legalName: { givenName: 'Luis', familyName1: `R${at}` } },
      workAssignments: [
        {
          payrollGroupCode: '94N',
          payrollFileNumber: `00000${at}`,
          assignmentStatus: { statusCode: { codeValue: 'A' } },
        },
      ],
    })),
  );
  await readPeriod();
  const { cert, key } = await fake.authority.issue({ names: ['chalk'] });
  const options = {
    origin: fake.origin,
    tokenUrl: `${fake.origin}/auth/oauth/v2/token`,
    ca: fake.authority.cert,
    timeoutMs: 500,
  };
  const loop = await openLoop(
    { adp: adp(undefined, options) },
    { client_secret: CLIENT_SECRET, certificate: cert, private_key: key },
  );
  fake.fault = ({ method }) => (method === 'POST' ? 'hang up after' : 'none');
  await workAndLock();
  await drain(loop);
  expect(await states()).toEqual(['conflict']);
  fake.fault = () => 'none';
  await drain(loop);
  expect(await states()).toEqual(['conflict']);
  const open =
    await db.sql`select id, conflict, theirs from accounting_activities where connection_id = ${stage.connection} order by id`;
  expect(open.map(({ conflict }) => conflict)).toEqual(open.map(() => 'unsure'));
  for (const { id } of open) {
    await stage.act(stage.us.manager, (tx) => tx`select decide_accounting_conflict(${id}, 'link')`);
  }
  await drain(loop);
  expect(await states()).toEqual(['sent']);
  const { employeeId } = stage.us.employee;
  expect(fake.hours('000001', 'R')).toBe(await paidHours(employeeId, 'REG'));
  expect(fake.hours('000001', 'O')).toBe(await paidHours(employeeId, 'OT'));
  expect(fake.hours('000002', 'R')).toBe(35);
});
