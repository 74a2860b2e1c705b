import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as, makeCompany } from '../../../supabase/tests/world.ts';
import { DesktopStage } from '../../../testing/quickbooks-desktop/desktop-stage.ts';
import { serveDesktop } from '../../../testing/quickbooks-desktop/serve-app.ts';
import { Random } from '../../../testing/random.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { repeats } from '../../../testing/test-length.ts';
import { OWNER_ID } from './read-qbxml.ts';

const database = await createTestDatabase();
const { sql } = database;
const apps: FastifyInstance[] = [];
const urls: string[] = [];
let stage: DesktopStage;

/** Two servers of one database: sessions belong to neither. */
beforeAll(async () => {
  for (const { app, url } of await Promise.all([serveDesktop(sql), serveDesktop(sql)])) {
    urls.push(url);
    apps.push(app);
  }
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await database.drop();
});
beforeEach(async () => {
  await sql`truncate auth.rate_limits`.catch(() => undefined);
  stage = await new DesktopStage(sql, await makeCompany(sql), urls[0] ?? '').connect();
});

const first = '2026-01-05';
const dayAfter = (days: number) =>
  new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);

test('the first update connects the company and reads its lists', async () => {
  expect(await stage.connection()).toMatchObject({
    state: 'connected',
    company_name: 'Keller Drywall LLC',
    problem: null,
  });
  const records = await sql`select kind, count(*)::int from accounting_records
    where connection_id = ${stage.connectionId} group by kind order by kind`;
  expect(records).toEqual([
    { kind: 'customer', count: 1 },
    { kind: 'employee', count: 2 },
    { kind: 'item', count: 1 },
    { kind: 'payroll_item', count: 3 },
  ]);
  expect(await stage.update()).toMatchObject({ status: 'none' });
});

test('approved time goes with its payroll item; progress grows and ends with 100', async () => {
  await stage.work(first, 30, 10);
  const { status, progress } = await stage.update();
  expect(status).toBe('done');
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(progress.at(-1)).toBe(100);
  expect(progress.slice(0, -1).every((percent) => percent > 0 && percent < 100)).toBe(true);
  expect(stage.theirs()).toEqual(await stage.ours());
  expect(stage.theirs().filter((line) => line.includes('P-OT')).length).toBeGreaterThan(0);
  expect(await stage.update()).toMatchObject({ status: 'none' });
});

test('changes and deletions follow', async () => {
  await stage.work(first, 3);
  await stage.update();
  await stage.change(first, 90);
  await stage.change(dayAfter(1), 8 * 60);
  expect(await stage.update()).toMatchObject({ status: 'done' });
  expect(stage.theirs()).toEqual([`${first} E0 P-REG PT6H30M`, `${dayAfter(2)} E0 P-REG PT8H0M`]);
});

describe('interrupted', () => {
  const CALLS = [
    'serverVersion',
    'clientVersion',
    'authenticate',
    'sendRequestXML',
    'receiveResponseXML',
    'closeConnection',
  ];
  test('before or after any call: the next update goes on, nothing twice', async () => {
    const places = CALLS.flatMap((call) => [`before ${call}`, `after ${call}`]);
    for (const [index, place] of places.entries()) {
      await stage.work(dayAfter(index * 25), 22);
      let count = 0;
      const isInterrupted = (here: string) =>
        here === place && (count++ === 1 || !/XML/.test(place));
      expect(await stage.update({ isInterrupted })).toMatchObject({ status: 'interrupted' });
      await stage.waitForLease();
      expect((await stage.update()).status).toMatch(/done|none/);
      expect(stage.theirs()).toEqual(await stage.ours());
    }
    expect(await stage.states()).toEqual({ sent: stage.quickBooks.times.size });
  });

  test('while QuickBooks may still be writing nobody else begins', async () => {
    await stage.work(first, 5);
    const isWritten = () => stage.quickBooks.times.size > 0;
    await stage.update({
      isInterrupted: (place) => place === 'before receiveResponseXML' && isWritten(),
    });
    expect(stage.quickBooks.times.size).toBe(5);
    expect(await stage.update()).toMatchObject({ status: 'none' });
    const [lease] =
      await sql`select leased_until > clock_timestamp() + interval '5 minutes' as is_held
      from private.accounting_leases where connection_id = ${stage.connectionId}`;
    expect(lease).toEqual({ is_held: true });
    await stage.waitForLease();
    expect(await stage.update()).toMatchObject({ status: 'done' });
    expect(stage.quickBooks.times.size).toBe(5);
  });

  test(`hundreds of activities, any call lost at any time, on any server: equal on both sides, none twice`, async () => {
    const random = new Random(48);
    const days = repeats(300, 60);
    await stage.work(first, days, 9);
    await stage.work(first, days, 8, stage.us.colleague);
    let interruptions = 0;
    for (let round = 0; ; round++) {
      const result = await stage.update({
        url: urls[round % urls.length] ?? '',
        isInterrupted: () => {
          const isNow = random.chance(0.12);
          if (isNow) interruptions += 1;
          return isNow;
        },
      });
      await stage.waitForLease();
      if (round % 3 === 1) await stage.change(dayAfter(random.below(days)), round + 1);
      if (result.status === 'done' && round > days / 10) break;
    }
    await stage.waitForLease();
    await stage.update();
    expect(interruptions).toBeGreaterThan(3);
    expect(stage.theirs()).toEqual(await stage.ours());
    const { sent = 0, deleted = 0, ...others } = await stage.states();
    expect(others).toEqual({});
    expect(sent).toBe(stage.quickBooks.times.size);
    expect(sent + deleted).toBeGreaterThan(days);
  });
});

