import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { AccountingStage } from '../../../supabase/tests/accounting-stage.ts';
import { makeCompany } from '../../../supabase/tests/world.ts';
import { type FakeIntuit, startFakeIntuit } from '../../../testing/intuit/fake-intuit.ts';
import {
  connect,
  fillCompany,
  openAccounting,
  signInAgain,
} from '../../../testing/intuit/intuit-stage.ts';
import type { QuickBooksCompany } from '../../../testing/intuit/quickbooks-company.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { generateSealKey } from '../../keys/seal-keys.ts';

const database = await createTestDatabase();
const { sql } = database;
const sealKey = generateSealKey();
let intuit: FakeIntuit;
let there: QuickBooksCompany;
let accounting: ReturnType<typeof openAccounting>;
let stage: AccountingStage;
let id: string;

beforeEach(async () => {
  await sql`delete from accounting_connections`;
  intuit = await startFakeIntuit();
  there = fillCompany(intuit);
  accounting = openAccounting({ sql, gateway: intuit.url, sealKey });
  const us = await makeCompany(sql);
  stage = new AccountingStage(sql, us);
  id = await connect(sql, us, intuit, accounting);
  stage.connection = id;
});
afterEach(async () => {
  await accounting.loop.stop();
  await intuit.close();
});
afterAll(() => database.drop());

/** Reads the lists and matches everybody and everything. */
async function match() {
  await accounting.loop.drain();
  const rows = await sql`select id, name from accounting_records where connection_id = ${id}`;
  const record = (name: string) => rows.find((row) => row['name'] === name)?.['id'];
  const { us } = stage;
  await stage.map([
    { target: 'person', employee_id: us.employee.employeeId, record_id: record('Emp Loyee') },
    { target: 'person', employee_id: us.colleague.employeeId, record_id: record('Col League') },
    { target: 'customer', project_id: us.project, record_id: record('Harbor:Pier 4') },
    { target: 'item', cost_code_id: us.costCode, record_id: record('Carpentry') },
  ]);
}

async function workDay(day = '2026-10-05', hours = '18:45') {
  const entry = await stage.work(`${day}T11:00:00Z`, `${day}T${hours}:00Z`);
  await stage.approve(day);
  return entry;
}

const states = async () => (await stage.activities()).map((row) => row['state']);
const connection = async () =>
  (await sql`select state, problem, company_name from accounting_connections where id = ${id}`)[0];
/** As if the wait that was noted were over. */
const waited = async () => {
  await sql`update accounting_activities set next_attempt_at = null`;
  await sql`update private.accounting_leases set rests_until = null`;
  await accounting.loop.drain();
};

test('lists are read with every kind, and what is new there appears', async () => {
  await accounting.loop.drain();
  const read = async () =>
    (
      await sql`select kind, name, email, active from accounting_records where connection_id = ${id} order by kind, name`
    ).map(({ kind, name, active }) => `${kind} ${name}${active ? '' : ' (inactive)'}`);
  expect(await read()).toEqual([
    'class North',
    'customer Harbor',
    'employee Col League',
    'employee Emp Loyee',
    'item Carpentry',
    'project Harbor:Pier 4',
    'vendor Sub & Sons',
  ]);
  there.add('Employee', { DisplayName: 'New Hire' });
  const [vendor] = there.all('Vendor');
  there.edit('Vendor', vendor?.Id ?? '', { Active: false });
  await sql`update accounting_connections set lists_wanted = true`;
  await accounting.loop.drain();
  expect(intuit.asked.at(-1)).toBe('GET cdc');
  expect(await read()).toEqual(
    expect.arrayContaining(['employee New Hire', 'vendor Sub & Sons (inactive)']),
  );
});

test('approved time is created, changed and deleted there', async () => {
  await match();
  const entry = await workDay();
  await accounting.loop.drain();
  const [made] = there.all('TimeActivity');
  expect(made).toMatchObject({ Hours: 7, Minutes: 45, TxnDate: '2026-10-05', NameOf: 'Employee' });
  expect(await states()).toEqual(['sent']);

  await stage.unapprove('2026-10-05');
  await stage.act(
    stage.us.manager,
    (tx) => tx`update time_entries set clock_out = '2026-10-05T19:00Z' where id = ${entry}`,
  );
  await stage.approve('2026-10-05');
  await accounting.loop.drain();
  expect(there.all('TimeActivity')).toMatchObject([{ Id: made?.Id, Hours: 8, Minutes: 0 }]);

  await stage.unapprove('2026-10-05');
  await stage.act(stage.us.manager, (tx) => tx`delete from time_entries where id = ${entry}`);
  await accounting.loop.drain();
  expect(there.all('TimeActivity')).toEqual([]);
  expect(await states()).toEqual(['deleted']);
});

