import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, type Company, makeCompany, openCompany, type Person } from './world.ts';

const { db, us } = await openCompany();
let others: Company;

beforeAll(async () => {
  others = await makeCompany(db.sql, 'Others');
});

const save = (who: Person | 'anon', list: string, rows: unknown) =>
  as(
    db.sql,
    who,
    (tx) => tx`select * from save_rows(${list}, ${JSON.stringify(rows)}::text::jsonb)`,
  );
const add = async (list: string, values: object, who: Person = us.owner): Promise<string> => {
  const [row] = await save(who, list, [{ new: true, values }]);
  expect(row).toMatchObject({ result: 'new' });
  return row?.['id'];
};
const all = (table: string) =>
  db.sql.unsafe(`select * from ${table} where company_id = '${us.id}' order by created_at, id`);

describe('save_rows', () => {
  test('saves what is right, and tells column and reason of what is not', async () => {
    const id = randomUUID();
    const rows = await save(us.manager, 'cost_codes', [
      { id, new: true, values: { code: '03 11 00', name: 'Forming', hours_per_unit: '0.091' } },
      { new: true, values: { code: '03 11 00', name: 'Again' } },
      { new: true, values: { code: '03 20 00' } },
      { new: true, values: { code: '03 30 00', name: 'NaN', hours_per_unit: 'NaN' } },
      { new: true, values: { code: '03 31 00', name: 'Infinite', hours_per_unit: 'Infinity' } },
      { new: true, values: { code: '03 32 00', name: 'Words', hours_per_unit: 'many' } },
      { new: true, values: { code: '03 33 00', name: 'Column', price: '1' } },
      { id: randomUUID(), values: { name: 'Nobody' } },
      'no object',
      {
        new: true,
        values: { code: '03 40 00', name: 'Precast', unit: 'SF', code_group: 'Concrete' },
      },
    ]);
    expect(
      rows.map(({ row_number, result, column_name, reason }) => [
        row_number,
        result,
        column_name,
        reason,
      ]),
    ).toEqual([
      [1, 'new', null, null],
      [2, 'error', 'code', 'cost_codes_code_once_per_company'],
      [3, 'error', 'name', 'value_missing'],
      [4, 'error', 'hours_per_unit', 'finite_hours_per_unit'],
      [5, 'error', 'hours_per_unit', 'value_not_understood'],
      [6, 'error', 'hours_per_unit', 'value_not_understood'],
      [7, 'error', 'price', 'column_unknown'],
      [8, 'error', null, 'row_gone'],
      [9, 'error', null, 'row_not_understood'],
      [10, 'new', null, null],
    ]);
    expect(rows[0]).toMatchObject({ id, saved: { id, code: '03 11 00', hours_per_unit: 0.091 } });
    const names = (await all('cost_codes')).map(({ name }) => name);
    expect(names).toContain('Forming');
    expect(names).toContain('Precast');
    expect(names).not.toContain('Again');
  });

  test('a repeated call changes nothing; only the columns sent are written', async () => {
    const id = randomUUID();
    const call = [{ id, new: true, values: { name: 'Repeat LLC', phone: '555 0100' } }];
    expect(await save(us.owner, 'customers', call)).toMatchObject([{ result: 'new', id }]);
    expect(await save(us.owner, 'customers', call)).toMatchObject([{ result: 'same', id }]);
    const changed = await save(us.owner, 'customers', [{ id, values: { phone: null } }]);
    expect(changed).toMatchObject([
      { result: 'changed', saved: { name: 'Repeat LLC', phone: null } },
    ]);
    expect(await save(us.owner, 'customers', [{ id, delete: true }])).toMatchObject([
      { result: 'deleted' },
    ]);
    const story =
      await db.sql`select action, actor_id from audit_events where entity_id = ${id} order by sequence`;
    expect(story.map(({ action }) => action)).toEqual(['created', 'updated', 'deleted']);
    expect(new Set(story.map((event) => event['actor_id']))).toEqual(new Set([us.owner.userId]));
  });

  test('a thousand rows in one call, more in none', async () => {
    const rows = Array.from({ length: 1001 }, (_, n) => ({
      new: true,
      values: { name: `Bulk ${n}`, email: n % 100 === 7 ? 'nobody' : null },
    }));
    await expect(save(us.owner, 'customers', rows)).rejects.toMatchObject({
      hint: 'too_many_rows',
    });
    const results = await save(us.owner, 'customers', rows.slice(0, 1000));
    expect(results.filter(({ result }) => result === 'new')).toHaveLength(990);
    expect(results[107]).toMatchObject({
      result: 'error',
      column_name: 'email',
      reason: 'customers_email_form',
    });
    expect((await all('customers')).filter(({ name }) => name.startsWith('Bulk'))).toHaveLength(
      990,
    );
  });

  test('what is in use is not deleted', async () => {
    const customer = await add('customers', { name: 'Kept Inc' });
    await add('projects', { name: 'Kept project', customer_id: customer });
    expect(await save(us.owner, 'customers', [{ id: customer, delete: true }])).toMatchObject([
      { result: 'error', reason: 'row_in_use' },
    ]);
    expect(await db.sql`select from customers where id = ${customer}`).toHaveLength(1);
  });

  test('has the rights of its caller', async () => {
    const row = [{ new: true, values: { name: 'Not mine' } }];
    for (const who of [us.employee, us.foreman, us.deactivated])
      await expect(save(who, 'customers', row)).rejects.toMatchObject({ code: '42501' });
    await expect(save('anon', 'customers', row)).rejects.toMatchObject({ code: '42501' });
    // Holidays and questions are set by owners, roles as well.
    const holiday = await add('holidays', { date: '2026-12-25', name: 'Christmas' }, us.owner);
    const tried = await save(us.manager, 'holidays', [
      { new: true, values: { date: '2026-07-04', name: 'No' } },
      { id: holiday, values: { name: 'No' } },
      { id: holiday, delete: true },
    ]);
    expect(tried.map(({ reason }) => reason)).toEqual([
      'row_not_yours',
      'row_not_yours',
      'row_not_yours',
    ]);
    expect(
      await save(us.manager, 'employees', [
        { id: us.employee.employeeId, values: { role: 'owner' } },
      ]),
    ).toMatchObject([{ result: 'error', reason: 'owners_only' }]);
    expect(
      await save(us.manager, 'employees', [
        { id: us.employee.employeeId, values: { user_id: us.manager.userId } },
      ]),
    ).toMatchObject([{ result: 'error', reason: 'row_not_yours' }]);
    // Another company's rows do not exist, whatever id or company is sent.
    const theirs = await save(others.owner, 'holidays', [
      { id: holiday, values: { name: 'Theirs' } },
      { id: holiday, new: true, values: { company_id: us.id, date: '2026-01-01' } },
    ]);
    expect(theirs.map(({ reason, saved }) => [reason, saved])).toEqual([
      ['row_gone', null],
      ['column_unknown', null],
    ]);
    expect(await db.sql`select name, date::text from holidays where company_id = ${us.id}`).toEqual(
      [{ name: 'Christmas', date: '2026-12-25' }],
    );
  });

  test('writes the lists and nothing else', async () => {
    for (const list of ['companies', 'time_entries', 'audit_events', 'employees; drop table x', ''])
      await expect(save(us.owner, list, [])).rejects.toMatchObject({ hint: 'list_unknown' });
    for (const rows of [null, {}, 'x']) {
      await expect(save(us.owner, 'units', rows)).rejects.toMatchObject({ hint: 'too_many_rows' });
    }
    expect(await save(us.owner, 'units', [])).toEqual([]);
  });
});

