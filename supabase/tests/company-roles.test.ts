import { describe, expect, test } from 'vitest';
import { RIGHT_SCOPES } from '@/entities/company-role/rights';
import { pairedTablet, workerWithPin } from './kiosk-stage.ts';
import { asToken, type Made, makeToken } from './token-stage.ts';
import { as, hire, hoursAgo, openCompanies, type Person, type Tx } from './world.ts';

// Roles of a company's own (docs/permissions.md, decision 494).

const { db, us, them } = await openCompanies();

/** What a refusal says: its hint, or the constraint it names. */
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    (error: { hint?: string; constraint?: string; constraint_name?: string; code?: string }) =>
      error.hint || error.constraint || error.constraint_name || error.code,
  );
const asOwner = <T>(story: (tx: Tx) => Promise<T>) => as(db.sql, us.owner, story);

async function makeGroup(people: readonly Person[] = [], name = crypto.randomUUID()) {
  return asOwner(async (tx) => {
    const [row] = await tx`insert into employee_groups (name) values (${name}) returning id`;
    const id = row?.['id'] as string;
    for (const { employeeId } of people)
      await tx`insert into employee_group_members (group_id, employee_id) values (${id}, ${employeeId})`;
    return id;
  });
}

async function makeRole({
  rights = ['see_rates'],
  scope = 'everyone',
  group = null as string | null,
  base = 'employee',
  name = crypto.randomUUID() as string,
} = {}) {
  const [row] = await asOwner(
    (tx) => tx`insert into company_roles (name, base, rights, scope, group_id)
      values (${name}, ${base}, ${rights}, ${scope}, ${group}) returning id`,
  );
  return row?.['id'] as string;
}

const giveRole = (person: Person, role: string | null, by: Person = us.owner) =>
  as(
    db.sql,
    by,
    (tx) => tx`update employees set company_role_id = ${role} where id = ${person.employeeId}
      returning role, company_role_id`,
  );
const roleOf = async ({ employeeId }: Person) =>
  (await db.sql`select role, company_role_id from employees where id = ${employeeId}`)[0];

