import { beforeEach, expect, test } from 'vitest';
import {
  addTime,
  as,
  type Company,
  hoursAgo,
  makeCompany,
  openDatabase,
  type Person,
} from './world.ts';

const db = await openDatabase();
let us: Company;
beforeEach(async () => {
  us = await makeCompany(db.sql);
});

const bellOf = async (person: Person, event: string) => {
  const rows = await as(
    db.sql,
    person,
    (tx) => tx`select template, path, data from notifications where event = ${event}`,
  );
  return rows.map((row) => ({ ...row }));
};
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

test('who changes the time of somebody else has them notified, of the last state only', async () => {
  const id = await addTime(db.sql, us.employee, hoursAgo(6), hoursAgo(2), {
    project_id: us.project,
  });
  const stop = (at: Date, who = us.manager) =>
    as(db.sql, who, (tx) => tx`update time_entries set clock_out = ${at} where id = ${id}`);
  const send = async (minutes: number) =>
    (await db.sql`select private.notify_of_time_edits(${inMinutes(minutes)}) as people`)[0]?.[
      'people'
    ];
  const before = (await db.sql`select clock_out from time_entries where id = ${id}`)[0]?.[
    'clock_out'
  ];
  await stop(hoursAgo(1));
  await stop(before);
  expect(await send(6)).toBe('0');
  await stop(hoursAgo(1));
  expect(await send(4)).toBe('0');
  expect(await Promise.all([send(6), send(6)])).toEqual(expect.arrayContaining(['1', '0']));
  expect(await bellOf(us.employee, 'time_edited')).toMatchObject([
    { data: { person: 'manager Example', change: expect.stringContaining(' → ') } },
  ]);
  // What the worker does, and what the server does, is no news to the worker.
  await stop(hoursAgo(1.5), us.employee);
  await db.sql`update time_entries set clock_out = ${hoursAgo(1.2)} where id = ${id}`;
  expect(await send(6)).toBe('0');
});

test('overtime that is about to start is said to the worker and to whoever leads them, once', async () => {
  await as(db.sql, us.owner, (tx) => tx`select set_overtime_policy('CA', '2020-01-01')`);
  const [crew] = await as(
    db.sql,
    us.owner,
    (tx) =>
      tx`insert into crews (name, foreman_id) values ('A', ${us.foreman.employeeId}) returning id`,
  );
  await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
    values (${us.id}, ${crew?.['id']}, ${us.employee.employeeId}, '2020-01-01')`;
  // Begun on this workday wherever the test runs: the zone in which it is noon.
  const hour = new Date().getUTCHours();
  const zone = `Etc/GMT${hour >= 12 ? '+' : '-'}${Math.abs(hour - 12)}`;
  await db.sql`update companies set time_zone = ${zone} where id = ${us.id}`;
  await addTime(db.sql, us.employee, hoursAgo(7.75), null, { project_id: us.project });
  await addTime(db.sql, us.colleague, hoursAgo(5), null, { project_id: us.project });
  const warn = () => db.sql`select private.warn_of_overtime(now())`;
  await warn();
  await warn();
  expect(await bellOf(us.employee, 'overtime_soon')).toMatchObject([
    { template: 'own_overtime_soon' },
  ]);
  expect(await bellOf(us.foreman, 'overtime_soon')).toMatchObject([
    { template: 'overtime_soon', data: { person: 'employee Example' } },
  ]);
  expect(await bellOf(us.colleague, 'overtime_soon')).toEqual([]);
  expect(await bellOf(us.manager, 'overtime_soon')).toEqual([]);
});

test('time that waits for approval after a period is said to managers, once, where time is approved', async () => {
  await db.sql`update companies set pay_period_kind = 'weekly', pay_period_anchor = '2026-01-05' where id = ${us.id}`;
  for (const day of ['2026-01-06', '2026-01-07']) {
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out)
      values (${us.id}, ${us.employee.employeeId}, ${`${day} 08:00-05`}, ${`${day} 12:00-05`})`;
  }
  const ask = () => db.sql`select private.ask_for_approval('2026-01-12 09:00-05')`;
  await ask();
  expect(await bellOf(us.manager, 'approval_needed')).toEqual([]);
  await as(
    db.sql,
    us.manager,
    (tx) => tx`select approve_time(${us.employee.employeeId}, '2026-01-06', '2026-01-06')`,
  );
  await ask();
  await ask();
  expect(await bellOf(us.manager, 'approval_needed')).toMatchObject([
    { data: { entries: 1, people: 1, start_date: '2026-01-05' } },
  ]);
  expect(await bellOf(us.foreman, 'approval_needed')).toEqual([]);
});

