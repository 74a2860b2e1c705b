import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAttachments } from '../../scripts/build-attachments.ts';
import { readConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createLog } from '../../server/http/log.ts';
import { createAttachments } from '../../server/mail/attachments.ts';
import { MailDelivery } from '../../server/mail/mail-delivery.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { addTime, as, type Company, makeCompany, type Person } from './world.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const JANUARY = { start_date: '2026-01-01', end_date: '2026-01-31' };
const MORNING = '2026-02-02 06:10-05';

let db: TestDatabase;
let requests: ReturnType<typeof openDatabase>;
let mail: MailDelivery;
let us: Company;
let them: Company;

beforeAll(async () => {
  await buildAttachments();
  db = await createTestDatabase();
  requests = openDatabase(db.endpoint, db.endpoint, 2);
  const config = readConfig({}, ROOT);
  const log = createLog('silent');
  mail = new MailDelivery({
    sql: db.sql,
    config,
    log,
    links: async () => 'obsolete',
    attachments: createAttachments({ config, database: requests, log }),
    queueSeconds: async () => 0,
    siteUrl: () => 'https://time.example.com',
  });
  us = await makeCompany(db.sql);
  them = await makeCompany(db.sql, 'Other Builders');
  for (const [person, hours] of [
    [us.manager, 2],
    [us.employee, 8],
    [them.employee, 5],
  ] as const) {
    const start = new Date('2026-01-12T13:00:00Z');
    const end = new Date(start.getTime() + hours * 3_600_000);
    await addTime(db.sql, person, start, end, { project_id: null });
  }
});
afterAll(async () => {
  await mail.stop();
  await requests.close();
  await db.drop();
});

async function schedule(who: Person, name: string, file: string, more: object = {}) {
  const definition = {
    rows: ['employee'],
    measures: ['hours'],
    shape: { by: 'employee', period: 'custom' },
    ...JANUARY,
    ...more,
  };
  const [row] = await as(
    db.sql,
    who,
    (tx) => tx`insert into saved_reports (name, definition, schedule)
      values (${name}, ${tx.json(definition as never)}, ${tx.json({ every: 'day', hour: 6, file })}) returning id`,
  );
  // Saved long before the morning it is sent.
  await db.sql`update saved_reports set scheduled_at = '2025-01-01' where id = ${row?.['id']}`;
  return row?.['id'] as string;
}

const queue = (moment = MORNING) => db.sql`select private.send_scheduled_reports(${moment})`;

interface Captured {
  text: string;
  name: string | null;
  type: string | null;
  file: Buffer | null;
}
/** The mails of a report that were sent. */
async function sent(report: string): Promise<Captured[]> {
  await mail.drain();
  return [
    ...(await db.sql<
      Captured[]
    >`select text_body as text, file_name as name, file_type as type, file_content as file
      from mail.captured where text_body like ${`%saved=${report}%`} order by created_at`),
  ];
}