test('two Web Connectors at once: one works, the other one has nothing to do', async () => {
  await stage.work(first, 45);
  const results = await Promise.all(urls.map((url) => stage.update({ url })));
  expect(results.map(({ status }) => status).sort()).toEqual(['done', 'none']);
  expect(stage.theirs()).toEqual(await stage.ours());
});

test('another company file is not written to until an owner accepts it', async () => {
  await stage.work(first, 2);
  stage.quickBooks.companyName = 'Sample Company';
  expect(await stage.update()).toMatchObject({
    status: 'failed',
    lastError: 'wrong_company: Sample Company',
  });
  expect(stage.quickBooks.times.size).toBe(0);
  expect(await stage.connection()).toMatchObject({ problem: 'desktop_wrong_company' });
  const accept = (name: string) =>
    as(
      sql,
      stage.us.owner,
      (tx) => tx`select accept_desktop_company(${stage.connectionId}, ${name})`,
    );
  await expect(accept('Another')).rejects.toMatchObject({ hint: 'desktop_company_unknown' });
  await accept('Sample Company');
  expect(await stage.update()).toMatchObject({ status: 'done' });
  expect(stage.quickBooks.times.size).toBe(2);
  expect(await stage.connection()).toMatchObject({ problem: null, company_name: 'Sample Company' });
});

describe('a company file is known by its mark as well', () => {
  const mark = (fileId: string) => [{ ownerId: OWNER_ID.toUpperCase(), fileId }];
  const refused = async () => {
    expect(await stage.update()).toMatchObject({
      status: 'failed',
      lastError: `wrong_file: ${stage.quickBooks.companyName}`,
    });
    expect(stage.quickBooks.times.size).toBe(1);
    expect(await stage.connection()).toMatchObject({ problem: 'desktop_wrong_file' });
  };
  beforeEach(async () => {
    await stage.work(first, 1);
    stage.quickBooks.marks = mark(stage.fileId.toUpperCase());
    expect(await stage.update()).toMatchObject({ status: 'done' });
    await stage.work(dayAfter(1), 2);
  });

  test('another one with the same name and no mark, or that of somebody else, gets nothing', async () => {
    stage.quickBooks.marks = [];
    await refused();
    stage.quickBooks.marks = mark(randomUUID());
    await refused();
    // That of another application says nothing.
    stage.quickBooks.marks = [{ ownerId: randomUUID(), fileId: stage.fileId }];
    await refused();
    stage.quickBooks.marks = mark(stage.fileId);
    expect(await stage.update()).toMatchObject({ status: 'done' });
    expect(stage.quickBooks.times.size).toBe(3);
  });

  test('what an owner accepts is that file and no other', async () => {
    const other = randomUUID();
    stage.quickBooks.marks = mark(other);
    await refused();
    await as(
      sql,
      stage.us.owner,
      (tx) =>
        tx`select accept_desktop_company(${stage.connectionId}, ${stage.quickBooks.companyName})`,
    );
    expect(await stage.update()).toMatchObject({ status: 'done' });
    expect(stage.quickBooks.times.size).toBe(3);
    await stage.work(dayAfter(3), 1);
    stage.quickBooks.marks = mark(stage.fileId);
    expect(await stage.update()).toMatchObject({ status: 'failed' });
  });

  test('the mark is the one of the file that people download', async () => {
    const source = await readFile('src/features/accounting/set-up/web-connector-file.ts', 'utf8');
    expect(source).toContain(`'{${OWNER_ID}}'`);
  });
});