test('a certificate that expires is said to its owner and to managers, a renewed one to nobody', async () => {
  const [type] =
    await db.sql`insert into certification_types (company_id, name) values (${us.id}, 'OSHA 10') returning id`;
  const certify = (person: Person, until: string) =>
    db.sql`insert into certifications (company_id, employee_id, type_id, expires_on)
      values (${us.id}, ${person.employeeId}, ${type?.['id']}, ${until})`;
  await certify(us.employee, '2026-01-19');
  await certify(us.colleague, '2026-01-19');
  await certify(us.colleague, '2028-01-19');
  const warn = (moment: string) => db.sql`select private.warn_of_certificates(${moment})`;
  await warn('2026-01-11 08:00-05');
  expect(await bellOf(us.employee, 'certificate_expiring')).toEqual([]);
  await warn('2026-01-12 08:00-05');
  await warn('2026-01-12 08:05-05');
  expect(await bellOf(us.employee, 'certificate_expiring')).toMatchObject([
    { data: { certificate: 'OSHA 10', day: '01/19/2026' } },
  ]);
  expect(await bellOf(us.manager, 'certificate_expiring')).toMatchObject([
    {
      template: 'certificates_expiring',
      data: { names: 'employee Example: OSHA 10 (01/19/2026)' },
    },
  ]);
  expect(await bellOf(us.colleague, 'certificate_expiring')).toEqual([]);
});

test('decided time off and a shift that began without them reach the person', async () => {
  const [type] =
    await db.sql`insert into time_off_types (company_id, name, pay_code, paid) values (${us.id}, 'Vacation', 'PTO', false) returning id`;
  const [request] = await as(
    db.sql,
    us.employee,
    (tx) => tx`select * from request_time_off(${type?.['id']}, '2027-03-01', '2027-03-02', 8)`,
  );
  await as(
    db.sql,
    us.manager,
    (tx) => tx`select decide_time_off(${request?.['id']}, false, 'We need you')`,
  );
  expect(await bellOf(us.employee, 'time_off_decided')).toMatchObject([
    { template: 'time_off_declined', data: { type: 'Vacation', note: 'We need you' } },
  ]);
  await as(
    db.sql,
    us.manager,
    (tx) => tx`insert into shifts (employee_id, project_id, starts_at, ends_at)
      values (${us.employee.employeeId}, ${us.project}, ${inMinutes(5)}, ${inMinutes(480)})`,
  );
  await as(
    db.sql,
    us.manager,
    (tx) => tx`select publish_shifts(current_date - 1, current_date + 1)`,
  );
  await db.sql`select private.send_shift_messages(${inMinutes(2)})`;
  expect(await bellOf(us.employee, 'shift_published')).toMatchObject([
    { path: '/scheduling', data: { count: 1, lines: expect.stringContaining('Harbor Point') } },
  ]);
  await db.sql`select private.notify_of_late_start(${inMinutes(25)})`;
  await db.sql`select private.notify_of_late_start(${inMinutes(26)})`;
  expect(await bellOf(us.employee, 'not_clocked_in')).toHaveLength(1);
  expect(await bellOf(us.manager, 'person_late')).toHaveLength(1);
});