test('brings its file, made for whoever gets it', async () => {
  const csv = await schedule(us.manager, 'Hours', 'csv');
  const own = await schedule(us.employee, 'Mine', 'csv');
  const excel = await schedule(us.owner, 'Excel', 'xlsx');
  const pdf = await schedule(us.owner, 'Paper', 'pdf');
  await queue();
  const [first] = await sent(csv);
  expect(first).toMatchObject({
    name: 'hours_employee_2026-01-01_to_2026-01-31.csv',
    type: 'text/csv',
  });
  expect(String(first?.file)).toBe(
    'Employee,Hours\r\nemployee Example,8.00\r\nmanager Example,2.00\r\n',
  );
  expect(first?.text).toContain('The file is attached.');
  const [mine] = await sent(own);
  expect(String(mine?.file)).toBe('Employee,Hours\r\nemployee Example,8.00\r\n');
  const [sheet] = await sent(excel);
  const cells = strFromU8(
    unzipSync(sheet?.file ?? new Uint8Array())['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
  );
  expect(cells).toContain('<f>SUM(B2:B3)</f><v>10</v>');
  const [paper] = await sent(pdf);
  expect(paper?.type).toBe('application/pdf');
  expect(String(paper?.file?.subarray(0, 5))).toBe('%PDF-');
});

test('another company is neither in a file nor able to ask for one', async () => {
  const theirs = await schedule(them.owner, 'Theirs', 'csv', {
    filters: { employee: [us.employee.employeeId] },
  });
  await queue();
  const [captured] = await sent(theirs);
  expect(String(captured?.file)).toBe('Employee,Hours\r\n');
  const ours = await schedule(us.owner, 'Ours', 'csv');
  for (const who of [them.owner, us.manager]) {
    expect(await as(db.sql, who, (tx) => tx`select * from scheduled_report(${ours})`)).toHaveLength(
      0,
    );
    await expect(as(db.sql, who, (tx) => tx`select mail_report(${ours})`)).rejects.toMatchObject({
      hint: 'report_not_scheduled',
    });
  }
  for (const call of ['scheduled_report', 'mail_report']) {
    await expect(
      as(db.sql, 'anon', (tx) => tx.unsafe(`select ${call}('${ours}')`)),
    ).rejects.toMatchObject({ code: '42501' });
  }
});

test('whoever lost the role gets no cost and only their own hours', async () => {
  const cost = await schedule(us.manager, 'Cost', 'csv', { measures: ['cost'] });
  const hours = await schedule(us.manager, 'All hours', 'csv');
  await queue();
  // Queued while they were a manager, sent when they are not.
  await db.sql`update employees set role = 'employee' where id = ${us.manager.employeeId}`;
  const [refused] = await sent(cost);
  expect(refused?.file).toBeNull();
  expect(refused?.text).toContain('could not be attached');
  const [fewer] = await sent(hours);
  expect(String(fewer?.file)).toBe('Employee,Hours\r\nmanager Example,2.00\r\n');
});

test('whoever has a second factor gets the link, which asks for it', async () => {
  const report = await schedule(us.foreman, 'Factor', 'csv');
  await db.sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
    values (gen_random_uuid(), ${us.foreman.userId}, 'totp', 'verified', 'x', now(), now())`;
  await queue();
  const [captured] = await sent(report);
  expect(captured?.file).toBeNull();
  expect(captured?.text).toContain(`/activity-reports?saved=${report}`);
});

test('is stopped by the link of the mail, also for what is queued already', async () => {
  const report = await schedule(us.owner, 'Stopped', 'csv');
  const other = await schedule(us.owner, 'Kept', 'csv');
  await queue();
  const [first] = await sent(report);
  const token = /unsubscribe\?token=(\S+)/.exec(first?.text ?? '')?.[1] ?? '';
  await as(db.sql, us.owner, (tx) => tx`select mail_report(${report}), mail_report(${other})`);
  expect(await as(db.sql, 'anon', (tx) => tx`select unsubscribe(${token}) as kind`)).toEqual([
    { kind: 'report' },
  ]);
  expect(await sent(report)).toHaveLength(1);
  expect(await sent(other)).toHaveLength(2);
  await queue('2026-02-03 06:10-05');
  expect(await sent(report)).toHaveLength(1);
  expect(await sent(other)).toHaveLength(3);
});

test('is sent at once when asked for, once a minute', async () => {
  const report = await schedule(us.owner, 'Now', 'csv');
  const now = () => as(db.sql, us.owner, (tx) => tx`select mail_report(${report})`);
  await now();
  expect((await sent(report)).map(({ name }) => name)).toEqual([
    'hours_employee_2026-01-01_to_2026-01-31.csv',
  ]);
  await expect(now()).rejects.toMatchObject({ hint: 'report_just_sent' });
  await expect(schedule(us.owner, 'Wrong', 'doc')).rejects.toMatchObject({
    constraint: 'saved_reports_schedule_valid',
  });
});
