import { expect, test } from 'vitest';
import { pairedTablet } from './kiosk-stage.ts';
import { as, hire, makeCompany, openDatabase, signUp } from './world.ts';

const db = await openDatabase();
const first = await makeCompany(db.sql, 'First');
const second = await makeCompany(db.sql, 'Second');
/** As supabase/seed/demo.sql makes it. */
const DEMO = 'e5e9c2d2-b46a-4c05-a379-d88c307cd366';

const sees = async (who: Parameters<typeof as>[1]): Promise<boolean> => {
  const [row] = await as(db.sql, who, (tx) => tx`select may_see_system() as yes`);
  return row?.['yes'];
};

test('owners of the company that was founded first see the state of the installation, nobody else', async () => {
  const partner = await hire(db.sql, first.owner, 'owner');
  expect(await sees(first.owner)).toBe(true);
  expect(await sees(partner)).toBe(true);
  for (const role of ['manager', 'foreman', 'employee', 'deactivated'] as const) {
    expect(await sees(first[role]), role).toBe(false);
  }
  for (const role of ['owner', 'manager', 'employee'] as const) {
    expect(await sees(second[role]), role).toBe(false);
  }
  expect(await sees(await signUp(db.sql))).toBe(false);
  expect(await sees(await pairedTablet(db.sql, first))).toBe(false);
  expect(await sees('service_role')).toBe(false);
  expect(await sees('anon').catch((error) => error.code)).toBe('42501');

  await as(db.sql, first.owner, (tx) => tx`select deactivate_employee(${partner.employeeId})`);
  expect(await sees(partner)).toBe(false);

  await db.sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${first.owner.userId}, 'totp', 'verified', now(), now())`;
  expect(await sees(first.owner), 'without the second factor').toBe(false);
});

test('the demo comes after every other company, and a company whose owners are locked out holds no place', async () => {
  await db.sql`delete from auth.mfa_factors`;
  const all = () => Promise.all([first.owner, second.owner].map(sees));
  expect(await all()).toEqual([true, false]);
  await db.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${first.owner.userId}`;
  expect((await all())[1]).toBe(true);
  await db.sql`update auth.users set banned_until = null`;
  const demo = await signUp(db.sql);
  await db.sql`insert into companies (id, name, created_at) values (${DEMO}, 'Demo', '2020-01-01')`;
  await db.sql`insert into employees (company_id, user_id, first_name, role)
    values (${DEMO}, ${demo.userId}, 'Demo', 'owner')`;
  expect(await sees(demo)).toBe(false);
  expect(await all()).toEqual([true, false]);
  await db.sql`update auth.users set banned_until = now() + interval '1 day' where id <> ${demo.userId}`;
  expect(await sees(demo), 'nobody else is there').toBe(true);
});
