import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { addTime, as, type Company, hire, hoursAgo, makeCompany, type Person } from './world.ts';

let db: TestDatabase;
let us: Company;

beforeAll(async () => {
  db = await createTestDatabase();
  us = await makeCompany(db.sql);
});
afterAll(() => db.drop());

const people = () => db.sql`select * from employees where company_id = ${us.id}`;
const importRows = (person: Person, rows: object[], dryRun: boolean) =>
  as(
    db.sql,
    person,
    (tx) => tx`select * from import_employees(${tx.json(rows as never)}, ${dryRun})`,
  );

/** One row for every way a row can be wrong. */
const BAD_ROWS: readonly [verdict: string, row: object][] = [
  ['first_name_missing', { last_name: 'Nobody' }],
  ['first_name_missing', { first_name: '   ' }],
  ['first_name_too_long', { first_name: 'x'.repeat(101) }],
  ['last_name_too_long', { first_name: 'A', last_name: 'x'.repeat(101) }],
  ['email_wrong', { first_name: 'A', email: 'not an address' }],
  ['email_wrong', { first_name: 'A', email: '@example.com' }],
  ['email_wrong', { first_name: 'A', email: 'a@' }],
  ['email_too_long', { first_name: 'A', email: `${'x'.repeat(250)}@example.com` }],
  ['phone_too_long', { first_name: 'A', phone: '1'.repeat(41) }],
  ['job_title_too_long', { first_name: 'A', job_title: 'x'.repeat(101) }],
  ['number_too_long', { first_name: 'A', employee_number: '1'.repeat(41) }],
  ['role_unknown', { first_name: 'A', role: 'boss' }],
  ['rate_wrong', { first_name: 'A', rate: 'thirty' }],
  ['rate_wrong', { first_name: 'A', rate: '-5' }],
  ['rate_wrong', { first_name: 'A', rate: '1.23456' }],
  ['language_unknown', { first_name: 'A', language: 'de' }],
];

describe('importing people', () => {
  test('says what is wrong with each of a thousand rows and changes nothing', async () => {
    const before = (await people()).length;
    const rows = Array.from({ length: 1_000 }, (_, index) => {
      const bad = BAD_ROWS[index % 30];
      return bad ?? ['ok', { first_name: `Person ${index}`, email: `person-${index}@example.com` }];
    }) as [string, object][];
    const verdicts = await importRows(
      us.owner,
      rows.map(([, row]) => row),
      true,
    );
    expect(verdicts.map((row) => row['verdict'])).toEqual(rows.map(([verdict]) => verdict));
    await expect(
      importRows(
        us.owner,
        rows.map(([, row]) => row),
        false,
      ),
    ).rejects.toMatchObject({ hint: 'import_has_errors' });
    expect(await people()).toHaveLength(before);
  });

  test('finds repeated and taken addresses and numbers', async () => {
    const [taken] =
      await db.sql`select email from employees where company_id = ${us.id} and email is not null`;
    const verdicts = await importRows(
      us.owner,
      [
        { first_name: 'A', email: 'twice@example.com', employee_number: '7' },
        { first_name: 'B', email: 'TWICE@example.com' },
        { first_name: 'C', email: taken?.['email'] },
        { first_name: 'D', employee_number: '7' },
      ],
      true,
    );
    expect(verdicts.map((row) => row['verdict'])).toEqual([
      'ok',
      'email_repeated',
      'email_taken',
      'number_repeated',
    ]);
  });

  test('adds all people with their rates, and managers appoint no managers', async () => {
    const made = await importRows(
      us.owner,
      [
        { first_name: 'Ana', last_name: 'Ruiz', rate: '$31,50', role: 'Foreman', language: 'es' },
        { first_name: 'Bo', last_name: 'Li' },
      ],
      false,
    );
    expect(made.map((row) => row['verdict'])).toEqual(['ok', 'ok']);
    const [rate] = await db.sql`
      select hourly_rate, effective_from from employee_rates where employee_id = ${made[0]?.['employee_id']}`;
    expect(rate?.['hourly_rate']).toBe('31.5000');
    const manager = await hire(db.sql, us.owner, 'manager');
    const [verdict] = await importRows(manager, [{ first_name: 'C', role: 'manager' }], true);
    expect(verdict?.['verdict']).toBe('role_owners_only');
  });
});

describe('the overview of people', () => {
  test('shows who is in, on break and out, with this week and the rate of today', async () => {
    const worker = await hire(db.sql, us.owner, 'employee', 28);
    const overview = async () => {
      const rows = await as(db.sql, us.owner, (tx) => tx`select * from employee_overview()`);
      return rows.find((row) => row['employee_id'] === worker.employeeId);
    };
    expect(await overview()).toMatchObject({
      status: 'out',
      hourly_rate: '28.0000',
      has_account: true,
      invitation: null,
    });
    await addTime(db.sql, worker, hoursAgo(0.5), null, { project_id: us.project });
    expect(await overview()).toMatchObject({ status: 'in', project_id: us.project });
    await as(db.sql, worker, (tx) => tx`select start_break('rest', true)`);
    expect(await overview()).toMatchObject({ status: 'break' });
  });

  test('is for managers, of their own company', async () => {
    await expect(
      as(db.sql, us.employee, (tx) => tx`select * from employee_overview()`),
    ).rejects.toMatchObject({ hint: 'managers_only' });
    const them = await makeCompany(db.sql);
    const rows = await as(
      db.sql,
      them.owner,
      (tx) => tx`select employee_id from employee_overview()`,
    );
    const ours = new Set((await people()).map((person) => person['id']));
    expect(rows.filter((row) => ours.has(row['employee_id']))).toEqual([]);
    const history = await as(
      db.sql,
      them.owner,
      (tx) => tx`select * from employee_history(${us.employee.employeeId})`,
    );
    expect(history).toEqual([]);
  });
});