test('time of a project that bills it is billable at its rate, and another rate replaces it', async () => {
  await match();
  const { us } = stage;
  await sql`update accounting_connections set settings = '{"billable": true}' where id = ${id}`;
  await sql`insert into billing_terms (company_id, project_id, bills_time) values (${us.id}, ${us.project}, true)`;
  await workDay();
  await accounting.loop.drain();
  expect(there.all('TimeActivity')).toEqual([]);
  await sql`insert into bill_rates (company_id, employee_id, rate) values (${us.id}, ${us.employee.employeeId}, 82.25)`;
  await accounting.loop.drain();
  expect(there.all('TimeActivity')).toMatchObject([
    { BillableStatus: 'Billable', HourlyRate: 82.25, Hours: 7, Minutes: 45 },
  ]);
  await sql`update bill_rates set rate = 90 where company_id = ${us.id}`;
  await accounting.loop.drain();
  expect(there.all('TimeActivity')).toMatchObject([{ BillableStatus: 'Billable', HourlyRate: 90 }]);
  // Billed there: it stays, whatever is billed here.
  const [made] = there.all('TimeActivity');
  there.edit('TimeActivity', made?.Id ?? '', { BillableStatus: 'HasBeenBilled' });
  await sql`update bill_rates set rate = 95 where company_id = ${us.id}`;
  await accounting.loop.drain();
  expect(there.get('TimeActivity', made?.Id ?? '')).toMatchObject({ HourlyRate: 90 });
  expect(await states()).toContain('conflict');
});

test('lists and days of more than one page are read to the end', async () => {
  for (let at = 0; at < 2_300; at += 1) there.add('Customer', { DisplayName: `Customer ${at}` });
  await match();
  const [count] = await sql`select count(*)::int as n from accounting_records
    where connection_id = ${id} and kind = 'customer'`;
  expect(count?.['n']).toBe(2_301);
  const [person] = there.all('Employee');
  for (let at = 0; at < 1_200; at += 1)
    there.add('TimeActivity', {
      TxnDate: '2026-10-05',
      NameOf: 'Employee',
      EmployeeRef: { value: person?.Id },
      Hours: 0,
      Minutes: 1,
      Description: `By hand ${at}`,
    });
  await workDay();
  await accounting.loop.drain();
  // What a lost database had sent is on the second page.
  await sql`update accounting_activities set external_id = null, sent_hash = null, sent_content = null`;
  await waited();
  expect(there.all('TimeActivity')).toHaveLength(1_201);
  expect(await states()).toEqual(['sent']);
});

test('while QuickBooks asks to wait nothing is asked, and everything arrives once afterwards', async () => {
  await match();
  for (const day of ['2026-10-05', '2026-10-06', '2026-10-07']) await workDay(day);
  intuit.behave = (method) => (method === 'POST' ? 'answer 429' : 'answer');
  await accounting.loop.drain();
  const [lease] =
    await sql`select rests_until > clock_timestamp() + interval '50 seconds' as rests from private.accounting_leases where connection_id = ${id}`;
  expect(lease?.['rests']).toBe(true);
  const asked = intuit.asked.length;
  await accounting.loop.drain();
  expect(intuit.asked).toHaveLength(asked);
  intuit.behave = () => 'answer';
  await waited();
  expect(there.all('TimeActivity')).toHaveLength(3);
  expect(intuit.atOnce).toBeLessThanOrEqual(4);
});

const DAY_MS = 24 * 3_600_000;

test('a sign-in that is used lives for five years; 100 days without use end it', async () => {
  const began = Date.now();
  const at = (days: number) => {
    intuit.oauth.nowMs = () => began + days * DAY_MS;
  };
  const asking = async () => accounting.system.test(await accounting.session(id));
  for (let days = 99; days < 5 * 365; days += 99) {
    at(days);
    await expect(asking()).resolves.toMatchObject({ company_name: 'Sandbox Builders' });
  }
  at(5 * 365 + 1);
  await expect(asking()).rejects.toMatchObject({ failure: 'sign_in_needed' });
});

test('after 100 days without use an owner signs in again, and what was approved meanwhile is sent', async () => {
  await match();
  intuit.oauth.nowMs = () => Date.now() + 101 * DAY_MS;
  await workDay();
  await accounting.loop.drain();
  expect(await connection()).toMatchObject({ state: 'sign_in_needed' });
  expect(there.all('TimeActivity')).toEqual([]);
  await signInAgain(id, intuit, accounting);
  await accounting.loop.drain();
  expect(there.all('TimeActivity')).toHaveLength(1);
});

