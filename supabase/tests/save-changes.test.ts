import { describe, expect, test } from 'vitest';
import { as, hoursAgo, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();

type Row = Record<string, unknown>;

const save = (
  who: Person | 'anon',
  table: string,
  key: unknown,
  changes: unknown,
  basedOn: unknown = null,
) =>
  as(
    db.sql,
    who,
    (tx) =>
      tx`select save_changes(${table}, ${tx.json(key as never)}, ${tx.json(changes as never)}, ${tx.json(basedOn as never)})`,
  );

async function addProject(fields: Row = {}): Promise<string> {
  const [row] = await as(
    db.sql,
    us.manager,
    (tx) =>
      tx`insert into projects (name, client, address) values (${`Site ${crypto.randomUUID()}`}, ${(fields['client'] as string) ?? null}, ${(fields['address'] as string) ?? null}) returning id`,
  );
  return row?.['id'];
}

const project = async (id: string): Promise<Row | undefined> =>
  (await db.sql`select client, address from projects where id = ${id}`)[0];

/** The refusal's detail; fails where nothing was refused. */
async function refusal(attempt: Promise<unknown>) {
  const error = await attempt.then(
    () => null,
    (cause: unknown) => cause as { hint: string; detail: string },
  );
  expect(error?.hint).toBe('changed_meanwhile');
  return JSON.parse(error?.detail ?? '{}');
}

describe('two windows', () => {
  test('changes of different fields both survive', async () => {
    const id = await addProject({ client: 'Old', address: '1 Main St' });
    const opened = { client: 'Old', address: '1 Main St' };
    await save(us.owner, 'projects', { id }, { client: 'New' }, opened);
    await save(us.manager, 'projects', { id }, { address: '2 Main St' }, opened);
    expect(await project(id)).toEqual({ client: 'New', address: '2 Main St' });
  });

  test('the same field is refused with all three values, who and when; nothing is written', async () => {
    const id = await addProject({ client: 'Old' });
    const opened = { client: 'Old', address: null };
    await save(us.owner, 'projects', { id }, { client: 'Theirs', address: '2 Main St' }, opened);
    const before = Date.now();
    const detail = await refusal(
      save(us.manager, 'projects', { id }, { client: 'Mine', percent_complete: 10 }, opened),
    );
    expect(detail).toMatchObject({
      entity: 'projects',
      id,
      saved_by_you: false,
      fields: [
        { field: 'client', based_on: 'Old', saved: 'Theirs', yours: 'Mine' },
        { field: 'address', based_on: null, saved: '2 Main St' },
      ],
    });
    expect(detail.saved_by).toEqual(expect.any(String));
    expect(Math.abs(Date.parse(detail.saved_at) - before)).toBeLessThan(60_000);
    expect(await project(id)).toEqual({ client: 'Theirs', address: '2 Main St' });
    // Somebody who saw theirs and still wants theirs replaced says so.
    await save(us.manager, 'projects', { id }, { client: 'Mine' }, { client: 'Theirs' });
    expect(await project(id)).toMatchObject({ client: 'Mine' });
  });

  test('at the same moment only one of two wins', async () => {
    const id = await addProject({ client: 'Old' });
    const results = await Promise.allSettled(
      ['A', 'B'].map((client) =>
        save(us.manager, 'projects', { id }, { client }, { client: 'Old' }),
      ),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const winner = ['A', 'B'][results.findIndex(({ status }) => status === 'fulfilled')];
    expect(await project(id)).toMatchObject({ client: winner });
  });

  test('the value both wanted is no conflict, nor is another way to write the old one', async () => {
    const id = await addProject({ client: 'Old' });
    await save(us.owner, 'projects', { id }, { client: 'New' }, { client: 'Old' });
    await save(us.manager, 'projects', { id }, { client: 'New' }, { client: 'Old' });
    await save(us.owner, 'companies', { id: us.id }, { week_start: 1 }, { week_start: 0.0 });
    expect(
      (await db.sql`select week_start from companies where id = ${us.id}`)[0]?.['week_start'],
    ).toBe(1);
    await save(us.owner, 'companies', { id: us.id }, { week_start: 0 }, { week_start: 1 });
  });

  test('without what it was based on it changes what is sent, as a plain update does', async () => {
    const id = await addProject({ client: 'Old', address: '1 Main St' });
    await save(us.manager, 'projects', { id }, { client: 'New' });
    expect(await project(id)).toEqual({ client: 'New', address: '1 Main St' });
    await save(us.manager, 'projects', { id }, {});
    expect(await project(id)).toEqual({ client: 'New', address: '1 Main St' });
  });
});

describe('gives nobody a right they do not have', () => {
  test.each(['employee', 'foreman', 'deactivated'] as const)('%s', async (role) => {
    const id = await addProject({ client: 'Old' });
    await expect(save(us[role], 'projects', { id }, { client: 'X' })).rejects.toMatchObject({
      hint: 'not_found',
    });
    await expect(
      save(us[role], 'projects', { id }, { client: 'X' }, { client: 'guess' }),
    ).rejects.toMatchObject({ hint: 'not_found' });
    expect(await project(id)).toMatchObject({ client: 'Old' });
  });

  test('another company and nobody', async () => {
    const id = await addProject({ client: 'Old' });
    for (const who of [them.owner, them.employee]) {
      await expect(
        save(who, 'projects', { id }, { client: 'X' }, { client: 'guess' }),
      ).rejects.toMatchObject({ hint: 'not_found' });
      await expect(
        save(who, 'projects', { id, company_id: us.id }, { client: 'X' }),
      ).rejects.toMatchObject({ hint: 'not_found' });
    }
    await expect(save('anon', 'projects', { id }, { client: 'X' })).rejects.toMatchObject({
      code: '42501',
    });
    expect(await project(id)).toMatchObject({ client: 'Old' });
  });

  test('columns and tables that may not be updated', async () => {
    const [event] = await db.sql`select id from audit_events where company_id = ${us.id} limit 1`;
    await expect(
      save(us.owner, 'audit_events', { id: event?.['id'] }, { reason: 'X' }),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      save(
        us.owner,
        'approvals',
        { employee_id: us.employee.employeeId },
        { work_date: '2026-01-01' },
      ),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      save(us.employee, 'employees', { id: us.employee.employeeId }, { role: 'owner' }),
    ).rejects.toMatchObject({ hint: 'not_found' });
    const [me] = await db.sql`select role from employees where id = ${us.employee.employeeId}`;
    expect(me?.['role']).toBe('employee');
  });

  test.each([
    ['users', { id: 'x' }, { email: 'x' }],
    ['auth.users', { id: 'x' }, { email: 'x' }],
    ['projects; drop table projects', { id: 'x' }, { client: 'x' }],
    ['projects', { 'id = id or id': 'x' }, { client: 'x' }],
    ['projects', { id: 'x' }, { 'client = null, name': 'x' }],
    ['projects', { id: 'x' }, { xmin: 'x' }],
    ['projects', {}, { client: 'x' }],
    ['employees', { role: 'employee' }, { job_title: 'x' }],
    ['projects', [], { client: 'x' }],
    ['projects', { id: 'x' }, 'client'],
  ])('%s %j %j is not understood', async (table, key, changes) => {
    await expect(save(us.owner, table, key, changes)).rejects.toMatchObject({
      hint: 'invalid_changes',
    });
  });
});

describe('a time entry', () => {
  interface Entry {
    clock_in: Date;
    clock_out: Date | null;
    notes: string | null;
    project_id: string;
    breaks: { started_at: Date; ended_at: Date; kind: string; paid: boolean }[];
  }
  const opened = (): Entry => ({
    clock_in: hoursAgo(9),
    clock_out: hoursAgo(1),
    notes: null,
    project_id: us.project,
    breaks: [],
  });
  const saveEntry = (who: Person, id: string, entry: Entry, basedOn: Entry | null) =>
    as(
      db.sql,
      who,
      (
        tx,
      ) => tx`select * from save_time_entry(id_param => ${id}, employee_id_param => ${us.employee.employeeId},
        clock_in_param => ${entry.clock_in}, clock_out_param => ${entry.clock_out}, project_id_param => ${entry.project_id},
        notes_param => ${entry.notes}, breaks_param => ${tx.json(JSON.parse(JSON.stringify(entry.breaks)))},
        reason_param => 'Correction', based_on_param => ${basedOn && tx.json(JSON.parse(JSON.stringify(basedOn)))})`,
    );
  const stored = async (id: string) =>
    (await db.sql`select clock_in, clock_out, notes from time_entries where id = ${id}`)[0];
  const add = async (): Promise<[string, Entry]> => {
    await db.sql`delete from time_entries where employee_id = ${us.employee.employeeId}`;
    const id = crypto.randomUUID();
    const entry = opened();
    await saveEntry(us.manager, id, entry, null);
    return [id, entry];
  };

  test('an end set in one window outlives a note saved in another', async () => {
    const [id, entry] = await add();
    const end = hoursAgo(2);
    await saveEntry(us.manager, id, { ...entry, clock_out: end }, entry);
    await saveEntry(us.owner, id, { ...entry, notes: 'East bay' }, entry);
    expect(await stored(id)).toMatchObject({ clock_out: end, notes: 'East bay' });
  });

  test('start, end and breaks are one: changed in both windows, they are refused', async () => {
    const [id, entry] = await add();
    const end = hoursAgo(2);
    const pause = { started_at: hoursAgo(5), ended_at: hoursAgo(4.5), kind: 'meal', paid: false };
    await saveEntry(us.manager, id, { ...entry, clock_out: end }, entry);
    for (const mine of [
      { ...entry, clock_out: hoursAgo(3) },
      { ...entry, clock_in: hoursAgo(8) },
      { ...entry, breaks: [pause] },
    ]) {
      const detail = await refusal(saveEntry(us.owner, id, { ...mine, notes: 'Mine' }, entry));
      expect(detail.entity).toBe('time_entries');
      const field = detail.fields.find((one: Row) => one['field'] === 'clock_out');
      expect(new Date(field.saved)).toEqual(end);
      expect(new Date(field.based_on)).toEqual(entry.clock_out);
      expect(await stored(id)).toMatchObject({ clock_out: end, notes: null });
    }
    expect(await db.sql`select from time_entry_breaks where time_entry_id = ${id}`).toHaveLength(0);
    const now = { ...entry, clock_out: end };
    await saveEntry(us.owner, id, { ...now, breaks: [pause] }, now);
    expect(await db.sql`select from time_entry_breaks where time_entry_id = ${id}`).toHaveLength(1);
  });

  test('a worker who clocks out meanwhile is not put back on the clock', async () => {
    await db.sql`delete from time_entries where employee_id = ${us.employee.employeeId}`;
    const id = crypto.randomUUID();
    const entry = { ...opened(), clock_out: null };
    await saveEntry(us.manager, id, entry, null);
    const [out] = await as(db.sql, us.employee, (tx) => tx`select * from clock_out()`);
    await saveEntry(us.manager, id, { ...entry, notes: 'Gate 3' }, entry);
    expect(await stored(id)).toMatchObject({ clock_out: out?.['clock_out'], notes: 'Gate 3' });
  });

  test('without what it was based on it does what it did', async () => {
    const [id, entry] = await add();
    await saveEntry(us.manager, id, { ...entry, notes: 'Theirs' }, entry);
    await saveEntry(us.owner, id, { ...entry, notes: 'Mine' }, null);
    expect(await stored(id)).toMatchObject({ notes: 'Mine' });
  });
});

describe('rows of a list', () => {
  const saveRows = (rows: readonly object[], who = us.manager) =>
    as(db.sql, who, (tx) => tx`select * from save_rows('customers', ${tx.json(rows as never)})`);
  const customer = async (id: string) =>
    (await db.sql`select name, phone from customers where id = ${id}`)[0];

  test('cells changed in two windows: others stay, the same one is refused with the row as it is', async () => {
    const [added] = await saveRows([{ new: true, values: { name: `Old ${crypto.randomUUID()}` } }]);
    const id = added?.['id'];
    const name = added?.['saved'].name;
    await saveRows([{ id, values: { name: 'Their list' }, based_on: { name } }], us.owner);
    const [merged] = await saveRows([
      { id, values: { phone: '303 555 0100' }, based_on: { phone: null } },
    ]);
    expect(merged).toMatchObject({ result: 'changed', changed: null });
    const [refused, good] = await saveRows([
      { id, values: { name: 'My list' }, based_on: { name } },
      { new: true, values: { name: `Other ${crypto.randomUUID()}` } },
    ]);
    expect(refused).toMatchObject({
      result: 'error',
      reason: 'changed_meanwhile',
      column_name: 'name',
      saved: { name: 'Their list' },
      changed: {
        fields: [{ field: 'name', based_on: name, saved: 'Their list', yours: 'My list' }],
      },
    });
    expect(good).toMatchObject({ result: 'new' });
    expect(await customer(id)).toEqual({ name: 'Their list', phone: '303 555 0100' });
    const [kept] = await saveRows([{ id, values: { name: 'My list' } }]);
    expect(kept).toMatchObject({ result: 'changed' });
  });

  test('what it was based on is checked like the values', async () => {
    const [added] = await saveRows([{ new: true, values: { name: `C ${crypto.randomUUID()}` } }]);
    for (const based_on of [{ company_id: us.id }, { nothing: 1 }, 'name']) {
      const [result] = await saveRows([{ id: added?.['id'], values: { name: 'X' }, based_on }]);
      expect(result).toMatchObject({ result: 'error' });
    }
  });
});

describe('a budget', () => {
  interface Line {
    cost_code_id: string;
    hours: number;
  }
  const saveBudget = (
    who: Person,
    lines: readonly Line[],
    budget: string | null = null,
    basedOn: { name: string; lines: readonly Line[] } | null = null,
  ) =>
    as(
      db.sql,
      who,
      (
        tx,
      ) => tx`select * from save_budget(${us.project}, 'Draft', ${tx.json(lines as never)}, ${budget},
        ${basedOn && tx.json(basedOn as never)})`,
    ).then(([row]) => row?.['id'] as string);
  const hours = async (id: string) =>
    Object.fromEntries(
      (await db.sql`select cost_code_id, hours from budget_lines where budget_id = ${id}`).map(
        (row) => [row['cost_code_id'], Number(row['hours'])],
      ),
    );

  test('lines changed in two windows merge; the same line is refused', async () => {
    const codes = await as(
      db.sql,
      us.manager,
      (tx) =>
        tx`insert into cost_codes (code, name) values ('B1', 'One'), ('B2', 'Two'), ('B3', 'Three') returning id`,
    );
    const [a, b, c] = codes.map((row) => row['id'] as string) as [string, string, string];
    const line = (cost_code_id: string, count: number) => ({ cost_code_id, hours: count });
    const lines = [line(a, 10), line(b, 20)];
    const opened = { name: 'Draft', lines };
    const id = await saveBudget(us.manager, lines);
    await saveBudget(us.owner, [line(a, 11), line(b, 20)], id, opened);
    await saveBudget(us.manager, [line(a, 10), line(c, 5)], id, opened);
    expect(await hours(id)).toEqual({ [a]: 11, [c]: 5 });
    const detail = await refusal(saveBudget(us.manager, [line(a, 12), line(b, 20)], id, opened));
    const field = detail.fields.find((one: Row) => one['field'] === a);
    expect([field.based_on.hours, field.saved.hours, field.yours.hours]).toEqual([10, 11, 12]);
    expect(await hours(id)).toEqual({ [a]: 11, [c]: 5 });
    await saveBudget(us.manager, [line(b, 1)], id);
    expect(await hours(id)).toEqual({ [b]: 1 });
  });
});

test('an overtime rule of the same day is replaced only by who saw it', async () => {
  const set = (preset: string, basedOn: object | null) =>
    as(
      db.sql,
      us.owner,
      (tx) =>
        tx`select * from set_overtime_policy(${preset}, '2026-03-01', based_on_param => ${basedOn && tx.json(basedOn as never)})`,
    ).then(([row]) => row);
  const none = { preset: null, policy: null };
  const first = await set('CA', none);
  const detail = await refusal(set('CO', none));
  expect(detail.fields[0]).toMatchObject({ based_on: null, saved: first?.['policy'] });
  const presetNow = async () =>
    (
      await db.sql`select preset from overtime_policies where company_id = ${us.id} and effective_from = '2026-03-01'`
    )[0]?.['preset'];
  expect(await presetNow()).toBe('CA');
  await set('CO', { preset: 'CA', policy: first?.['policy'] });
  expect(await presetNow()).toBe('CO');
  await set('FLSA', null);
  expect(await presetNow()).toBe('FLSA');
});
