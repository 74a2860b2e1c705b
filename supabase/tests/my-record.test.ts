import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import {
  addTime,
  as,
  type Company,
  hire,
  makeCompany,
  openDatabase,
  type Person,
} from './world.ts';

const db = await openDatabase();
let us: Company;
let them: Company;
beforeEach(async () => {
  us = await makeCompany(db.sql);
  them = await makeCompany(db.sql);
});

interface Part {
  name: string;
  text: string;
}
interface RecordAnswer {
  about: { packet_id: string; kind: string; subject: { id: string }; made_by: string };
  parts: Part[];
  to_come: string[];
}

const record = async (
  who: Person | 'anon',
  employee: string | null = null,
  from = '2026-01-01',
  to = '2026-06-30',
): Promise<RecordAnswer> => {
  const [row] = await as(
    db.sql,
    who,
    (tx) => tx`select my_record(${from}, ${to}, ${employee}) as answer`,
  );
  return row?.['answer'] as RecordAnswer;
};
const partOf = ({ parts }: RecordAnswer, name: string) =>
  JSON.parse(parts.find((part) => part.name === name)?.text ?? 'null');

const work = (person: Person, day = '2026-03-09') =>
  addTime(db.sql, person, new Date(`${day}T13:00Z`), new Date(`${day}T21:00Z`), {
    project_id: us.project,
  });

test('has one’s own time, changes, signatures and pay, and nothing of anybody else', async () => {
  const entry = await work(us.employee);
  await work(us.colleague);
  await as(
    db.sql,
    us.employee,
    (tx) => tx`select sign_timesheet('2026-03-08', '2026-03-14', 'Sam Reed', 'Right.', 'en', '1')`,
  );
  await as(
    db.sql,
    us.manager,
    (tx) => tx`update time_entries set clock_out = '2026-03-09T20:30Z' where id = ${entry}`,
  );
  const answer = await record(us.employee);
  expect(answer.about).toMatchObject({
    kind: 'record',
    subject: { id: us.employee.employeeId },
  });
  const time = partOf(answer, 'data/time-2026.json');
  expect(time.time_entries).toMatchObject([{ id: entry, employee_id: us.employee.employeeId }]);
  expect(time.timesheet_signatures).toMatchObject([{ signed_name: 'Sam Reed' }]);
  expect(time.edits.some((edit: { action: string }) => edit.action === 'updated')).toBe(true);
  expect(time).not.toHaveProperty('pay_periods');
  expect(partOf(answer, 'data/pay-2026.json').lines).toMatchObject([{ minutes: 450 }]);
  expect(JSON.stringify(answer)).not.toContain(us.colleague.employeeId);
  expect(JSON.stringify(answer)).not.toContain(us.colleague.email);
  const packets = await db.sql`select kind, employee_id, created_by from evidence_packets
    where company_id = ${us.id}`;
  expect(packets).toEqual([
    { kind: 'record', employee_id: us.employee.employeeId, created_by: us.employee.userId },
  ]);
});

test('its history has proofs, and leaves out rates where the company hides them', async () => {
  await work(us.employee);
  const lines = async (packet: string) => {
    const [page] = await as(
      db.sql,
      us.employee,
      (tx) => tx`select packet_history(${packet}) ->> 'text' as text`,
    );
    return String(page?.['text']).trim().split('\n');
  };
  const shown = await record(us.employee, null, '2026-01-01', '2026-12-31');
  expect((await lines(shown.about.packet_id)).length).toBeGreaterThan(0);
  await as(db.sql, us.owner, (tx) => tx`update companies set own_rate_visible = false`);
  const hidden = await record(us.employee, null, '2026-01-01', '2026-12-31');
  const pay = partOf(hidden, 'data/pay-2026.json');
  expect(pay.lines).toMatchObject([{ minutes: 480, hourly_rate: null, total_cents: null }]);
  for (const list of ['pay_items', 'payroll_facts', 'restitutions'])
    expect(pay).not.toHaveProperty(list);
  expect((await lines(hidden.about.packet_id)).join('')).not.toContain('employee_rates');
});