test.each([
  'hang up',
  'save and hang up',
  'save and answer 500',
  'answer 500',
  'answer 429',
] as const)('%s: sent again with the same request id, made once', async (behavior) => {
  await match();
  await workDay();
  let once = true;
  intuit.behave = (method) => {
    if (method !== 'POST' || !once) return 'answer';
    once = false;
    return behavior;
  };
  await accounting.loop.drain();
  expect(once).toBe(false);
  expect(await states()).toEqual(['sending']);
  await waited();
  expect(await states()).toEqual(['sent']);
  expect(there.all('TimeActivity')).toHaveLength(1);
});

test('a refusal inside an answer of 200 is shown and not repeated', async () => {
  await match();
  await workDay();
  intuit.behave = (method) => (method === 'POST' ? 'answer 200 with a fault' : 'answer');
  await accounting.loop.drain();
  const [row] = await stage.activities();
  expect(row).toMatchObject({ state: 'problem', problem: '6000' });
  intuit.behave = () => 'answer';
  await waited();
  expect(there.all('TimeActivity')).toEqual([]);
});

test('what was edited, billed or deleted there is a conflict and stays as it is', async () => {
  await match();
  for (const day of ['05', '06', '07']) await workDay(`2026-10-${day}`);
  await accounting.loop.drain();
  const [edited, billed, gone] = ['05', '06', '07'].map(
    (day) => there.all('TimeActivity').find(({ TxnDate }) => TxnDate === `2026-10-${day}`)?.Id,
  );
  there.edit('TimeActivity', edited ?? '', { Hours: 9 });
  there.edit('TimeActivity', billed ?? '', { BillableStatus: 'HasBeenBilled' });
  there.delete('TimeActivity', gone ?? '');
  const before = JSON.stringify(there.all('TimeActivity'));
  await stage.unapprove('2026-10-05', '2026-10-07');
  await sql`update time_entries set clock_out = clock_out + interval '1 hour' where employee_id = ${stage.us.employee.employeeId}`;
  await stage.approve('2026-10-05', '2026-10-07');
  await accounting.loop.drain();
  const rows = await stage.activities();
  expect(rows.map((row) => row['conflict'])).toEqual(['edited', 'billed', 'gone']);
  expect(rows[0]?.['theirs']).toMatchObject({ content: { hours: 9, minutes: 45 } });
  expect(JSON.stringify(there.all('TimeActivity'))).toBe(before);

  // Somebody decides that ours counts.
  await stage.act(
    stage.us.manager,
    (tx) => tx`select decide_accounting_conflict(${rows[0]?.['id']}, 'send_ours')`,
  );
  await accounting.loop.drain();
  expect(there.get('TimeActivity', edited ?? '')).toMatchObject({ Hours: 8, Minutes: 45 });
});

/** As if an hour had passed since the lists were read. */
const readAgain = async () => {
  await sql`update accounting_connections set lists_wanted = true`;
  await accounting.loop.drain();
};
const conflicts = async () => (await stage.activities()).map((row) => row['conflict']);

test('what somebody changed or deleted there is noticed by itself; what was billed or noted there as it is stays', async () => {
  await match();
  for (const day of ['05', '06', '07', '08']) await workDay(`2026-10-${day}`);
  await accounting.loop.drain();
  const idOf = (day: string) =>
    there.all('TimeActivity').find(({ TxnDate }) => TxnDate === `2026-10-${day}`)?.Id ?? '';
  there.edit('TimeActivity', idOf('05'), { Hours: 9 });
  there.delete('TimeActivity', idOf('06'));
  there.edit('TimeActivity', idOf('07'), { BillableStatus: 'HasBeenBilled' });
  const [north] = there.all('Class');
  there.edit('TimeActivity', idOf('08'), { ClassRef: { value: north?.Id } });
  const before = JSON.stringify(there.all('TimeActivity'));
  await readAgain();
  expect(await conflicts()).toEqual(['edited', 'gone', null, null]);
  expect(JSON.stringify(there.all('TimeActivity'))).toBe(before);

  const [edited, gone] = await stage.activities();
  for (const [row, decision] of [
    [edited, 'keep_theirs'],
    [gone, 'send_ours'],
  ] as const)
    await stage.act(
      stage.us.manager,
      (tx) => tx`select decide_accounting_conflict(${row?.['id']}, ${decision})`,
    );
  await readAgain();
  expect(await states()).toEqual(['kept', 'sent', 'sent', 'sent']);
  expect(there.get('TimeActivity', idOf('05'))).toMatchObject({ Hours: 9 });
  expect(there.get('TimeActivity', idOf('06'))).toMatchObject({ Hours: 7, Minutes: 45 });
});