describe('long lists come in parts', () => {
  const names = async (kind: string) =>
    (
      await sql`select name from accounting_records
        where connection_id = ${stage.connectionId} and kind = ${kind} and active order by name`
    ).map((row) => row['name'] as string);
  const customers = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `C${at + 1}`, name: `Customer ${at + 1}` }));
  const readAgain = () => sql`update accounting_connections set lists_wanted = true`;

  test('all of them arrive, what is gone is noticed at the end, and vendors end with other names', async () => {
    stage.quickBooks.list('Customer', customers(1_234));
    stage.quickBooks.list(
      'Vendor',
      Array.from({ length: 700 }, (_, at) => ({ id: `V${at}`, name: `Vendor ${at}` })),
    );
    stage.quickBooks.list('OtherName', [{ id: 'O1', name: 'Temp' }]);
    await readAgain();
    expect(await stage.update()).toMatchObject({ status: 'done' });
    expect(await names('customer')).toHaveLength(1_234);
    expect(await names('vendor')).toHaveLength(701);
    expect(stage.quickBooks.seen.filter((name) => name === 'CustomerQuery')).toHaveLength(4);

    stage.quickBooks.list('Customer', customers(1_233));
    await readAgain();
    await stage.update();
    expect(await names('customer')).toHaveLength(1_233);
    expect(await names('vendor')).toHaveLength(701);
  });

  test('a part whose answer was lost is not skipped: the list begins anew', async () => {
    stage.quickBooks.list('Customer', customers(1_100));
    await readAgain();
    let answers = 0;
    await stage.update({
      isInterrupted: (place) => {
        if (place === 'before receiveResponseXML') answers += 1;
        return answers === 5;
      },
    });
    await stage.waitForLease();
    await readAgain();
    expect(await stage.update()).toMatchObject({ status: 'done' });
    expect(await names('customer')).toHaveLength(1_100);
  });
});

test.each([
  ['0x80040422', 'desktop_single_user'],
  ['80040418', 'desktop_permission'],
  ['0x80040408', 'desktop_not_open'],
  ['0x12345678', 'desktop_not_reachable'],
])('QuickBooks that cannot be opened (%s) is said: %s', async (hresult, problem) => {
  await stage.work(first, 1);
  const result = await stage.update({ openError: { hresult, message: 'Why' } });
  expect(result).toMatchObject({ status: 'failed', lastError: expect.stringContaining('Why') });
  expect(await stage.connection()).toMatchObject({ problem });
  expect(await stage.update()).toMatchObject({ status: 'done' });
  expect(await stage.connection()).toMatchObject({ problem: null });
});

test('without permission nothing is lost; with it everything goes', async () => {
  await stage.work(first, 3);
  stage.quickBooks.refuse = (request) =>
    request === 'TimeTrackingAdd' ? [3260, 'Insufficient permission level'] : undefined;
  expect(await stage.update()).toMatchObject({ status: 'failed' });
  expect(await stage.connection()).toMatchObject({ problem: 'desktop_permission' });
  stage.quickBooks.refuse = () => undefined;
  await sql`update accounting_activities set next_attempt_at = null where connection_id = ${stage.connectionId}`;
  expect(await stage.update()).toMatchObject({ status: 'done' });
  expect(stage.quickBooks.times.size).toBe(3);
});

test('one that QuickBooks refuses is listed and stops no other', async () => {
  await stage.work(first, 3);
  stage.quickBooks.refuse = (request, fields) =>
    request === 'TimeTrackingAdd' && fields.get('TxnDate') === dayAfter(1)
      ? [3171, 'On or before the closing date']
      : undefined;
  expect(await stage.update()).toMatchObject({ status: 'done' });
  expect(await stage.states()).toEqual({ problem: 1, sent: 2 });
});

test('a message that cannot be read is listed, not sent for ever', async () => {
  await stage.work(first, 2);
  stage.quickBooks.process = () => ({ hresult: '0x80040400', message: 'parsing error' });
  expect(await stage.update()).toMatchObject({ status: 'failed' });
  expect(await stage.states()).toEqual({ problem: 2 });
});