describe('a role', () => {
  test.each([
    [{ name: ' ' }, 'company_roles_name_length'],
    [{ rights: ['fly'] }, 'company_roles_rights_known'],
    [{ rights: [] }, 'company_roles_rights_given'],
    [{ scope: 'planet' }, 'company_roles_scope_known'],
    [{ scope: 'group' }, 'company_roles_group_given'],
    [{ base: 'manager' }, 'company_roles_base_known'],
    [{ rights: ['payroll'], scope: 'own_crews' }, 'company_roles_scope_of_payroll'],
    [{ rights: ['budgets'], scope: 'own_crews' }, 'company_roles_scope_of_projects'],
  ])('that makes no sense is refused in words: %o', async (role, words) => {
    const before = (await db.sql`select id from company_roles`).length;
    expect(await refusal(makeRole(role))).toBe(words);
    expect(await db.sql`select id from company_roles`).toHaveLength(before);
  });

  test('is not about the group of another company', async () => {
    const [theirs] = await as(
      db.sql,
      them.owner,
      (tx) => tx`insert into employee_groups (name) values ('Theirs') returning id`,
    );
    expect(await refusal(makeRole({ scope: 'group', group: theirs?.['id'] as string }))).toBe(
      'company_roles_group',
    );
  });

  test('is made, changed and given by owners alone', async () => {
    const role = await makeRole();
    for (const person of [us.manager, us.foreman, us.employee]) {
      expect(
        await refusal(
          as(
            db.sql,
            person,
            (tx) => tx`insert into company_roles (name, rights, scope)
              values ('Mine', '{see_rates}', 'everyone')`,
          ),
        ),
      ).toBe('42501');
      await as(db.sql, person, (tx) => tx`update company_roles set rights = '{payroll}'`);
    }
    const [row] = await db.sql`select rights from company_roles where id = ${role}`;
    expect(row?.['rights']).toEqual(['see_rates']);
    expect(await refusal(giveRole(us.employee, role, us.manager))).toBe('owners_only');
    expect(await giveRole(us.employee, role, us.employee)).toHaveLength(0);
    expect(await roleOf(us.employee)).toEqual({ role: 'employee', company_role_id: null });
  });

  test('is for employees and foremen; the last owner keeps every right', async () => {
    const role = await makeRole();
    expect(await refusal(giveRole(us.owner, role))).toBe('role_for_workers');
    expect(await refusal(giveRole(us.manager, role))).toBe('role_for_workers');
    expect(await roleOf(us.owner)).toEqual({ role: 'owner', company_role_id: null });
    expect(await refusal(giveRole(us.employee, crypto.randomUUID()))).toBe('role_unknown');
  });

  test('brings its base, follows it, and ends with another built-in role', async () => {
    const role = await makeRole({ base: 'foreman' });
    expect(await giveRole(us.colleague, role)).toEqual([
      { role: 'foreman', company_role_id: role },
    ]);
    await asOwner((tx) => tx`update company_roles set base = 'employee' where id = ${role}`);
    expect(await roleOf(us.colleague)).toEqual({ role: 'employee', company_role_id: role });
    await asOwner(
      (tx) => tx`update employees set role = 'manager' where id = ${us.colleague.employeeId}`,
    );
    expect(await roleOf(us.colleague)).toEqual({ role: 'manager', company_role_id: null });
    await asOwner(
      (tx) => tx`update employees set role = 'employee' where id = ${us.colleague.employeeId}`,
    );
  });

  test('that somebody has, and a group that a role is about, are not deleted', async () => {
    const group = await makeGroup([us.colleague]);
    const role = await makeRole({ scope: 'group', group });
    await giveRole(us.employee, role);
    expect(await refusal(asOwner((tx) => tx`delete from company_roles where id = ${role}`))).toBe(
      'role_in_use',
    );
    expect(
      await refusal(asOwner((tx) => tx`delete from employee_groups where id = ${group}`)),
    ).toBe('group_in_use');
    await giveRole(us.employee, null);
    await asOwner((tx) => tx`delete from company_roles where id = ${role}`);
    await asOwner((tx) => tx`delete from employee_groups where id = ${group}`);
    expect(await db.sql`select id from employee_group_members where group_id = ${group}`).toEqual(
      [],
    );
  });
});