test('of more changes than come at once none is missed', async () => {
  await match();
  await workDay();
  await accounting.loop.drain();
  const [fields] = there.all('TimeActivity');
  there.delete('TimeActivity', fields?.Id ?? '');
  for (let at = 0; at < 1_200; at += 1)
    there.add('TimeActivity', { ...fields, TxnDate: '2026-09-01', Description: `By hand ${at}` });
  const moved = there.add('TimeActivity', { ...fields, Hours: 2 });
  await sql`update accounting_activities set external_id = ${moved.Id}`;
  await readAgain();
  expect(await conflicts()).toEqual(['edited']);
});

async function oneHourMore(entry: string) {
  await stage.unapprove('2026-10-05');
  await sql`update time_entries set clock_out = clock_out + interval '1 hour' where id = ${entry}`;
  await stage.approve('2026-10-05');
}

test('edited between reading and writing: refused there as stale, read again, a conflict', async () => {
  await match();
  const entry = await workDay();
  await accounting.loop.drain();
  const [made] = there.all('TimeActivity');
  await oneHourMore(entry);
  intuit.behave = (method) => {
    if (method === 'POST') there.edit('TimeActivity', made?.Id ?? '', { Hours: 3 });
    return 'answer';
  };
  await accounting.loop.drain();
  expect(await stage.activities()).toMatchObject([{ state: 'sending', problem: 'stale' }]);
  intuit.behave = () => 'answer';
  await waited();
  expect(await conflicts()).toEqual(['edited']);
  expect(there.get('TimeActivity', made?.Id ?? '')).toMatchObject({ Hours: 3 });
});

test('a change of ours leaves what a bookkeeper added: a full update would empty it', async () => {
  await match();
  const entry = await workDay();
  await accounting.loop.drain();
  const [made] = there.all('TimeActivity');
  const added = { DepartmentRef: { value: '7' }, CostRate: 31.5, Taxable: true };
  there.edit('TimeActivity', made?.Id ?? '', added);
  await oneHourMore(entry);
  await accounting.loop.drain();
  expect(there.get('TimeActivity', made?.Id ?? '')).toMatchObject({ Hours: 8, ...added });
});