test('what somebody changes or deletes there is noticed with the lists, though nothing changed here', async () => {
  await stage.work(first, 4);
  await stage.update();
  const [edited = '', gone = '', noted = '', billed = ''] = stage.quickBooks.times.keys();
  stage.quickBooks.edit(edited, { Duration: 'PT1H0M' });
  stage.quickBooks.remove(gone);
  stage.quickBooks.edit(noted, { Notes: 'Overtime was agreed' });
  stage.quickBooks.edit(billed, { BillableStatus: 'HasBeenBilled' });
  const conflicts = async () =>
    (
      await sql`select conflict from accounting_activities where connection_id = ${stage.connectionId}
        and conflict is not null order by work_date`
    ).map((row) => row['conflict']);
  await sql`update accounting_connections set lists_wanted = true`;
  expect(await stage.update()).toMatchObject({ status: 'done' });
  expect(await conflicts()).toEqual(['edited', 'gone']);
  expect(stage.quickBooks.seen.slice(-2)).toEqual(['TimeTrackingQuery', 'TxnDeletedQuery']);
  expect(stage.quickBooks.times.size).toBe(3);
});

test('a QuickBooks that does not know what was deleted there still gets time', async () => {
  await stage.work(first, 1);
  await sql`update accounting_connections set lists_wanted = true`;
  const { quickBooks } = stage;
  const process = quickBooks.process.bind(quickBooks);
  quickBooks.process = (qbxml) =>
    qbxml.includes('TxnDeletedQueryRq')
      ? { hresult: '0x80040400', message: 'parsing error' }
      : process(qbxml);
  expect(await stage.update()).toMatchObject({ status: 'failed' });
  expect(await stage.update()).toMatchObject({ status: 'done' });
  expect(quickBooks.times.size).toBe(1);
});

test('what was edited there is a conflict', async () => {
  await stage.work(first, 1);
  await stage.update();
  stage.quickBooks.edit([...stage.quickBooks.times.keys()][0] ?? '', { Duration: 'PT1H0M' });
  await stage.change(first, 60);
  await stage.update();
  expect(await stage.states()).toEqual({ conflict: 1 });
  expect(stage.theirs()).toEqual([`${first} E0 P-REG PT1H0M`]);
});

describe('the door', () => {
  test('a wrong password, an old one, and a disconnected company: not a valid user', async () => {
    expect(await stage.update({ password: 'wrong' })).toMatchObject({ status: 'nvu' });
    const old = stage.password;
    await stage.renewPassword();
    expect(await stage.update({ password: old })).toMatchObject({ status: 'nvu' });
    await as(
      sql,
      stage.us.owner,
      (tx) => tx`select set_accounting_state(${stage.connectionId}, 'paused')`,
    );
    expect(await stage.update()).toMatchObject({ status: 'none' });
    await as(
      sql,
      stage.us.owner,
      (tx) => tx`select set_accounting_state(${stage.connectionId}, 'disconnected')`,
    );
    expect(await stage.update()).toMatchObject({ status: 'nvu' });
  });

  test('a new password ends the session of the old one', async () => {
    await stage.work(first, 5);
    const result = await stage.update({
      isInterrupted: (place) => place === 'before receiveResponseXML',
    });
    expect(result.status).toBe('interrupted');
    await stage.renewPassword();
    await stage.waitForLease();
    expect(await stage.update()).toMatchObject({ status: 'done' });
    expect(stage.quickBooks.times.size).toBe(5);
  });

  test('guesses are limited', async () => {
    const guess = () => stage.update({ password: 'guess' }).then(({ status }) => status, String);
    const answers = [];
    for (let count = 0; count < 25; count++) answers.push(await guess());
    expect(answers[0]).toBe('nvu');
    expect(answers.at(-1)).toContain('429');
  });

  test('what is no SOAP, too large or too slow is refused', async () => {
    const [url = ''] = urls;
    const post = (body: string) =>
      fetch(url, { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
    const bomb = await post('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>');
    expect([bomb.status, await bomb.text()]).toEqual([500, expect.stringContaining('soap:Client')]);
    expect((await post(`<a>${'x'.repeat(17 * 1024 * 1024)}</a>`)).status).toBe(413);
    const slow = fetch(url, {
      method: 'POST',
      body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('<a>')) }),
      duplex: 'half',
    } as RequestInit);
    await expect(slow).rejects.toThrow();
    const wsdl = await fetch(url);
    expect([wsdl.status, await wsdl.text()]).toEqual([
      200,
      expect.stringContaining('QBWebConnectorSvc'),
    ]);
  });
});