describe('customers and sub-projects', () => {
  const project = async (id: string) => (await db.sql`select * from projects where id = ${id}`)[0];

  test('a chosen customer gives the project its client, a typed client finds or adds the customer', async () => {
    const acme = await add('customers', { name: 'Acme' });
    const id = await add('projects', { name: 'Tower', customer_id: acme });
    expect(await project(id)).toMatchObject({ client: 'Acme', customer_id: acme });
    await save(us.owner, 'customers', [{ id: acme, values: { name: 'Acme Homes' } }]);
    expect(await project(id)).toMatchObject({ client: 'Acme Homes', customer_id: acme });
    await save(us.owner, 'projects', [{ id, values: { client: 'Bright Co' } }]);
    const [bright] =
      await db.sql`select id from customers where company_id = ${us.id} and name = 'Bright Co'`;
    expect(await project(id)).toMatchObject({ client: 'Bright Co', customer_id: bright?.['id'] });
    await save(us.owner, 'projects', [{ id, values: { client: 'ACME homes' } }]);
    expect(await project(id)).toMatchObject({ customer_id: acme });
    await save(us.owner, 'projects', [{ id, values: { customer_id: null } }]);
    expect(await project(id)).toMatchObject({ client: null, customer_id: null });
  });

  test('another company has its own customers', async () => {
    const theirs = await add('customers', { name: 'Shared name' }, others.owner);
    expect(
      await save(us.owner, 'projects', [
        { new: true, values: { name: 'Wrong', customer_id: theirs } },
      ]),
    ).toMatchObject([{ result: 'error', column_name: 'customer_id', reason: 'value_unknown' }]);
    const seen = await as(db.sql, us.employee, (tx) => tx`select * from customers`);
    expect(seen).toEqual([]);
  });
});