test('the fake is strict: a repeated request id, a stale token, a foreign one, an unknown field', async () => {
  await match();
  const token = (await accounting.session(id)).secrets.text('access_token');
  const post = async (requestId: string, body: object, bearer = token) => {
    const address = `${intuit.url}/sandbox-quickbooks.api.intuit.com/v3/company/9130357742/timeactivity`;
    const response = await fetch(`${address}?minorversion=75&requestid=${requestId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const content = {
    TxnDate: '2026-10-05',
    NameOf: 'Employee',
    EmployeeRef: { value: there.all('Employee')[0]?.Id },
    ItemRef: { value: there.all('Item')[0]?.Id },
    Hours: 7,
    Minutes: 45,
    BillableStatus: 'NotBillable',
  };
  const first = await post('one', content);
  expect(await post('one', { ...content, Hours: 1 })).toEqual(first);
  expect(there.all('TimeActivity')).toMatchObject([{ Hours: 7 }]);
  const [made] = there.all('TimeActivity');
  const stale = { ...content, Id: made?.Id, SyncToken: '7', sparse: false };
  expect(await post('two', stale)).toMatchObject({
    status: 400,
    text: expect.stringContaining('"5010"'),
  });
  expect(await post('three', content, 'another')).toMatchObject({
    status: 401,
    text: expect.stringContaining('"3200"'),
  });
  expect(await post('four', { ...content, Overtime: 1 })).toMatchObject({
    text: expect.stringContaining('"2010"'),
  });
  expect(await post('five'.repeat(13), content)).toMatchObject({
    text: expect.stringContaining('"2000"'),
  });
  expect(there.all('TimeActivity')).toEqual([made]);
});

test('the same hours entered by hand are a conflict, not sent a second time', async () => {
  await match();
  const [employee] = there.all('Employee');
  const project = there.all('Customer').find(({ IsProject }) => IsProject);
  const [item] = there.all('Item');
  there.write({
    TxnDate: '2026-10-05',
    NameOf: 'Employee',
    EmployeeRef: { value: employee?.Id },
    CustomerRef: { value: project?.Id },
    ItemRef: { value: item?.Id },
    Hours: 7,
    Minutes: 45,
    BillableStatus: 'NotBillable',
  });
  await workDay();
  await accounting.loop.drain();
  expect((await stage.activities())[0]).toMatchObject({ conflict: 'exists' });
  expect(there.all('TimeActivity')).toHaveLength(1);
});

test('what a lost database had sent is found by its marker', async () => {
  await match();
  await workDay();
  await accounting.loop.drain();
  // Restored from before the answer was noted; the request ids are forgotten on the other side too.
  await sql`update accounting_activities set external_id = null, sync_token = null, sent_content = null, sent_hash = null`;
  await accounting.loop.drain();
  expect(await states()).toEqual(['sent']);
  expect(there.all('TimeActivity')).toHaveLength(1);
});

test('an access token that ended is refreshed, and the new refresh token is stored', async () => {
  await match();
  intuit.oauth.nowMs = () => Date.now() + 2 * 3_600_000;
  await workDay();
  await accounting.loop.drain();
  expect(await states()).toEqual(['sent']);
  expect(intuit.oauth.refreshes).toBe(1);
  // Each one is good for one refresh.
  intuit.oauth.nowMs = () => Date.now() + 4 * 3_600_000;
  const { system, session } = accounting;
  await expect(system.test(await session(id))).resolves.toMatchObject({
    company_name: 'Sandbox Builders',
  });
  expect(intuit.oauth.refreshes).toBe(2);
});

test('two servers that refresh at once end with one token that works', async () => {
  intuit.oauth.grace = false;
  intuit.oauth.nowMs = () => Date.now() + 2 * 3_600_000;
  const other = openAccounting({ sql, gateway: intuit.url, sealKey });
  const sessions = await Promise.all([accounting.session(id), other.session(id)]);
  const [one, two] = await Promise.all([
    accounting.system.test(sessions[0]),
    other.system.test(sessions[1]),
  ]);
  expect(one).toEqual(two);
  expect(intuit.oauth.refreshes).toBe(1);
  await other.loop.stop();
});

test('a refresh whose answer is lost is repeated; where that is too late an owner signs in again', async () => {
  await accounting.loop.drain();
  intuit.oauth.nowMs = () => Date.now() + 2 * 3_600_000;
  let isLost = true;
  intuit.behaveAtToken = () => {
    const behavior = isLost ? 'save and hang up' : 'answer';
    isLost = false;
    return behavior;
  };
  await expect(accounting.system.test(await accounting.session(id))).rejects.toMatchObject({
    failure: 'unreachable',
  });
  await expect(accounting.system.test(await accounting.session(id))).resolves.toBeTruthy();

  intuit.oauth.grace = false;
  intuit.oauth.nowMs = () => Date.now() + 4 * 3_600_000;
  isLost = true;
  await sql`update accounting_connections set lists_wanted = true`;
  await accounting.loop.drain();
  expect(await connection()).toMatchObject({ state: 'connected', problem: 'unreachable' });
  await waited();
  expect(await connection()).toMatchObject({ state: 'sign_in_needed', problem: 'sign_in_needed' });
  const told =
    await sql`select employee_id from notifications where company_id = ${stage.us.id} and event = 'accounting_sign_in'`;
  expect(told.map((row) => row['employee_id'])).toEqual([stage.us.owner.employeeId]);
});

test('somebody disconnected the app there: nothing is sent until an owner signs in again', async () => {
  await match();
  intuit.oauth.end('9130357742');
  await workDay();
  await accounting.loop.drain();
  expect(await connection()).toMatchObject({ state: 'sign_in_needed' });
  const asked = intuit.asked.length;
  await waited();
  expect(intuit.asked).toHaveLength(asked);
  expect(there.all('TimeActivity')).toEqual([]);
});

test('development keys at a real company are refused in words', async () => {
  const production = openAccounting({ sql, gateway: intuit.url, sealKey });
  const session = await production.session(id);
  const real = { ...session, connection: { ...session.connection, environment: 'production' } };
  await expect(production.system.test(real as typeof session)).rejects.toMatchObject({
    failure: 'refused',
    code: 'wrong_environment',
  });
});

test('secrets are sealed in the database, and revoked when somebody disconnects', async () => {
  const { session, system } = accounting;
  const stored = JSON.stringify(await sql`select * from private.accounting_secrets`);
  expect(stored).toContain('sealed1.');
  expect(stored).not.toContain('a-secret-that-no-log-shows');
  const before = await session(id);
  await system.revoke?.(before);
  await expect(system.test(await session(id))).rejects.toMatchObject({
    failure: 'sign_in_needed',
  });
});
