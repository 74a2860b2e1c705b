import { describe, expect, test } from 'vitest';
import { as, openCompanies, type Person, type Tx } from './world.ts';

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