describe('units, groups and certificates', () => {
  test('lists hold what cost codes use; a new name goes to the codes', async () => {
    const code = await add('cost_codes', {
      code: 'U 1',
      name: 'Used',
      unit: 'LF',
      code_group: 'Steel',
    });
    const find = async (table: string, name: string) =>
      (await all(table)).find((row) => row['name'] === name)?.['id'] as string;
    await add('cost_codes', { code: 'U 2', name: 'Lower', unit: 'lf' });
    expect((await all('units')).filter(({ name }) => name.toLowerCase() === 'lf')).toHaveLength(1);
    await save(us.owner, 'units', [{ id: await find('units', 'LF'), values: { name: 'FT' } }]);
    await save(us.owner, 'cost_code_groups', [
      { id: await find('cost_code_groups', 'Steel'), values: { name: 'Metals' } },
    ]);
    const [row] = await db.sql`select unit, code_group from cost_codes where id = ${code}`;
    expect(row).toEqual({ unit: 'FT', code_group: 'Metals' });
  });

  test('a certificate ends when its kind says so; nobody reads those of others', async () => {
    const type = await add('certification_types', { name: 'OSHA 10', valid_months: 36 });
    const id = await add('certifications', {
      employee_id: us.employee.employeeId,
      type_id: type,
      issued_on: '2026-03-01',
    });
    const [row] = await db.sql`select expires_on::text from certifications where id = ${id}`;
    expect(row).toEqual({ expires_on: '2029-02-28' });
    const wrong = await save(us.owner, 'certifications', [
      { id, values: { expires_on: '2026-02-01' } },
      { id, values: { expires_on: 'infinity' } },
      { id, values: { employee_id: others.employee.employeeId } },
    ]);
    expect(wrong.map(({ column_name, reason }) => [column_name, reason])).toEqual([
      ['expires_on', 'certifications_expire_after_issue'],
      ['expires_on', 'finite_expires_on'],
      ['employee_id', 'value_unknown'],
    ]);
    const read = (who: Person) => as(db.sql, who, (tx) => tx`select id from certifications`);
    expect(await read(us.employee)).toEqual([{ id }]);
    expect(await read(us.colleague)).toEqual([]);
    expect(await read(us.foreman)).toEqual([]);
    expect(await read(others.owner)).toEqual([]);
  });
});

describe('certificates that end', () => {
  const open = async () =>
    (await as(db.sql, us.manager, (tx) => tx`select * from verification_items('open')`)).filter(
      ({ kind }) => kind === 'expiring_certificate',
    );
  const morning = (moment: string) =>
    db.sql`select private.find_expiring_certificates(${moment}::timestamptz)`;

  test('are told once before the end, and settled by a newer one', async () => {
    const type = await add('certification_types', { name: 'Crane', warn_days: 30 });
    const who = { employee_id: us.colleague.employeeId, type_id: type };
    const first = await add('certifications', { ...who, expires_on: '2026-06-30' });
    await morning('2026-05-30 06:10 America/New_York');
    expect(await open()).toEqual([]);
    await morning('2026-05-31 09:10 America/New_York');
    expect(await open()).toEqual([]);
    await morning('2026-05-31 06:10 America/New_York');
    await morning('2026-06-01 06:10 America/New_York');
    expect(await open()).toMatchObject([
      {
        subject_id: first,
        employee_id: us.colleague.employeeId,
        detail: { certificate: 'Crane', end_date: '2026-06-30' },
      },
    ]);
    await add('certifications', { ...who, expires_on: '2029-06-30' });
    expect(await open()).toEqual([]);
    await morning('2026-07-01 06:10 America/New_York');
    expect(await open()).toEqual([]);
  });

  test('warn where somebody is planned after the end, and keep nobody from work', async () => {
    const type = await add('certification_types', { name: 'Rigger' });
    await add('certifications', {
      employee_id: us.foreman.employeeId,
      type_id: type,
      expires_on: '2026-03-02',
    });
    const warnings = await as(db.sql, us.manager, async (tx) => {
      await tx`insert into shifts (employee_id, starts_at, ends_at) values
        (${us.foreman.employeeId}, '2026-03-02 12:00Z', '2026-03-02 20:00Z'),
        (${us.foreman.employeeId}, '2026-03-03 12:00Z', '2026-03-03 20:00Z')`;
      return tx`select kind, severity, work_date::text from schedule_warnings('2026-03-01', '2026-03-07')`;
    });
    expect(warnings).toEqual([
      { kind: 'certificate', severity: 'warning', work_date: '2026-03-03' },
    ]);
  });
});