/** Time of a person, two hours of it, entered by the company. */
async function work(person: Person, from: number, project = us.project) {
  const [row] =
    await db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in, clock_out)
      values (${us.id}, ${person.employeeId}, ${project}, ${hoursAgo(from)}, ${hoursAgo(from - 2)}) returning id, work_date::text as day`;
  return { id: row?.['id'] as string, day: row?.['day'] as string };
}
const noteOf = async (id: string) =>
  (await db.sql`select notes from time_entries where id = ${id}`)[0]?.['notes'];

test('managers and people without a role never reach what roles open: PostgreSQL asks policies from the last name to the first', async () => {
  const late = await db.sql`select p.polname as name from pg_policy p
    where pg_get_expr(coalesce(p.polqual, p.polwithcheck), p.polrelid) like '%.has\\_%right(%' and p.polname not like 'Company roles %'
      and p.polname not like 'Foremen %'`;
  const between =
    await db.sql`select p.polrelid::regclass as table, p.polname as name from pg_policy p
    where p.polname not like 'Company roles %' and p.polpermissive and exists (select from pg_policy r
      where r.polrelid = p.polrelid and r.polname like 'Company roles %' and r.polname collate "C" > p.polname collate "C")`;
  expect([...late, ...between]).toEqual([]);
});

test('the builder offers what the database takes', async () => {
  const rows = await db.sql`select name, scopes from private.rights() order by name`;
  expect(Object.fromEntries(rows.map(({ name, scopes }) => [name, scopes]))).toEqual(RIGHT_SCOPES);
});

describe('a timekeeper of a group', () => {
  test('corrects the time of the group with a reason, and of nobody else', async () => {
    const [timekeeper, inside, outside] = await Promise.all(
      [1, 2, 3].map(() => hire(db.sql, us.owner, 'employee')),
    );
    if (!timekeeper || !inside || !outside) throw new Error('Nobody was hired.');
    const group = await makeGroup([inside, timekeeper]);
    await giveRole(timekeeper, await makeRole({ rights: ['edit_time'], scope: 'group', group }));
    const theirs = await work(inside, 30);
    const others = await work(outside, 30);
    const own = await work(timekeeper, 30);
    await db.sql`update companies set own_time_edit = 'not_allowed' where id = ${us.id}`;
    const change = (id: string, reason?: string) =>
      as(
        db.sql,
        timekeeper,
        (
          tx,
        ) => tx`update time_entries set notes = 'Corrected', clock_in = clock_in + interval '5 minutes'
          where id = ${id} returning id`,
        reason ? { 'x-reason': reason } : {},
      );
    expect(await refusal(change(theirs.id))).toBe('reason_required');
    expect(await change(theirs.id, 'Forgot to punch')).toHaveLength(1);
    expect(await change(others.id, 'Curious')).toHaveLength(0);
    expect(await noteOf(others.id)).toBeNull();
    // The right is not about oneself: the company's rule about own time holds.
    expect(await refusal(change(own.id, 'More hours'))).toBe('own_time_edit_refused');
    const list = await as(
      db.sql,
      timekeeper,
      (tx) => tx`select list_time_entries(${hoursAgo(48)}, ${hoursAgo(1)}) as list`,
    );
    const entries = list.flatMap((row) => (row['list'] as { entries: { id: string }[] }).entries);
    expect(entries.map(({ id }) => id).sort()).toEqual([own.id, theirs.id].sort());
    expect(
      await refusal(
        as(
          db.sql,
          timekeeper,
          (tx) => tx`insert into time_entries (employee_id, project_id, clock_in, clock_out)
            values (${outside.employeeId}, ${us.project}, ${hoursAgo(20)}, ${hoursAgo(19)})`,
        ),
      ),
    ).toBe('42501');
    await db.sql`update companies set own_time_edit = 'allowed' where id = ${us.id}`;
  });

  test('approves whole days alone: one with a project out of scope is refused', async () => {
    const [approver, person] = await Promise.all(
      [1, 2].map(() => hire(db.sql, us.owner, 'employee')),
    );
    if (!approver || !person) throw new Error('Nobody was hired.');
    const [project, other] = await db.sql`insert into projects (company_id, name)
      values (${us.id}, 'Own'), (${us.id}, 'Other') returning id`;
    const [mine, theirs] = [project?.['id'] as string, other?.['id'] as string];
    await db.sql`insert into project_members (company_id, project_id, employee_id)
      values (${us.id}, ${mine}, ${approver.employeeId}), (${us.id}, ${mine}, ${person.employeeId})`;
    await giveRole(approver, await makeRole({ rights: ['approve_time'], scope: 'own_projects' }));
    const entry = await work(person, 80, mine);
    const approve = () =>
      as(
        db.sql,
        approver,
        (tx) => tx`select approve_time(${person.employeeId}, ${entry.day}, ${entry.day}) as days`,
      );
    const elsewhere = await work(person, 77, theirs);
    if (elsewhere.day === entry.day) expect(await refusal(approve())).toBe('out_of_scope');
    await db.sql`delete from time_entries where id = ${elsewhere.id}`;
    expect(await approve()).toEqual([{ days: 1 }]);
    const overview = await as(
      db.sql,
      approver,
      (tx) => tx`select employee_id, hourly_rate, total_earnings, days_approved
        from payroll_overview(${entry.day}, ${entry.day})`,
    );
    expect(overview).toEqual([
      { employee_id: person.employeeId, hourly_rate: null, total_earnings: null, days_approved: 1 },
    ]);
    expect(
      await refusal(
        as(
          db.sql,
          approver,
          (tx) => tx`select approve_time(${us.colleague.employeeId}, ${entry.day}, ${entry.day})`,
        ),
      ),
    ).toBe('out_of_scope');
  });
});

test('a token has the rights of its person’s role, cut by scopes, and ends with the role', async () => {
  const person = await hire(db.sql, us.owner, 'manager');
  const asManager = await makeToken(db.sql, person, ['payroll:read']);
  const readRates = (made: Made) =>
    refusal(
      asToken(db.sql, made, [], async (tx) => {
        const rates = await tx`select employee_id from employee_rates`;
        expect(rates.length).toBeGreaterThan(1);
      }),
    );
  expect(await readRates(asManager)).toBe('accepted');
  await asOwner((tx) => tx`update employees set role = 'employee' where id = ${person.employeeId}`);
  await giveRole(person, await makeRole({ rights: ['see_rates'] }));
  expect(await readRates(asManager)).toBe('invalid_token');
  const asClerk = await makeToken(db.sql, person, ['payroll:read', 'time:read']);
  expect(await readRates(asClerk)).toBe('accepted');
  const others = await asToken(
    db.sql,
    asClerk,
    [],
    (tx) => tx`select id from time_entries where employee_id <> ${person.employeeId}`,
  );
  expect(others).toEqual([]);
  await giveRole(person, null);
  expect(await readRates(asClerk)).toBe('invalid_token');
});

test('at a tablet a role changes nothing: the same choices, and the tablet itself has no rights', async () => {
  const kiosk = await pairedTablet(db.sql, us);
  const person = await workerWithPin(db.sql, us);
  await db.sql`insert into projects (company_id, name, manager_id) values (${us.id}, 'Run by them', ${person.employeeId})`;
  const choices = async () => {
    const [row] = await as(
      db.sql,
      kiosk,
      (tx) => tx`select kiosk_person(${person.employeeId}, '4711') as person`,
    );
    return row?.['person'] as { projects: unknown[] };
  };
  const before = await choices();
  const rights = Object.keys(RIGHT_SCOPES);
  await giveRole(person, await makeRole({ rights }));
  expect(await choices()).toEqual(before);
  const [punch] = await as(
    db.sql,
    kiosk,
    (tx) =>
      tx`select result from kiosk_punch(${person.employeeId}, '4711', 'clock_in', ${us.project})`,
  );
  expect(punch).toEqual({ result: 'done' });
  for (const table of [
    'time_entries',
    'employees',
    'employee_rates',
    'projects',
    'budgets',
    'photos',
  ])
    expect([table, await as(db.sql, kiosk, (tx) => tx.unsafe(`select from ${table}`))]).toEqual([
      table,
      [],
    ]);
  expect(
    await refusal(as(db.sql, person, (tx) => tx`select create_kiosk('Mine', ${us.project})`)),
  ).toBe('managers_only');
});

describe('a role with tickets', () => {
  test('sees the photos of its projects and their files, not what is private, deleted or elsewhere', async () => {
    const person = await hire(db.sql, us.owner, 'employee');
    const [mine, other] = await db.sql`insert into projects (company_id, name, manager_id)
      values (${us.id}, 'Ours', ${person.employeeId}), (${us.id}, 'Elsewhere', null) returning id`;
    for (const project of [mine, other])
      await db.sql`insert into project_members (company_id, project_id, employee_id)
        values (${us.id}, ${project?.['id'] as string}, ${us.colleague.employeeId})`;
    const photo = async (project: string, values: object = {}) => {
      const [row] = await db.sql`insert into photos ${db.sql({
        company_id: us.id,
        project_id: project,
        employee_id: us.colleague.employeeId,
        sha256: 'a'.repeat(64),
        uploaded_at: new Date(),
        ...values,
      })} returning path`;
      const path = row?.['path'] as string;
      await db.sql`insert into storage.objects (bucket_id, name) values ('photos', ${path}) on conflict do nothing`;
      return path;
    };
    const shown = await photo(mine?.['id'] as string);
    await photo(mine?.['id'] as string, { is_private: true });
    await photo(mine?.['id'] as string, { deleted_at: new Date() });
    await photo(other?.['id'] as string);
    const files = async () =>
      (
        await as(
          db.sql,
          person,
          (tx) => tx`select name from storage.objects where bucket_id = 'photos'`,
        )
      ).map(({ name }) => name as string);
    expect(await files()).toEqual([]);
    await giveRole(person, await makeRole({ rights: ['budgets'], scope: 'own_projects' }));
    expect(await files()).toEqual([]);
    await giveRole(person, await makeRole({ rights: ['tickets'], scope: 'own_projects' }));
    expect(await files()).toEqual([shown]);
    await giveRole(person, null);
    expect(await files()).toEqual([]);
  });
});

test('the search finds customers for who manages lists of the company', async () => {
  const person = await hire(db.sql, us.owner, 'employee');
  await db.sql`insert into customers (company_id, name) values (${us.id}, 'Harborview Trust')`;
  const found = () =>
    as(db.sql, person, (tx) => tx`select kind, title from search_records('harborview')`);
  expect(await found()).toEqual([]);
  await giveRole(person, await makeRole({ rights: ['manage_lists'], scope: 'own_projects' }));
  expect(await found()).toEqual([]);
  await giveRole(person, await makeRole({ rights: ['manage_lists'] }));
  expect(await found()).toEqual([{ kind: 'customer', title: 'Harborview Trust' }]);
});

describe('a scope follows from what managers decided', () => {
  async function holder() {
    const person = await hire(db.sql, us.owner, 'employee');
    const [project] = await asOwner(
      (tx) =>
        tx`insert into projects (name, manager_id) values (${crypto.randomUUID()}, ${person.employeeId}) returning id`,
    );
    await giveRole(
      person,
      await makeRole({ rights: ['edit_time', 'see_rates', 'approve_time'], scope: 'own_projects' }),
    );
    return { person, project: project?.['id'] as string };
  }
  const ratesSeen = (person: Person) =>
    as(db.sql, person, (tx) => tx`select distinct employee_id from employee_rates order by 1`);
  const enter = (by: Person, of: Person, project: string, hours: number) =>
    as(
      db.sql,
      by,
      (tx) => tx`insert into time_entries (employee_id, project_id, clock_in, clock_out)
      values (${of.employeeId}, ${project}, ${hoursAgo(hours)}, ${hoursAgo(hours - 0.02)})`,
    );

  test('time that its holder enters for others opens nobody', async () => {
    const { person, project } = await holder();
    const before = await ratesSeen(person);
    for (const other of [us.owner, us.manager, us.foreman, us.colleague])
      expect(await refusal(enter(person, other, project, 300))).toBe('42501');
    const id = crypto.randomUUID();
    const event = {
      id,
      device_id: 'phone',
      sequence: 1,
      kind: 'entry',
      happened_at: new Date().toISOString(),
      offset_ms: 0,
      employee_id: us.owner.employeeId,
      payload: {
        entry_id: id,
        project_id: project,
        clock_in: hoursAgo(310),
        clock_out: hoursAgo(309),
        reason: 'x',
      },
    };
    const [held] = await as(
      db.sql,
      person,
      (tx) => tx`select result from sync_events(${tx.json([event] as never)})`,
    );
    expect(held?.['result']).toBe('held');
    // On the team they are covered, by a manager's decision, and time for them is.
    await asOwner(
      (tx) =>
        tx`insert into project_members (project_id, employee_id) values (${project}, ${us.colleague.employeeId})`,
    );
    expect(await refusal(enter(person, us.colleague, project, 300))).toBe('accepted');
    await asOwner(
      (tx) =>
        tx`delete from project_members where project_id = ${project} and employee_id = ${us.colleague.employeeId}`,
    );
    expect(await ratesSeen(person)).toEqual(before);
    // Who worked there by their own clock is covered.
    const worker = await hire(db.sql, us.owner, 'employee');
    await as(db.sql, worker, (tx) => tx`select clock_in(${project})`);
    expect((await ratesSeen(person)).length).toBe(before.length + 1);
  });

  test('an overlap does not show an entry outside the scope', async () => {
    const { person, project } = await holder();
    const worker = await hire(db.sql, us.owner, 'employee');
    await asOwner(
      (tx) =>
        tx`insert into project_members (project_id, employee_id) values (${project}, ${worker.employeeId})`,
    );
    const overlap = (hours: number) =>
      enter(person, worker, project, hours).then(
        () => 'accepted',
        (error: { detail?: string; hint?: string }) => [error.hint, error.detail ?? ''],
      );
    await enter(us.manager, worker, us.project, 320);
    expect(await overlap(320.01)).toEqual(['time_overlap', '']);
    await enter(us.manager, worker, project, 340);
    expect(await overlap(340.01)).toEqual(['time_overlap', expect.stringContaining(project)]);
  });
});
