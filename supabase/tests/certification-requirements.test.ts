import { beforeAll, expect, test } from 'vitest';
import { hire, openCompanies, type Person } from './world.ts';

// Who needs which certificate, who is told that it is missing, and that nothing is refused for it.
const { db, us, them, act } = await openCompanies();
let osha: string;
let crane: string;
let cranes: string;
let site: string;

const insert = (who: Person, values: Record<string, string>) =>
  act(who, (tx) => tx`insert into certification_requirements ${tx(values as never)} returning id`);
const missing = (who: Person) => act(who, (tx) => tx`select * from missing_certificates()`);
const today = async () =>
  (await db.sql`select private.company_today(${us.id})::text as day`)[0]?.['day'] as string;

beforeAll(async () => {
  const made = await act(us.manager, async (tx) => {
    const types = await tx`insert into certification_types (name, warn_days)
      values ('OSHA 10', 30), ('Crane operator', 30) returning id`;
    const [cls] = await tx`insert into equipment_classes (name) values ('Cranes') returning id`;
    const [project] = await tx`insert into projects (name) values ('Tower') returning id`;
    return { types, cls, project };
  });
  [osha, crane] = made.types.map((row) => row['id']) as [string, string];
  cranes = made.cls?.['id'];
  site = made.project?.['id'];
});

test('without requirements nobody misses anything', async () => {
  for (const who of [us.owner, us.foreman, us.employee]) expect(await missing(who)).toEqual([]);
});

test('managers write them, everybody of the company reads them, nobody else', async () => {
  const [row] = await insert(us.manager, { type_id: osha, role: 'employee' });
  for (const who of [us.employee, us.foreman]) {
    await expect(insert(who, { type_id: crane })).rejects.toMatchObject({ code: '42501' });
    expect(
      await act(who, (tx) => tx`update certification_requirements set role = 'owner' returning id`),
    ).toEqual([]);
    expect(await act(who, (tx) => tx`delete from certification_requirements returning id`)).toEqual(
      [],
    );
    expect(await act(who, (tx) => tx`select id from certification_requirements`)).toEqual([row]);
  }
  for (const who of [them.owner, us.deactivated]) {
    expect(await act(who, (tx) => tx`select id from certification_requirements`)).toEqual([]);
  }
  await expect(insert(them.owner, { type_id: osha })).rejects.toMatchObject({ code: '23503' });
  await expect(
    act('anon' as never, (tx) => tx`select id from certification_requirements`),
  ).rejects.toMatchObject({ code: '42501' });
  expect(await db.sql`select role from certification_requirements`).toEqual([{ role: 'employee' }]);
});

test('one target each, and each once', async () => {
  await expect(
    insert(us.manager, { type_id: osha, role: 'foreman', project_id: site }),
  ).rejects.toMatchObject({
    constraint: 'certification_requirements_one_target',
  });
  await expect(insert(us.manager, { type_id: osha, role: 'boss' })).rejects.toMatchObject({
    constraint: 'certification_requirements_role_known',
  });
  await expect(insert(us.manager, { type_id: osha, role: 'employee' })).rejects.toMatchObject({
    constraint: 'certification_requirements_once',
  });
});

test('a role: missing, expired, ending soon, held', async () => {
  const me = await hire(db.sql, us.owner, 'employee');
  const day = await today();
  const states = async () => (await missing(me)).map((row) => [row['type_name'], row['state']]);
  expect(await states()).toEqual([['OSHA 10', 'missing']]);
  const hold = (
    shift: string,
  ) => db.sql`insert into certifications (company_id, employee_id, type_id, expires_on)
    values (${us.id}, ${me.employeeId}, ${osha}, ${day}::date + ${shift}::integer)`;
  await hold('-1');
  expect(await states()).toEqual([['OSHA 10', 'expired']]);
  await hold('5');
  expect(await states()).toEqual([['OSHA 10', 'expiring']]);
  await hold('90');
  expect(await states()).toEqual([]);
});

test('a project with its phases and the machine of a shift, for who is planned there in the next week', async () => {
  await insert(us.manager, { type_id: crane, project_id: site });
  await insert(us.manager, { type_id: osha, class_id: cranes });
  const me = await hire(db.sql, us.owner, 'foreman');
  const day = await today();
  const shift = await act(us.manager, async (tx) => {
    const [phase] =
      await tx`insert into projects (name, parent_id) values ('Core', ${site}) returning id`;
    const [machine] =
      await tx`insert into equipment (name, class_id) values ('Crane 1', ${cranes}) returning id`;
    const [row] =
      await tx`insert into shifts (employee_id, equipment_id, project_id, starts_at, ends_at)
      values (${me.employeeId}, ${machine?.['id']}, ${phase?.['id']}, ${`${day}T15:00Z`}::timestamptz + interval '2 days', ${`${day}T22:00Z`}::timestamptz + interval '2 days') returning id`;
    return row?.['id'] as string;
  });
  // Not published yet: only the planner is warned.
  expect(await missing(me)).toEqual([]);
  const warned = async () =>
    (
      await act(
        us.manager,
        (tx) => tx`select kind, employee_id from schedule_warnings(${day}::date, ${day}::date + 7)`,
      )
    ).filter((row) => row['kind'] === 'certificate' && row['employee_id'] === me.employeeId);
  expect(await warned()).toHaveLength(1);
  await db.sql`update shifts set status = 'published' where id = ${shift}`;
  expect(
    (await missing(me)).map((row) => [row['type_name'], row['state'], row['project_name']]),
  ).toEqual([
    ['Crane operator', 'missing', 'Core'],
    ['OSHA 10', 'missing', 'Core'],
  ]);
  await db.sql`insert into certifications (company_id, employee_id, type_id) values (${us.id}, ${me.employeeId}, ${crane}), (${us.id}, ${me.employeeId}, ${osha})`;
  expect(await missing(me)).toEqual([]);
  expect(await warned()).toEqual([]);
});

test('who sees whose: workers their own, managers all, other companies nobody; and the clock starts all the same', async () => {
  const own = await missing(us.employee);
  expect(own.map((row) => row['employee_id'])).toEqual([us.employee.employeeId]);
  const all = new Set((await missing(us.manager)).map((row) => row['employee_id']));
  expect(all.has(us.employee.employeeId) && all.has(us.colleague.employeeId)).toBe(true);
  expect(await missing(them.owner)).toEqual([]);
  await expect(missing(us.deactivated)).rejects.toMatchObject({ code: '42501' });
  const [started] = await act(us.employee, (tx) => tx`select id from clock_in(${us.project})`);
  expect(started?.['id']).toBeTruthy();
});

test('merging two kinds keeps what is required', async () => {
  const [again] = await act(
    us.manager,
    (tx) => tx`insert into certification_types (name) values ('Osha ten') returning id`,
  );
  await insert(us.manager, { type_id: again?.['id'], role: 'employee' });
  await insert(us.manager, { type_id: again?.['id'], role: 'manager' });
  await act(
    us.manager,
    (tx) => tx`select merge_rows('certification_types', ${again?.['id']}, ${osha})`,
  );
  expect(
    (
      await db.sql`select role from certification_requirements where type_id = ${osha} and role is not null order by role`
    ).map((row) => row['role']),
  ).toEqual(['employee', 'manager']);
});