describe('merge_rows', () => {
  const merge = (who: Person | 'anon', list: string, from: string, into: string) =>
    as(db.sql, who, (tx) => tx`select merge_rows(${list}, ${from}, ${into}) as moved`);

  test('moves what used the first to the second, with a trace', async () => {
    const [from, into] = [
      await add('customers', { name: 'Doe' }),
      await add('customers', { name: 'Doe Inc' }),
    ];
    const project = await add('projects', { name: 'House', customer_id: from });
    expect(await merge(us.manager, 'customers', from, into)).toEqual([{ moved: '1' }]);
    const [row] = await db.sql`select client, customer_id from projects where id = ${project}`;
    expect(row).toEqual({ client: 'Doe Inc', customer_id: into });
    const [event] =
      await db.sql`select reason from audit_events where entity_id = ${from} and action = 'deleted'`;
    expect(event).toEqual({ reason: 'Merged Doe into Doe Inc' });
  });

  test('units and groups are renamed on the codes', async () => {
    const [from, into] = [await add('units', { name: 'each' }), await add('units', { name: 'EA' })];
    const code = await add('cost_codes', { code: 'M 1', name: 'Doors', unit: 'each' });
    await merge(us.owner, 'units', from, into);
    const [row] = await db.sql`select unit from cost_codes where id = ${code}`;
    expect(row).toEqual({ unit: 'EA' });
    expect((await all('units')).map(({ name }) => name)).not.toContain('each');
  });

  test('is for managers, within the company', async () => {
    const [from, into] = [
      await add('customers', { name: 'One' }),
      await add('customers', { name: 'Two' }),
    ];
    for (const who of [us.employee, us.foreman, 'anon'] as const)
      await expect(merge(who, 'customers', from, into)).rejects.toMatchObject({ code: '42501' });
    await expect(merge(others.owner, 'customers', from, into)).rejects.toMatchObject({
      hint: 'row_gone',
    });
    await expect(merge(us.owner, 'customers', from, from)).rejects.toMatchObject({
      hint: 'row_gone',
    });
    await expect(merge(us.owner, 'employees', from, into)).rejects.toMatchObject({
      hint: 'list_unknown',
    });
    expect(await db.sql`select from customers where id in (${from}, ${into})`).toHaveLength(2);
  });
});

test('counts rows of every list, archived ones apart', async () => {
  const id = await add('delay_reasons', { name: 'Weather' });
  await add('delay_reasons', { name: 'Material late' });
  await save(us.owner, 'delay_reasons', [{ id, values: { active: false } }]);
  const counts = await as(db.sql, us.manager, (tx) => tx`select * from list_counts()`);
  expect(counts.find(({ list }) => list === 'delay_reasons')).toMatchObject({
    rows: '1',
    archived: '1',
  });
  expect(counts).toHaveLength(20);
  await expect(
    as(db.sql, us.foreman, (tx) => tx`select * from list_counts()`),
  ).rejects.toMatchObject({ code: '42501' });
});