test('a range of years comes in parts, to whoever asked alone', async () => {
  await work(us.employee);
  const answer = await record(us.employee, null, '2024-01-01', '2026-06-30');
  expect(answer.to_come).toContain('data/time-2026.json');
  const part = (who: Person, name = 'data/time-2026.json') =>
    as(db.sql, who, (tx) => tx`select packet_part(${answer.about.packet_id}, ${name}) as text`);
  expect(JSON.parse((await part(us.employee))[0]?.['text']).time_entries).toHaveLength(1);
  for (const who of [us.colleague, us.manager, us.owner, them.owner, us.deactivated])
    await expect(part(who)).rejects.toMatchObject({ hint: 'not_found' });
  await as(db.sql, us.owner, (tx) => tx`select deactivate_employee(${us.employee.employeeId})`);
  await as(db.sql, us.owner, (tx) => tx`update companies set leaver_access_months = 0`);
  await expect(part(us.employee)).rejects.toMatchObject({ hint: 'not_found' });
});

test('nobody gets the record of somebody else', async () => {
  for (const who of [us.colleague, us.foreman, us.manager, us.owner, them.owner])
    await expect(record(who, us.employee.employeeId)).rejects.toMatchObject({ hint: 'not_found' });
  await expect(record(us.employee, randomUUID())).rejects.toMatchObject({ hint: 'not_found' });
  await expect(record(us.deactivated, us.employee.employeeId)).rejects.toMatchObject({
    hint: 'not_found',
  });
  await expect(record('anon')).rejects.toMatchObject({ code: '42501' });
  await expect(record(us.employee, null, '2026-02-01', '2026-01-01')).rejects.toMatchObject({
    hint: 'invalid_date_range',
  });
  await expect(record(us.employee, null, '2010-01-01', '2026-01-01')).rejects.toMatchObject({
    hint: 'packet_range_too_long',
  });
  expect(await db.sql`select from evidence_packets where company_id = ${us.id}`).toEqual([]);
});

test('who left gets it too, with pay, photos and proofs, until the company’s time is over', async () => {
  const leaver = await hire(db.sql, us.owner, 'employee', 30);
  await work(leaver);
  const id = randomUUID();
  const path = `${us.id}/${us.project}/${id}.jpg`;
  await db.sql`insert into photos (company_id, id, project_id, employee_id, path, sha256, taken_at, uploaded_at)
    values (${us.id}, ${id}, ${us.project}, ${leaver.employeeId}, ${path}, ${'0'.repeat(64)}, '2026-03-09T15:00Z', now())`;
  await db.sql`insert into storage.objects (bucket_id, name) values ('photos', ${path})`;
  await as(db.sql, us.owner, (tx) => tx`select deactivate_employee(${leaver.employeeId})`);
  const files = (who: Person) =>
    as(db.sql, who, (tx) => tx`select name from storage.objects where bucket_id = 'photos'`);
  const answer = await record(leaver, leaver.employeeId);
  expect(partOf(answer, 'data/time-2026.json').photos).toMatchObject([{ path }]);
  expect(partOf(answer, 'data/pay-2026.json').lines).toMatchObject([
    { minutes: 480, total_cents: 24_000 },
  ]);
  expect(await files(leaver)).toEqual([{ name: path }]);
  const [page] = await as(
    db.sql,
    leaver,
    (tx) => tx`select packet_history(${answer.about.packet_id}) ->> 'text' as text`,
  );
  expect(page?.['text']).toContain('"position"');
  await expect(record(leaver)).rejects.toMatchObject({ hint: 'no_employee' });
  expect(await as(db.sql, leaver, (tx) => tx`select from time_entries`)).toEqual([]);
  await as(db.sql, us.owner, (tx) => tx`update companies set leaver_access_months = 0`);
  await expect(record(leaver, leaver.employeeId)).rejects.toMatchObject({ hint: 'not_found' });
  expect(await files(leaver)).toEqual([]);
});
