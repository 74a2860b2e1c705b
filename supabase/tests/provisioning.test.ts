import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
type Provisioned = { id: string; email: string; active: boolean; external_id: string | null };

const save = async (who: Person, id: string | null, person: object) =>
  (
    await act(
      who,
      (tx) => tx`select provision_person(${id}, ${tx.json(person as never)}) as person`,
    )
  )[0]?.['person'] as Provisioned;
const find = async (who: Person, email: string) =>
  (await act(who, (tx) => tx`select provisioned_people(email_param => ${email}) as found`))[0]?.[
    'found'
  ] as { total: number; people: Provisioned[] };
const newEmail = () => `Dir-${randomUUID()}@acme.test`;

test('a directory adds people, who are invited, and finds them again', async () => {
  const email = newEmail();
  const added = await save(us.owner, null, { email, first_name: 'Ana', external_id: 'okta-1' });
  expect(added).toMatchObject({ email: email.toLowerCase(), active: true, external_id: 'okta-1' });
  expect(await find(us.owner, email)).toMatchObject({ total: 1, people: [{ id: added.id }] });
  const invited =
    await db.sql`select email from employee_invitations where employee_id = ${added.id}`;
  expect(invited).toHaveLength(1);
  await expect(save(us.owner, null, { email })).rejects.toMatchObject({ code: '23505' });
  await expect(save(us.owner, null, { email: ' ' })).rejects.toMatchObject({
    hint: 'email_required',
  });
});

test('it closes access and opens it again, deletes nothing and leaves roles and accounts', async () => {
  const person = await hire(db.sql, us.owner, 'foreman');
  const before = await db.sql`select * from employees where id = ${person.employeeId}`;
  await save(us.owner, person.employeeId, {
    active: false,
    role: 'owner',
    email: 'taken@over.test',
  });
  const [after] = await db.sql`select * from employees where id = ${person.employeeId}`;
  expect(after).toMatchObject({ active: false, role: 'foreman', email: before[0]?.['email'] });
  await save(us.owner, person.employeeId, { active: true, last_name: 'Ruiz' });
  const [again] = await db.sql`select * from employees where id = ${person.employeeId}`;
  expect(again).toMatchObject({ active: true, last_name: 'Ruiz', user_id: person.userId });
});

test('the last owner stays, and managers do not touch owners', async () => {
  await expect(save(us.owner, us.owner.employeeId, { active: false })).rejects.toMatchObject({
    hint: 'last_owner',
  });
  const manager = await hire(db.sql, us.owner, 'manager');
  await expect(save(manager, us.owner.employeeId, { active: false })).rejects.toMatchObject({
    hint: 'owners_only',
  });
  const [owner] = await db.sql`select active from employees where id = ${us.owner.employeeId}`;
  expect(owner).toEqual({ active: true });
});

test('nobody below a manager and nobody of another company reads or writes', async () => {
  const email = newEmail();
  const added = await save(us.owner, null, { email, first_name: 'Ana' });
  for (const who of [us.employee, await hire(db.sql, us.owner, 'foreman')]) {
    await expect(save(who, added.id, { active: false })).rejects.toMatchObject({ code: '42501' });
    await expect(find(who, email)).rejects.toMatchObject({ code: '42501' });
  }
  await expect(save(them.owner, added.id, { active: false })).rejects.toMatchObject({
    hint: 'employee_not_found',
  });
  expect(await find(them.owner, email)).toEqual({ total: 0, people: [] });
  expect(await find(us.owner, email)).toMatchObject({ people: [{ active: true }] });
});