describe('projects and machines that are there twice', () => {
  const entry = async (day: string, values: object) => {
    const [row] = await as(
      db.sql,
      us.employee,
      (tx) =>
        tx`insert into time_entries ${tx({
          employee_id: us.employee.employeeId,
          clock_in: new Date(`${day}T12:00:00Z`),
          clock_out: new Date(`${day}T20:00:00Z`),
          ...values,
        } as never)} returning id`,
    );
    return row?.['id'] as string;
  };
  const merge = (who: Person, list: string, from: string, into: string) =>
    as(db.sql, who, (tx) => tx`select merge_rows(${list}, ${from}, ${into}) as moved`);
  const preview = (who: Person, list: string, from: string, into: string) =>
    as(db.sql, who, (tx) => tx`select * from merge_preview(${list}, ${from}, ${into})`);
  const of = async (column: string, ids: string[]) => {
    const rows = await db.sql.unsafe(
      `select ${column} as at from time_entries where id = any ($1) order by clock_in`,
      [ids],
    );
    return rows.map((row) => row['at']);
  };

  test('open time moves, approved time and the pay of a locked period stay as they are', async () => {
    const from = await add('projects', { name: 'Harbor Pt' });
    const sub = await add('projects', { name: 'Harbor Pt east', parent_id: from });
    const entries = [
      await entry('2026-04-06', { project_id: from }),
      await entry('2026-04-14', { project_id: from }),
      await entry('2026-04-15', { project_id: from, cost_code_id: us.costCode }),
    ];
    await as(db.sql, us.owner, async (tx) => {
      await tx`select approve_time(${us.employee.employeeId}, '2026-04-14', '2026-04-14')`;
      await tx`select approve_time(${us.employee.employeeId}, '2026-04-06', '2026-04-06')`;
      await tx`update companies set pay_period_kind = 'weekly', pay_period_anchor = '2026-04-05' where id = ${us.id}`;
      await tx`select lock_pay_period('2026-04-05', '2026-04-11')`;
      await tx`insert into project_cost_codes (project_id, cost_code_id)
        select ${us.project}, id from cost_codes where company_id = ${us.id} and id <> ${us.costCode} limit 1`;
      await tx`insert into shifts (employee_id, project_id, starts_at, ends_at)
        values (${us.employee.employeeId}, ${from}, now() + interval '1 day', now() + interval '1 day 8 hours')`;
    });
    const lines = () => db.sql`select * from payroll_lines where company_id = ${us.id} order by id`;
    const paid = [...(await lines())];
    expect(paid.length).toBeGreaterThan(0);
    expect(await preview(us.manager, 'projects', from, us.project)).toEqual([
      { entries_move: '1', entries_stay: '2', shifts_move: '1' },
    ]);
    expect(await merge(us.manager, 'projects', from, us.project)).toEqual([{ moved: '1' }]);
    expect(await of('project_id', entries)).toEqual([from, from, us.project]);
    expect([...(await lines())]).toEqual(paid);
    const [left] =
      await db.sql`select archived_at is not null as archived from projects where id = ${from}`;
    expect(left).toEqual({ archived: true });
    const [child] = await db.sql`select parent_id from projects where id = ${sub}`;
    expect(child).toEqual({ parent_id: us.project });
    const [event] = await db.sql`select reason, actor_id from audit_events
      where entity = 'projects' and entity_id = ${from} order by sequence desc limit 1`;
    expect(event).toEqual({
      reason: 'Merged Harbor Pt into Harbor Point',
      actor_id: us.manager.userId,
    });
    const [total] = await db.sql`select sum(seconds)::int as seconds from work_totals
      where company_id = ${us.id} and project_id = ${us.project} and work_date = '2026-04-15'`;
    expect(total).toEqual({ seconds: 28_800 });
  });

  test('machines too; and nobody merges across companies, with an archived one or below a manager', async () => {
    const from = await add('equipment', { name: 'Lift', number: 'L1' });
    const into = await add('equipment', { name: 'Scissor lift', number: 'L-1' });
    const used = await entry('2026-04-20', { project_id: us.project, equipment_id: from });
    const [theirs] = await save(others.owner, 'equipment', [
      { new: true, values: { name: 'Theirs' } },
    ]);
    for (const [who, target, hint] of [
      [us.foreman, into, 'managers_only'],
      [us.employee, into, 'managers_only'],
      [others.owner, into, 'rows_not_mergeable'],
      [us.owner, theirs?.['id'], 'rows_not_mergeable'],
      [us.owner, from, 'rows_not_mergeable'],
    ] as const) {
      await expect(merge(who, 'equipment', from, target)).rejects.toMatchObject({ hint });
      await expect(preview(who, 'equipment', from, target)).rejects.toMatchObject({ hint });
    }
    expect(await of('equipment_id', [used])).toEqual([from]);
    expect(await merge(us.owner, 'equipment', from, into)).toEqual([{ moved: '1' }]);
    expect(await of('equipment_id', [used])).toEqual([into]);
    const [left] = await db.sql`select status from equipment where id = ${from}`;
    expect(left).toEqual({ status: 'retired' });
    await expect(merge(us.owner, 'equipment', into, from)).rejects.toMatchObject({
      hint: 'rows_not_mergeable',
    });
  });
});

