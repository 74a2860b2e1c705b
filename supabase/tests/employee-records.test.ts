import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { as, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

const documents = (who: Person, of = us.employee) =>
  act(who, (tx) => tx`select * from employee_documents(${of.employeeId})`);
const devices = (who: Person, of = us.employee) =>
  act(who, (tx) => tx`select * from employee_devices(${of.employeeId})`);

test('required reading of one person, what is open first', async () => {
  const read: string[] = [];
  for (const name of ['Safety plan', 'Handbook']) {
    const [doc] = await act(
      us.manager,
      (tx) =>
        tx`insert into documents (name, required_reading) values (${name}, true) returning id`,
    );
    const id = randomUUID();
    const path = `${us.id}/company/${id}.pdf`;
    await act(us.manager, async (tx) => {
      await tx`insert into storage.objects (bucket_id, name, version) values ('documents', ${path}, ${randomUUID()})`;
      await tx`insert into document_versions (id, document_id, path) values (${id}, ${doc?.['id']}, ${path})`;
    });
    read.push(id);
  }
  await act(us.employee, (tx) => tx`select sign_document(${read[1] ?? ''}, 'en')`);
  const rows = await documents(us.manager);
  expect(rows.map((row) => [row['name'], row['signed_at'] !== null])).toEqual([
    ['Safety plan', false],
    ['Handbook', true],
  ]);
});

test('what somebody clocked with', async () => {
  await as(db.sql, us.employee, (tx) => tx`select clock_in(${us.project})`, {
    'user-agent': 'Mozilla/5.0 (iPhone) Safari/605',
  });
  expect(await devices(us.manager)).toMatchObject([
    { device: 'Mozilla/5.0 (iPhone) Safari/605', source: 'timer', punches: '1' },
  ]);
});

test('only managers of the company ask, and only about their people', async () => {
  for (const who of [us.employee, us.foreman, us.deactivated, them.owner]) {
    await expect(documents(who)).rejects.toThrow();
    await expect(devices(who)).rejects.toThrow();
  }
  await expect(
    as(db.sql, 'anon', (tx) => tx`select * from employee_devices(${us.employee.employeeId})`),
  ).rejects.toThrow(/permission denied/);
});
