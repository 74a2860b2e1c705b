import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderMail } from '../../server/mail/render-mail.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { as, type Company, makeCompany, type Person } from './world.ts';

const TEMPLATES = path.join(import.meta.dirname, '..', 'templates');
const DEFINITION = {
  rows: ['day'],
  measures: ['hours'],
  start_date: '2026-01-01',
  end_date: '2026-01-31',
};

let db: TestDatabase;
let us: Company;

beforeAll(async () => {
  db = await createTestDatabase();
  us = await makeCompany(db.sql);
});
afterAll(() => db.drop());

const schedule = (who: Person, name: string, when: unknown) =>
  as(
    db.sql,
    who,
    (tx) => tx`insert into saved_reports (name, definition, schedule)
      values (${name}, ${tx.json(DEFINITION as never)}, ${tx.json(when as never)}) returning id`,
  );
/** Names of the reports that go out at this time in New York. */
async function sent(moment: string): Promise<string[]> {
  await db.sql`delete from mail.outbox`;
  await db.sql`select private.send_scheduled_reports(${moment})`;
  const rows =
    await db.sql`select data ->> 'report_name' as name from mail.outbox where template = 'scheduled_report' order by 1`;
  return rows.map((row) => row['name']);
}

test('goes out once on its days at its hour in the zone of whoever saved it', async () => {
  await schedule(us.manager, 'daily', { every: 'day', hour: 6 });
  await schedule(us.manager, 'mondays', { every: 'week', weekday: 1, hour: 7 });
  await schedule(us.employee, 'monthly', { every: 'month', day: 1, hour: 6 });
  expect(await sent('2026-01-12 05:59-05')).toEqual([]);
  expect(await sent('2026-01-12 06:00-05')).toEqual(['daily']);
  expect(await sent('2026-01-12 07:10-05')).toEqual(['mondays']);
  expect(await sent('2026-01-12 07:15-05')).toEqual([]);
  expect(await sent('2026-01-13 20:00-05')).toEqual([]);
  expect(await sent('2026-02-01 06:30-05')).toEqual(['daily', 'monthly']);
  const [mail] =
    await db.sql`select to_address from mail.outbox where data ->> 'report_name' = 'monthly'`;
  expect(mail).toMatchObject({ to_address: us.employee.email });
});

test('nobody who left gets one, and nonsense is refused', async () => {
  await schedule(us.colleague, 'left', { every: 'day', hour: 6 });
  await as(db.sql, us.owner, (tx) => tx`select deactivate_employee(${us.colleague.employeeId})`);
  expect(await sent('2026-03-03 06:10-05')).toEqual(['daily']);
  for (const when of [
    { every: 'year', hour: 6 },
    { every: 'week', hour: 6 },
    { every: 'day' },
    { every: 'day', hour: 24 },
    'day',
  ]) {
    await expect(schedule(us.owner, 'wrong', when)).rejects.toMatchObject({
      constraint: 'saved_reports_schedule_valid',
    });
  }
});

test('reads well in both languages and leads to the report', () => {
  for (const language of ['en', 'es']) {
    const siteUrl = 'https://time.example.com';
    const values = {
      first_name: 'Ana',
      report_name: 'Hours',
      report_id: 'r1',
      company_name: 'Summit',
      unsubscribe_token: 'abc',
      attached: true,
    };
    const mail = renderMail(TEMPLATES, {
      template: 'scheduled_report',
      language,
      values,
      appName: 'Chalkline',
      siteUrl,
    });
    expect(mail.links).toContain(`${siteUrl}/activity-reports?saved=r1`);
    expect(mail.unsubscribeUrl).toBe(`${siteUrl}/unsubscribe?token=abc`);
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain('{{');
  }
});