describe('names of pay and breaks', () => {
  test('managers keep them, everybody of the company reads them, nobody else', async () => {
    const lunch = {
      name: 'Lunch',
      name_es: 'Almuerzo',
      kind: 'meal',
      paid: false,
      usual_minutes: 30,
    };
    const id = await add('break_types', lunch, us.manager);
    const vacation = await add('pay_types', { code: 'PTO', name: 'Paid days off' }, us.manager);
    for (const who of [us.employee, us.foreman] as const) {
      await expect(
        save(who, 'break_types', [{ id, values: { paid: true } }]),
      ).rejects.toMatchObject({
        code: '42501',
      });
      await as(db.sql, who, (tx) => tx`update break_types set paid = true where id = ${id}`);
      await as(db.sql, who, (tx) => tx`delete from pay_types where id = ${vacation}`);
      await expect(
        as(db.sql, who, (tx) => tx`insert into pay_types (code, name) values ('SICK', 'Mine')`),
      ).rejects.toMatchObject({ code: '42501' });
      const seen = await as(db.sql, who, (tx) => tx`select name, usual_minutes from break_types`);
      expect(seen).toEqual([{ name: 'Lunch', usual_minutes: 30 }]);
    }
    const foreign = await as(db.sql, others.owner, (tx) => tx`select from pay_types`);
    expect(foreign).toEqual([]);
    const changed = await save(others.owner, 'break_types', [{ id, values: { paid: true } }]);
    expect(changed).toMatchObject([{ result: 'error', reason: 'row_gone' }]);
    await expect(as(db.sql, 'anon', (tx) => tx`select from break_types`)).rejects.toMatchObject({
      code: '42501',
    });
    expect(await all('break_types')).toMatchObject([lunch]);
    expect(await all('pay_types')).toMatchObject([{ code: 'PTO', name: 'Paid days off' }]);
  });

  test('a break has one name for each kind and pay; a code has one', async () => {
    const results = [
      ...(await save(us.owner, 'break_types', [
        { new: true, values: { name: 'Dinner', kind: 'meal', paid: false } },
        { new: true, values: { name: 'Nap', kind: 'nap', paid: false } },
        { new: true, values: { name: 'Coffee', kind: 'rest', paid: true, usual_minutes: 0 } },
      ])),
      ...(await save(us.owner, 'pay_types', [
        { new: true, values: { code: 'PTO', name: 'Again' } },
        { new: true, values: { code: 'REG', name: 'Regular' } },
      ])),
    ];
    expect(results.map(({ column_name, reason }) => [column_name, reason])).toEqual([
      ['kind', 'break_types_once_per_kind'],
      ['kind', 'break_types_kind_known'],
      ['usual_minutes', 'break_types_minutes_range'],
      ['code', 'pay_types_code_once_per_company'],
      ['code', 'pay_types_code_known'],
    ]);
  });

  test("an archived name changes nobody's pay", async () => {
    const item = { employee_id: us.employee.employeeId, work_date: '2026-03-10', pay_code: 'PTO' };
    await add('pay_items', { ...item, minutes: 480, hourly_rate: 30 });
    const paid = () =>
      as(
        db.sql,
        us.owner,
        (tx) =>
          tx`select pay_code, minutes, total_cents from payroll_lines_for(${us.id}, '2026-03-08', '2026-03-14')`,
      );
    const before = await paid();
    expect(before).toMatchObject([{ pay_code: 'PTO', minutes: 480 }]);
    const [vacation] = await all('pay_types');
    await save(us.owner, 'pay_types', [{ id: vacation?.['id'], values: { active: false } }]);
    expect(await paid()).toEqual(before);
  });
});
