import { afterAll, beforeAll, expect } from 'vitest';
import { testOnOurServer as test } from '../../testing/hosted.ts';
import {
  connect,
  type RealtimeServer,
  signToken,
  startRealtime,
} from '../../testing/realtime-server.ts';
import { listen, settle, some, subscribed } from '../../testing/realtime-stage.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { as, type Company, hire, makeCompany, type Person } from './world.ts';

let db: TestDatabase;
let server: RealtimeServer;
let us: Company;
let them: Company;

beforeAll(async () => {
  db = await createTestDatabase({ connections: 20 });
  us = await makeCompany(db.sql);
  them = await makeCompany(db.sql);
  server = await startRealtime(db);
});
afterAll(async () => {
  await server.stop();
  await db.drop();
});

async function watch(who: Person, table = 'time_entries') {
  const client = await connect(server, await signToken({ sub: who.userId }));
  const watching = listen(client, { table });
  const statuses: string[] = [];
  watching.channel.subscribe((status) => statuses.push(status));
  await settle(() => statuses, some);
  expect(statuses).toEqual(['SUBSCRIBED']);
  return { ...watching, statuses, close: () => client.removeAllChannels() };
}

test('A clock-in shows on the screens of its company and of nobody else', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  const colleague = await hire(db.sql, us.owner, 'employee');
  const screens = await Promise.all(
    [us.manager, worker, colleague, them.owner].map((who) => watch(who)),
  );
  const [manager, own, other, stranger] = screens;
  await as(db.sql, worker, (tx) => tx`select clock_in(${us.project})`);
  await as(db.sql, them.employee, (tx) => tx`select clock_in(${them.project})`);
  for (const screen of [manager, own, stranger]) await settle(() => screen?.events ?? [], some);
  expect(manager?.events.map((event) => event.new.employee_id)).toEqual([worker.employeeId]);
  expect(own?.events.map((event) => event.new.employee_id)).toEqual([worker.employeeId]);
  expect(stranger?.events.map((event) => event.new.employee_id)).toEqual([
    them.employee.employeeId,
  ]);
  expect(other?.events).toEqual([]);
  await Promise.all(screens.map((screen) => screen.close()));
});

test('A role of the company shows the clock-ins of its scope, and no others', async () => {
  const [viewer, inside, outside] = await Promise.all(
    [1, 2, 3].map(() => hire(db.sql, us.owner, 'employee')),
  );
  if (!viewer || !inside || !outside) throw new Error('Nobody was hired.');
  const [group] = await db.sql`insert into employee_groups (company_id, name)
    values (${us.id}, 'Night shift') returning id`;
  await db.sql`insert into employee_group_members (company_id, group_id, employee_id)
    values (${us.id}, ${group?.['id'] as string}, ${inside.employeeId})`;
  const [role] = await db.sql`insert into company_roles (company_id, name, rights, scope, group_id)
    values (${us.id}, 'Timekeeper', '{edit_time}', 'group', ${group?.['id'] as string}) returning id`;
  await db.sql`update employees set company_role_id = ${role?.['id'] as string} where id = ${viewer.employeeId}`;
  const screen = await watch(viewer);
  await as(db.sql, outside, (tx) => tx`select clock_in(${us.project})`);
  await as(db.sql, inside, (tx) => tx`select clock_in(${us.project})`);
  await settle(() => screen.events, some);
  expect(screen.events.map((event) => event.new.employee_id)).toEqual([inside.employeeId]);
  await screen.close();
});

test('Whoever is deactivated loses open channels at once', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  const screen = await watch(worker);
  const spared = await watch(us.manager);
  await as(db.sql, us.manager, (tx) => tx`select deactivate_employee(${worker.employeeId})`);
  await settle(
    () => screen.statuses,
    (statuses) => statuses.at(-1) === 'CLOSED',
  );
  expect(spared.statuses).toEqual(['SUBSCRIBED']);
  const again = await connect(server, await signToken({ sub: worker.userId }));
  const back = listen(again, { table: 'time_entries' });
  expect(await subscribed(back.channel)).toBe('SUBSCRIBED');
  await as(db.sql, us.employee, (tx) => tx`select clock_in(${us.project})`);
  await settle(() => spared.events, some);
  expect(back.events).toEqual([]);
  await Promise.all([spared.close(), again.removeAllChannels()]);
});

test('Who is taken off a project hears nothing of it from then on, however many listen', async () => {
  const people: Person[] = [];
  for (let count = 0; count < 10; count++) people.push(await hire(db.sql, us.owner, 'employee'));
  const [open, closed] = await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into projects (name) values ('Open'), ('Closed') returning id`,
  );
  const screens = await Promise.all(people.map((person) => watch(person, 'projects')));
  const rename = (id: string, name: string) =>
    as(db.sql, us.owner, (tx) => tx`update projects set name = ${name} where id = ${id}`);
  const heard = () => screens.map(({ events }) => events.map((event) => event.new.name));

  await rename(closed?.['id'], 'Before');
  await settle(heard, (names) => names.every((list) => list.includes('Before')));
  await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into project_members (project_id, employee_id)
      values (${closed?.['id']}, ${people[0]?.employeeId ?? null})`,
  );
  await rename(closed?.['id'], 'After');
  await rename(open?.['id'], 'End');
  await settle(heard, (names) => names.every((list) => list.includes('End')));
  expect(heard()).toEqual(
    screens.map((_, index) => (index === 0 ? ['Before', 'After', 'End'] : ['Before', 'End'])),
  );
  await Promise.all(screens.map(({ close }) => close()));
});
