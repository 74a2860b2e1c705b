import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renderMail } from '../../server/mail/render-mail.ts';
import { as, openCompany, type Person } from './world.ts';

const TEMPLATES = path.join(import.meta.dirname, '..', 'templates');
const DEFINITION = {
  rows: ['day'],
  measures: ['hours'],
  start_date: '2026-01-01',
  end_date: '2026-01-31',
};

const { db, us } = await openCompany();

const save = async (who: Person, name: string, when: unknown, recipients: string[] = []) =>
  (
    await as(
      db.sql,
      who,
      (tx) => tx`insert into saved_reports (name, definition, schedule, recipients)
        values (${name}, ${tx.json(DEFINITION as never)}, ${tx.json(when as never)}, ${recipients}) returning id`,
    )
  )[0]?.['id'] as string;
/** Saved long before. */
const schedule = async (who: Person, name: string, when: unknown, recipients: string[] = []) => {
  const id = await save(who, name, when, recipients);
  await db.sql`update saved_reports set scheduled_at = '2025-01-01' where id = ${id}`;
  return id;
};
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

test('saved after its hour, it begins the next time; another hour begins anew', async () => {
  const at = (time: string) =>
    db.sql`update saved_reports set scheduled_at = ${time} where id = ${id}`;
  const id = await save(us.owner, 'late', { every: 'week', weekday: 1, hour: 6 });
  await at('2026-04-06 12:22-04');
  expect(await sent('2026-04-06 12:25-04')).not.toContain('late');
  expect(await sent('2026-04-13 06:05-04')).toContain('late');
  const rename = () =>
    as(db.sql, us.owner, (tx) => tx`update saved_reports set name = 'later' where id = ${id}`);
  const reschedule = (when: object) =>
    as(
      db.sql,
      us.owner,
      (tx) => tx`update saved_reports set schedule = ${tx.json(when as never)} where id = ${id}`,
    );
  const since = async () =>
    (await db.sql`select scheduled_at from saved_reports where id = ${id}`)[0]?.['scheduled_at'];
  await at('2026-04-06 12:22-04');
  await rename();
  await reschedule({ every: 'week', weekday: 1, hour: 6, file: 'pdf' });
  expect(await since()).toEqual(new Date('2026-04-06T16:22:00Z'));
  await reschedule({ every: 'week', weekday: 1, hour: 7 });
  expect((await since()).getTime()).toBeGreaterThan(Date.parse('2026-04-07'));
  await db.sql`delete from saved_reports where id = ${id}`;
});

test('goes to further people, each as theirs, until they are taken off', async () => {
  const { foreman, employee, manager } = us;
  const when = { every: 'day', hour: 9, file: 'csv' };
  const id = await schedule(manager, 'team', when, [foreman.employeeId, employee.employeeId]);
  const mails = async (moment: string) => {
    await db.sql`delete from mail.outbox`;
    await db.sql`select private.send_scheduled_reports(${moment})`;
    return db.sql`select to_address, data ->> 'unsubscribe_token' as token, attachment ->> 'user_id' as user_id
      from mail.outbox where data ->> 'report_name' = 'team' order by to_address`;
  };
  const out = await mails('2026-05-05 09:05-04');
  expect(out.map((row) => row['to_address'])).toEqual(
    [manager.email, foreman.email, employee.email].sort(),
  );
  expect(new Set(out.map((row) => row['user_id'])).size).toBe(3);
  const mine = (who: Person) => as(db.sql, who, (tx) => tx`select * from scheduled_report(${id})`);
  for (const who of [manager, foreman, employee]) expect(await mine(who)).toHaveLength(1);
  expect(await mine(us.owner)).toHaveLength(0);
  expect(
    await as(db.sql, employee, (tx) => tx`select from saved_reports where id = ${id}`),
  ).toHaveLength(1);

  // The link in a copy takes one person off; the others and the report stay.
  const token = out.find((row) => row['to_address'] === employee.email)?.['token'] as string;
  expect(await db.sql`select unsubscribe(${token}) as kind`).toEqual([{ kind: 'report' }]);
  expect(await mails('2026-05-06 09:05-04')).toHaveLength(2);
  expect(await mine(employee)).toHaveLength(0);

  // Nobody puts others on a list but managers, and only people of the company.
  await expect(save(employee, 'spam', when, [manager.employeeId])).rejects.toMatchObject({
    hint: 'managers_only',
  });
  await expect(save(manager, 'spam', when, [randomUUID()])).rejects.toMatchObject({
    hint: 'recipient_unknown',
  });
  await db.sql`delete from saved_reports where id = ${id}`;
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
