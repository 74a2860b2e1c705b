import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testOnOurServer } from '../../testing/hosted.ts';
import { as, makeCompany, openCompany, type Person } from './world.ts';

const { db, us } = await openCompany();
let last = 5552000000;

/** Someone who joined with a phone number, as the platform does it. */
async function join(role = 'employee'): Promise<Person> {
  last += 1;
  const phone = `1${last}`;
  const [person] = await as(
    db.sql,
    us.owner,
    (tx) =>
      tx`insert into employees (first_name, phone, role) values ('Beto', ${`+${phone}`}, ${role}) returning id`,
  );
  await as(db.sql, us.owner, (tx) => tx`select create_invitation_link(${person?.['id']})`);
  const [invitation] = await db.sql`
    select id, email, phone from employee_invitations where employee_id = ${person?.['id']}`;
  expect(invitation).toMatchObject({ email: null, phone });
  const userId = randomUUID();
  await db.sql`insert into auth.users (id, phone, aud, role) values (${userId}, ${phone}, 'authenticated', 'authenticated')`;
  await db.sql`update auth.users set phone_confirmed_at = now(),
    raw_app_meta_data = ${db.sql.json({ address_vouched_by: invitation?.['id'] })} where id = ${userId}`;
  return { userId, email: '', employeeId: person?.['id'], companyId: us.id };
}

test('numbers as people write them', async () => {
  const read = async (text: string) =>
    (await db.sql`select private.phone_digits(${text}) as digits`)[0]?.['digits'];
  expect(await read('(555) 210-0199')).toBe('15552100199');
  expect(await read('1 555.210.0199')).toBe('15552100199');
  expect(await read('+52 55 1234 5678')).toBe('525512345678');
  for (const vague of ['12345', 'ext. 12', '', 'maria@example.com', '055 1234 567']) {
    expect(await read(vague), vague).toBeNull();
  }
});

testOnOurServer('the account of a phone link is linked; a number alone links nothing', async () => {
  const person = await join();
  const [row] = await as(db.sql, person, (tx) => tx`select id from employees`);
  expect(row?.['id']).toBe(person.employeeId);
  const [open] = await as(
    db.sql,
    us.owner,
    (tx) =>
      tx`insert into employees (first_name, phone) values ('Cy', '+15553330001') returning id`,
  );
  await as(db.sql, us.owner, (tx) => tx`select create_invitation_link(${open?.['id']})`);
  const userId = randomUUID();
  await db.sql`insert into auth.users (id, phone, aud, role) values (${userId}, '15553330001', 'authenticated', 'authenticated')`;
  await db.sql`update auth.users set phone_confirmed_at = now() where id = ${userId}`;
  const [still] = await db.sql`select user_id from employees where id = ${open?.['id']}`;
  expect(still?.['user_id']).toBeNull();
});

testOnOurServer(
  'a recovery link is made by managers below them, audited, and told to the person',
  async () => {
    const person = await join();
    const [made] = await as(
      db.sql,
      us.manager,
      (tx) => tx`select * from create_recovery_link(${person.employeeId})`,
    );
    expect(made?.['token']).toHaveLength(64);
    const told = await as(db.sql, person, (tx) => tx`select * from my_recovery()`);
    expect(told).toMatchObject([{ made_by_name: 'manager Example' }]);
    expect(await as(db.sql, us.colleague, (tx) => tx`select * from my_recovery()`)).toHaveLength(0);
    const [event] = await db.sql`
    select actor_id, entity, after ->> 'recovery_made_by' as by from audit_events
     where employee_id = ${person.employeeId} order by sequence desc limit 1`;
    expect(event).toEqual({
      actor_id: us.manager.userId,
      entity: 'employees',
      by: us.manager.userId,
    });
  },
);

testOnOurServer('a recovery link is refused to everyone else', async () => {
  const [worker, boss, other] = [await join(), await join('manager'), await makeCompany(db.sql)];
  const attempt = (who: Person | 'anon', id: string) =>
    as(db.sql, who, (tx) => tx`select * from create_recovery_link(${id})`);
  await expect(attempt('anon', worker.employeeId)).rejects.toMatchObject({ code: '42501' });
  for (const who of [us.foreman, us.employee, worker]) {
    await expect(attempt(who, worker.employeeId)).rejects.toMatchObject({ hint: 'managers_only' });
  }
  await expect(attempt(other.owner, worker.employeeId)).rejects.toMatchObject({
    hint: 'cannot_recover',
  });
  await expect(attempt(us.manager, boss.employeeId)).rejects.toMatchObject({ hint: 'owners_only' });
  await expect(attempt(boss, boss.employeeId)).rejects.toMatchObject({ code: expect.anything() });
  await expect(attempt(us.owner, us.employee.employeeId)).rejects.toMatchObject({
    hint: 'cannot_recover',
  });
  const links = await db.sql`
    select from auth.invite_links where user_id in (${worker.userId}, ${boss.userId})`;
  expect(links).toHaveLength(0);
  await expect(
    as(
      db.sql,
      us.manager,
      (tx) => tx`update employees set recovery_made_at = null where id = ${worker.employeeId}`,
    ),
  ).rejects.toMatchObject({ code: '42501' });
});
