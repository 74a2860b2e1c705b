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
let leaver: Person;
beforeEach(async () => {
  us = await makeCompany(db.sql);
  leaver = await hire(db.sql, us.owner, 'employee', 30);
  await addTime(db.sql, leaver, new Date('2026-03-09T13:00Z'), new Date('2026-03-09T21:00Z'), {
    project_id: us.project,
  });
  await as(db.sql, us.owner, (tx) => tx`select deactivate_employee(${leaver.employeeId})`);
});

const time = (who: Person | 'anon', employee = leaver.employeeId) =>
  as(db.sql, who, (tx) => tx`select * from past_time(${employee}, '2026-03-01', '2026-03-31')`);
const pay = (who: Person, employee = leaver.employeeId) =>
  as(
    db.sql,
    who,
    (tx) =>
      tx`select pay_code, minutes, total_cents::int from past_pay(${employee}, '2026-03-01', '2026-03-31')`,
  );
const employments = (who: Person) =>
  as(db.sql, who, (tx) => tx`select employee_id, company_name from past_employments()`);

test('who left reads their own time and pay, and nothing else', async () => {
  expect(await employments(leaver)).toEqual([
    { employee_id: leaver.employeeId, company_name: 'Test Builders' },
  ]);
  expect(await time(leaver)).toMatchObject([{ project_name: 'Harbor Point', break_minutes: '0' }]);
  expect(await pay(leaver)).toEqual([{ pay_code: 'REG', minutes: 480, total_cents: 24_000 }]);
  expect(await as(db.sql, leaver, (tx) => tx`select from time_entries`)).toEqual([]);
  expect(await as(db.sql, leaver, (tx) => tx`select from projects`)).toEqual([]);
  expect(await time(leaver, us.colleague.employeeId)).toEqual([]);
  expect(await pay(leaver, us.colleague.employeeId)).toEqual([]);
});

test('nobody else reads it this way, not even those who are still there', async () => {
  for (const stranger of [us.colleague, us.owner, us.deactivated]) {
    expect(await time(stranger)).toEqual([]);
    expect(await pay(stranger)).toEqual([]);
  }
  await expect(time('anon')).rejects.toMatchObject({ code: '42501' });
  expect(await employments(us.employee)).toEqual([]);
});

test('it ends when the company says, and amounts stay hidden where rates are', async () => {
  await as(db.sql, us.owner, (tx) => tx`update companies set own_rate_visible = false`);
  expect(await pay(leaver)).toEqual([{ pay_code: 'REG', minutes: 480, total_cents: null }]);
  await as(db.sql, us.owner, (tx) => tx`update companies set leaver_access_months = 0`);
  expect(await employments(leaver)).toEqual([]);
  expect(await time(leaver)).toEqual([]);
  expect(await pay(leaver)).toEqual([]);
});

test('who left reads the documents they signed, and no others', async () => {
  const add = async (name: string) => {
    const [document] = await db.sql`insert into documents (company_id, name, required_reading)
      values (${us.id}, ${name}, true) returning id`;
    const id = randomUUID();
    const path = `${us.id}/company/${id}.pdf`;
    await db.sql`insert into document_versions (company_id, id, document_id, path)
      values (${us.id}, ${id}, ${document?.['id']}, ${path})`;
    await db.sql`insert into storage.objects (bucket_id, name) values ('documents', ${path})`;
    return { id, path };
  };
  const signed = await add('Fall protection plan');
  await add('Wage table');
  await db.sql`insert into document_signatures (company_id, version_id, employee_id, signed_name, language)
    values (${us.id}, ${signed.id}, ${leaver.employeeId}, 'Sam Reed', 'en')`;
  const documents = (who: Person | 'anon', employee = leaver.employeeId) =>
    as(db.sql, who, (tx) => tx`select name, path from past_documents(${employee})`);
  const files = (who: Person) =>
    as(db.sql, who, (tx) => tx`select name from storage.objects where bucket_id = 'documents'`);
  expect(await documents(leaver)).toEqual([{ name: 'Fall protection plan', path: signed.path }]);
  expect(await files(leaver)).toEqual([{ name: signed.path }]);
  expect(await documents(leaver, us.colleague.employeeId)).toEqual([]);
  for (const stranger of [us.colleague, us.owner, us.deactivated]) {
    expect(await documents(stranger)).toEqual([]);
  }
  await expect(documents('anon')).rejects.toMatchObject({ code: '42501' });
  expect(await as(db.sql, leaver, (tx) => tx`select from documents`)).toEqual([]);
  await as(db.sql, us.owner, (tx) => tx`update companies set leaver_access_months = 0`);
  expect(await documents(leaver)).toEqual([]);
  expect(await files(leaver)).toEqual([]);
});
