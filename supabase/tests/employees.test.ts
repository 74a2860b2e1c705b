import { describe, expect, test } from 'vitest';
import { addTime, as, hire, hoursAgo, makeCompany, openCompany, type Person } from './world.ts';

const { db, us } = await openCompany();

const people = () => db.sql`select * from employees where company_id = ${us.id} order by id`;
const importRows = (person: Person, rows: readonly unknown[], dryRun: boolean) =>
  as(
    db.sql,
    person,
    (tx) => tx`select * from import_employees(${tx.json(rows as never)}, ${dryRun})`,
  );

const TAKEN = { email: 'taken@example.com', employee_number: '4711' };

/** One row for every way a row can be wrong, with the verdict that tells it. */
const BAD_ROWS: readonly [verdict: string, row: unknown][] = [
  ['row_not_understood', 'Ana Ruiz'],
  ['column_unknown', { first_name: 'A', shoe_size: '44' }],
  ['cell_not_text', { first_name: { first: 'A' } }],
  ['row_empty', { first_name: ' ', last_name: '', email: ' - ' }],
  ['letters_broken', { first_name: 'Jos\uFFFD' }],
  ['control_characters', { first_name: 'A\u0007na' }],
  ['control_characters', { first_name: 'Ana', job_title: 'Carp\nenter' }],
  ['formula', { first_name: '=HYPERLINK("http://example.com")' }],
  ['formula', { first_name: 'A', job_title: '@SUM(A1:A9)' }],
  ['formula', { first_name: 'A', rate: '=28*2' }],
  ['heading_repeated', { first_name: 'First name', last_name: 'Last name', email: 'Email' }],
  ['first_name_missing', { last_name: 'Nobody' }],
  ['first_name_no_letters', { first_name: '12345' }],
  ['first_name_too_long', { first_name: 'x'.repeat(101) }],
  ['last_name_no_letters', { first_name: 'A', last_name: '555-0101' }],
  ['last_name_too_long', { first_name: 'A', last_name: 'x'.repeat(101) }],
  ['name_is_email', { first_name: 'ana@example.com' }],
  ['email_several', { first_name: 'A', email: 'a@example.com; b@example.com' }],
  ['email_without_at', { first_name: 'A', email: 'ana.example.com' }],
  ['email_space', { first_name: 'A', email: 'ana ruiz@example.com' }],
  ['email_wrong', { first_name: 'A', email: '<ana>ana.example.com@' }],
  ['email_wrong', { first_name: 'A', email: '<ana@example.com>' }],
  ['email_domain_wrong', { first_name: 'A', email: 'ana@' }],
  ['email_domain_wrong', { first_name: 'A', email: 'ana@example..com' }],
  ['email_too_long', { first_name: 'A', email: `${'x'.repeat(250)}@example.com` }],
  ['email_taken', { first_name: 'A', email: TAKEN.email.toUpperCase() }],
  ['phone_wrong', { first_name: 'A', phone: 'call Ana' }],
  ['phone_too_short', { first_name: 'A', phone: '555-12' }],
  ['phone_too_many_digits', { first_name: 'A', phone: '1234567890123456' }],
  ['phone_too_long', { first_name: 'A', phone: '1 '.repeat(21) }],
  ['job_title_too_long', { first_name: 'A', job_title: 'x'.repeat(101) }],
  ['number_too_long', { first_name: 'A', employee_number: '1'.repeat(41) }],
  ['number_scientific', { first_name: 'A', employee_number: '1.01E+05' }],
  ['number_taken', { first_name: 'A', employee_number: TAKEN.employee_number }],
  ['role_unknown', { first_name: 'A', role: 'boss' }],
  ['rate_wrong', { first_name: 'A', rate: 'thirty' }],
  ['rate_wrong', { first_name: 'A', rate: '28/30' }],
  ['rate_negative', { first_name: 'A', rate: '-5' }],
  ['rate_ambiguous', { first_name: 'A', rate: '28,500' }],
  ['rate_too_fine', { first_name: 'A', rate: '1.23456' }],
  ['rate_too_high', { first_name: 'A', rate: '52000' }],
  ['date_without_rate', { first_name: 'A', rate_from: '2026-03-09' }],
  ['date_wrong', { first_name: 'A', rate: '28', rate_from: '2/30/2026' }],
  ['date_wrong', { first_name: 'A', rate: '28', rate_from: 'last Monday' }],
  ['date_short_year', { first_name: 'A', rate: '28', rate_from: '3/9/26' }],
  ['date_too_early', { first_name: 'A', rate: '28', rate_from: '1902-03-09' }],
  ['date_too_late', { first_name: 'A', rate: '28', rate_from: '2200-01-01' }],
  ['language_unknown', { first_name: 'A', language: 'de' }],
];

describe('importing people', () => {
  test('says what is wrong with each of a thousand rows and changes nothing', async () => {
    await as(
      db.sql,
      us.owner,
      (tx) => tx`insert into employees ${tx({ first_name: 'Taken', ...TAKEN } as never)}`,
    );
    const before = await people();
    const good = (index: number) => ({
      first_name: `Person ${index}`,
      email: `person-${index}@example.com`,
      phone: '+1 (555) 010-0199 ext. 7',
    });
    const rows = Array.from({ length: 1_000 }, (_, index): [string, unknown] => {
      return BAD_ROWS[index % (2 * BAD_ROWS.length)] ?? ['ok', good(index)];
    });
    rows[996] = ['email_repeated', { ...good(0), email: `PERSON-${BAD_ROWS.length}@example.com` }];
    rows[997] = ['ok', { first_name: 'Jose', last_name: 'Garcia' }];
    rows[998] = ['person_repeated', { first_name: 'JOSE', last_name: 'garcia ' }];
    rows[999] = ['person_taken', { first_name: 'Taken' }];
    const items = rows.map(([, row]) => row);
    const verdicts = await importRows(us.owner, items, true);
    expect(verdicts.map((row) => row['verdict'])).toEqual(rows.map(([verdict]) => verdict));
    expect(new Set(rows.map(([verdict]) => verdict)).size).toBeGreaterThan(40);

    await expect(importRows(us.owner, items, false)).rejects.toMatchObject({
      hint: 'import_has_errors',
    });
    expect(await people()).toEqual(before);
  });

  test('finds repeated addresses and numbers', async () => {
    const verdicts = await importRows(
      us.owner,
      [
        { first_name: 'A', email: 'twice@example.com', employee_number: '7' },
        { first_name: 'B', email: 'TWICE@example.com' },
        { first_name: 'D', employee_number: '7' },
      ],
      true,
    );
    expect(verdicts.map((row) => row['verdict'])).toEqual([
      'ok',
      'email_repeated',
      'number_repeated',
    ]);
  });

  test('understands roles, languages, dates and rates as people write them', async () => {
    const made = await importRows(
      us.owner,
      [
        {
          first_name: 'Eva',
          role: 'Capataz',
          language: 'Español',
          rate: '$ 30',
          rate_from: '3/9/2026',
        },
        { first_name: 'Ian', role: 'foreman', language: 'English', rate: '28.5' },
      ],
      false,
    );
    const [eva] = await db.sql`
      select e.role, e.language, r.effective_from::text as since from employees e
      join employee_rates r on r.company_id = e.company_id and r.employee_id = e.id where e.id = ${made[0]?.['employee_id']}`;
    expect(eva).toEqual({ role: 'foreman', language: 'es', since: '2026-03-09' });
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
