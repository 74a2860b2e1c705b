import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addTime, as, hoursAgo, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();
const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

const trail = (
  who: Pick<Person, 'userId'> | 'anon',
  entity: string | null = null,
  exports = false,
) =>
  as(
    db.sql,
    who,
    (tx) =>
      tx`select * from audit_trail(${day(-1)}, ${day(1)}, ${entity}, null, ${exports}, null, 500)`,
  );

test('a record that is nobody’s is called by its name, also where only another field was changed', async () => {
  const [project] = await as(
    db.sql,
    us.manager,
    (tx) => tx`insert into projects (name, number) values ('Cedar Court', 'P-77') returning id`,
  );
  const id = project?.['id'] as string;
  await as(db.sql, us.manager, (tx) => tx`update projects set client = 'Acme' where id = ${id}`);
  await as(db.sql, us.manager, (tx) => tx`insert into customers (name) values ('Harbor Health')`);
  const names = async (who: Person, entity: string) =>
    (
      await as(
        db.sql,
        who,
        (tx) => tx`select action, person from audit_trail(${day(-1)}, ${day(1)}, ${entity})`,
      )
    ).map((row) => [row['action'], row['person']]);
  expect(await names(us.manager, 'projects')).toEqual(
    expect.arrayContaining([
      ['updated', 'P-77 Cedar Court'],
      ['created', 'P-77 Cedar Court'],
    ]),
  );
  expect(await names(us.manager, 'customers')).toContainEqual(['created', 'Harbor Health']);
});

test('the history with names, before and after, page by page and by person', async () => {
  const id = await addTime(db.sql, us.employee, hoursAgo(3), hoursAgo(2), { notes: 'one' });
  await as(
    db.sql,
    us.manager,
    async (tx) => {
      await tx`update time_entries set notes = 'two' where id = ${id}`;
    },
    { 'x-reason': 'Typo' },
  );
  const [changed, created] = await trail(us.manager, 'time_entries');
  expect(changed).toMatchObject({
    actor_name: 'manager Example',
    person: 'employee Example',
    action: 'updated',
    reason: 'Typo',
    before: { notes: 'one' },
    after: { notes: 'two' },
  });
  expect(created).toMatchObject({ action: 'created', entity_id: id });
  const [next] = await as(
    db.sql,
    us.manager,
    (tx) =>
      tx`select * from audit_trail(${day(-1)}, ${day(1)}, 'time_entries', null, false, ${changed?.['sequence']}, 1)`,
  );
  expect(next).toMatchObject({ action: 'created' });
  const own = await as(
    db.sql,
    us.manager,
    (tx) =>
      tx`select distinct actor_name from audit_trail(${day(-1)}, ${day(1)}, null, ${us.manager.employeeId})`,
  );
  expect(own.map((row) => row['actor_name'])).toEqual(['manager Example']);
});

test('exports, sign-ins and looks at locations', async () => {
  await as(db.sql, us.owner, (tx) => tx`select record_data_export('all.zip')`);
  expect((await trail(us.manager, null, true)).map((row) => row['after'])).toEqual([
    { file: 'all.zip' },
  ]);
  await db.sql`insert into auth.sessions (id, user_id, created_at, updated_at, user_agent, ip)
    values (${randomUUID()}, ${us.employee.userId}, now(), now(), 'Firefox', '203.0.113.9')`;
  await db.sql`insert into location_views (company_id, viewer_id, employee_id, purpose, start_date, end_date)
    values (${us.id}, ${us.manager.employeeId}, ${us.employee.employeeId}, 'Wrong site?', '2026-03-02', '2026-03-02')`;
  const seen = (who: Person) =>
    as(db.sql, who, (tx) => tx`select * from sign_ins(${day(-1)}, ${day(1)})`);
  expect(await seen(us.owner)).toMatchObject([
    { person: 'employee Example', user_agent: 'Firefox', ip: '203.0.113.9' },
  ]);
  expect(await seen(us.manager)).toMatchObject([
    { person: 'employee Example', user_agent: null, ip: null },
  ]);
  expect(await seen(them.owner)).toHaveLength(0);
  const looks = (who: Person) =>
    as(db.sql, who, (tx) => tx`select * from location_looks(${day(-1)}, ${day(1)})`);
  expect(await looks(us.manager)).toMatchObject([
    { viewer: 'manager Example', person: 'employee Example', purpose: 'Wrong site?' },
  ]);
  expect(await looks(them.owner)).toHaveLength(0);
});

test('managers only, of their company only', async () => {
  for (const who of [us.employee, us.foreman, us.deactivated, 'anon'] as const) {
    await expect(trail(who)).rejects.toMatchObject({ code: '42501' });
    for (const name of ['sign_ins', 'location_looks']) {
      await expect(
        as(db.sql, who, (tx) => tx.unsafe(`select * from ${name}('2026-01-01', '2026-01-02')`)),
      ).rejects.toMatchObject({ code: '42501' });
    }
  }
  const theirs = await trail(them.owner);
  expect(JSON.stringify(theirs)).not.toContain(us.id);
});
