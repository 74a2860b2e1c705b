import { beforeEach, describe, expect, test } from 'vitest';
import { as, type Company, makeCompany, openDatabase, type Person } from './world.ts';

const db = await openDatabase();
let us: Company;
beforeEach(async () => {
  us = await makeCompany(db.sql);
  await db.sql`delete from mail.outbox`;
});

/** Four hours at noon of a day, New York time. */
const work = (person: Person, day: string) =>
  db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id)
    values (${us.id}, ${person.employeeId}, ${`${day} 08:00-05`}, ${`${day} 12:00-05`}, ${us.project})`;
const mails = (template: string) => db.sql`select to_address as to, data from mail.outbox
  where template = ${template} order by to_address`;
const send = (moment: string) => db.sql`select private.send_notifications(${moment})`;
const waiting = (person: Person) =>
  as(db.sql, person, (tx) => tx`select * from waiting_timesheets()`);
const dispute = (person: Person, start: string, end: string) =>
  as(
    db.sql,
    person,
    (tx) =>
      tx`select dispute_timesheet(${start}, ${end}, 'Friday is missing', 'Not right.', 'en', '1')`,
  );

describe('a timesheet that waits', () => {
  test('is mailed once, from the morning after the period, to who worked and has not answered', async () => {
    await work(us.employee, '2026-01-07');
    await work(us.colleague, '2026-01-07');
    await work(us.manager, '2026-01-07');
    await as(
      db.sql,
      us.colleague,
      (tx) =>
        tx`select sign_timesheet('2026-01-04', '2026-01-10', 'C. Olleague', 'Right.', 'en', '1')`,
    );
    await send('2026-01-10 15:00-05');
    await send('2026-01-11 08:00-05');
    expect(await mails('timesheet_waiting')).toEqual([]);
    await send('2026-01-11 09:30-05');
    await send('2026-01-12 09:30-05');
    expect(await mails('timesheet_waiting')).toMatchObject([
      {
        to: us.employee.email,
        data: { start_date: '2026-01-04', hours: '4 h', last_day: '01/10/2026' },
      },
    ]);
  });

  test('is not asked for long after, nor from who wants no reminders', async () => {
    await work(us.employee, '2026-01-07');
    await send('2026-01-15 09:30-05');
    await as(db.sql, us.employee, (tx) => tx`update preferences set notify_time_reminders = false`);
    await send('2026-01-11 09:30-05');
    expect(await mails('timesheet_waiting')).toEqual([]);
  });

  test('shows to its worker until it is answered, and again when the time changes', async () => {
    const [period] = await db.sql`select start_date::text as start, end_date::text as end
      from private.pay_periods_back(${us.id}, private.company_today(${us.id}), 2) order by start_date limit 1`;
    const { start, end } = period as unknown as { start: string; end: string };
    expect(await waiting(us.employee)).toEqual([]);
    await work(us.employee, start);
    await work(us.manager, start);
    expect(await waiting(us.employee)).toMatchObject([{ seconds: '14400' }]);
    expect(await waiting(us.manager)).toEqual([]);
    expect(await waiting(us.colleague)).toEqual([]);
    await as(
      db.sql,
      us.employee,
      (tx) => tx`select sign_timesheet(${start}, ${end}, 'E. Mployee', 'Right.', 'en', '1')`,
    );
    expect(await waiting(us.employee)).toEqual([]);
    await work(us.employee, end);
    expect(await waiting(us.employee)).toMatchObject([{ seconds: '28800' }]);
  });

  test('is nobody else’s: a visitor and a deactivated employee are refused', async () => {
    await expect(
      as(db.sql, 'anon', (tx) => tx`select * from waiting_timesheets()`),
    ).rejects.toMatchObject({
      code: '42501',
    });
    await expect(waiting(us.deactivated)).rejects.toMatchObject({ hint: 'no_employee' });
  });
});

describe('a dispute', () => {
  const needs = async (person: Person) => {
    const [row] = await as(db.sql, person, (tx) => tx`select dashboard() -> 'needs' as needs`);
    return row?.['needs'];
  };

  test('is mailed to managers with the words, and stands in what needs them until it is settled', async () => {
    const them = await makeCompany(db.sql);
    await work(us.employee, '2026-01-07');
    await dispute(us.employee, '2026-01-04', '2026-01-10');
    const told = await mails('timesheet_disputed');
    expect(told.map(({ to }) => to).sort()).toEqual([us.manager.email, us.owner.email].sort());
    expect(told[0]?.['data']).toMatchObject({
      note: 'Friday is missing',
      start_date: '2026-01-04',
      employee_id: us.employee.employeeId,
    });
    expect((await needs(us.manager)).disputes).toMatchObject([
      { employee_id: us.employee.employeeId, start_date: '2026-01-04', note: 'Friday is missing' },
    ]);
    expect((await needs(them.owner)).disputes).toEqual([]);
    expect(await needs(us.colleague)).toBeNull();
    await db.sql`update time_entries set clock_out = ${'2026-01-07 12:30-05'}
      where employee_id = ${us.employee.employeeId}`;
    expect((await needs(us.manager)).disputes).toEqual([]);
  });
});
