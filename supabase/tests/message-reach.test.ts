import { expect, test } from 'vitest';
import { openCompanies } from './world.ts';

const { db, us, them, act } = await openCompanies();

const rules = (who: typeof us.owner) =>
  act(who, (tx) => tx`select * from company_notification_table() where event = 'shift_published'`);

test('an owner decides for everyone; managers read who did, and whom it concerns', async () => {
  const force = (who: typeof us.owner) =>
    act(
      who,
      (tx) => tx`insert into company_notification_rules (event, channel, default_on, forced)
        values ('shift_published', 'mail', true, true)`,
    );
  for (const who of [us.manager, us.employee]) {
    await expect(force(who)).rejects.toThrow(/row-level security/);
  }
  await force(us.owner);
  const [push, mail] = await rules(us.manager);
  const [{ count } = {}] =
    await db.sql`select count(*)::int as count from employees where company_id = ${us.id} and active`;
  expect(push).toMatchObject({ channel: 'push', forced: false, decided_by: null, people: count });
  const [owner] = await db.sql`select first_name, last_name from employees
    where company_id = ${us.id} and id = ${us.owner.employeeId}`;
  expect(mail).toMatchObject({
    channel: 'mail',
    forced: true,
    forceable: true,
    decided_by: `${owner?.['first_name']} ${owner?.['last_name']}`.trim(),
  });
  const [other] = (await rules(them.manager)).filter(({ channel }) => channel === 'mail');
  expect(other).toMatchObject({ forced: false, decided_by: null });
  for (const who of [us.employee, us.foreman]) {
    await expect(rules(who)).rejects.toMatchObject({ hint: 'managers_only' });
  }
});

test('whom a channel does not reach is listed with the reason, for managers of the company alone', async () => {
  await db.sql`insert into employees (company_id, first_name, last_name, role) values (${us.id}, 'No', 'Account', 'employee')`;
  const people = await act(us.manager, (tx) => tx`select * from people_to_reach()`);
  expect(people.find(({ first_name }) => first_name === 'No')).toMatchObject({
    has_account: false,
    mail_gap: 'no_address',
    push_gap: 'no_device',
  });
  const withMail = people.find(({ employee_id }) => employee_id === us.employee.employeeId);
  expect(withMail).toMatchObject({ has_account: true, mail_gap: null });
  const ids = people.map(({ employee_id }) => employee_id);
  expect(ids).not.toContain(us.deactivated.employeeId);
  expect(ids).not.toContain(them.employee.employeeId);
  await expect(act(us.foreman, (tx) => tx`select * from people_to_reach()`)).rejects.toMatchObject({
    hint: 'managers_only',
  });
});

test('a test goes to oneself by what reaches one, says why the rest does not, and is limited', async () => {
  const send = async () => {
    const [row] = await act(us.employee, (tx) => tx`select send_test_notification() as id`);
    return row?.['id'];
  };
  const id = await send();
  const sent = await act(
    us.employee,
    (tx) =>
      tx`select channel, status, error from notifications_sent where notification_id = ${id} order by channel`,
  );
  expect(sent).toEqual([
    { channel: 'mail', status: 'waiting', error: null },
    { channel: 'push', status: 'failed', error: 'no_device' },
    { channel: 'sms', status: 'failed', error: 'not_set_up' },
  ]);
  const [bell] = await act(us.employee, (tx) => tx`select event, path from notifications`);
  expect(bell).toEqual({ event: 'test', path: '/settings?tab=notifications' });
  for (let count = 1; count < 5; count++) expect(await send()).not.toBe(id);
  await expect(send()).rejects.toMatchObject({ hint: 'too_many_tests' });
  for (const who of [us.deactivated, 'anon' as const]) {
    await expect(act(who, (tx) => tx`select send_test_notification()`)).rejects.toMatchObject({
      code: '42501',
    });
  }
  const [{ count } = {}] =
    await db.sql`select count(*)::int as count from notifications where event = 'test'`;
  expect(count).toBe(5);
});
