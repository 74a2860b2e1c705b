import { expect, test } from 'vitest';
import { pairedTablet } from './kiosk-stage.ts';
import { as, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();
type Who = Pick<Person, 'userId'> | 'anon';

const set = (who: Who, employeeId: string, digits: string | null) =>
  as(db.sql, who, (tx) => tx`select set_identity(${employeeId}, ${digits})`);
const identityOf = async (who: Who, employeeId: string, purpose: string | null = 'WH-347') =>
  (await as(db.sql, who, (tx) => tx`select identity_of(${employeeId}, ${purpose}) as digits`))[0]?.[
    'digits'
  ];
const views = () =>
  db.sql`select employee_id, viewed_by, purpose from identity_views where company_id = ${us.id} order by viewed_at`;
const digitsOf = async (employeeId: string) =>
  (await db.sql`select last_four from employee_identities where employee_id = ${employeeId}`)[0]?.[
    'last_four'
  ];
const worker = us.employee.employeeId;

test('managers store four digits, and nobody selects them', async () => {
  await set(us.manager, worker, ' 6789 ');
  expect(await digitsOf(worker)).toBe('6789');
  for (const who of [us.owner, us.manager, us.foreman, us.employee, them.owner, 'anon'] as const) {
    await expect(
      as(db.sql, who, (tx) => tx`select last_four from employee_identities`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      as(db.sql, who, (tx) => tx`update employee_identities set last_four = '0000'`),
    ).rejects.toMatchObject({ code: '42501' });
  }
  const files = await as(db.sql, us.manager, (tx) => tx`select * from identities_on_file()`);
  expect(files).toMatchObject([{ employee_id: worker }]);
  expect(JSON.stringify(files)).not.toContain('6789');
});

test('more digits than four are refused and stored nowhere', async () => {
  for (const digits of [
    '123-45-6789',
    '123456789',
    '123 45 6789',
    '1 2 3 4 5 6 7 8 9',
    '1, 2, 3, 4, 5, 6, 7, 8, 9',
    '１２３４５６７８９',
    '١٢٣٤٥٦٧٨٩',
    '۱۲۳-۴۵-۶۷۸۹',
    'ssn १२३४५६७८९',
  ])
    await expect(set(us.manager, worker, digits)).rejects.toMatchObject({ hint: 'nine_digits' });
  for (const digits of ['678', '67890', '67a9', '١٢٣٤'])
    await expect(set(us.manager, worker, digits)).rejects.toMatchObject({
      hint: 'last_four_wrong',
    });
  await expect(
    db.sql`update employee_identities set last_four = '123456789' where employee_id = ${worker}`,
  ).rejects.toMatchObject({ constraint: 'employee_identities_four_digits' });
  expect(await digitsOf(worker)).toBe('6789');
});

test('each read says who, whose and what for, to the owner and to the person', async () => {
  expect(await identityOf(us.manager, worker, ' Certified payroll 3 ')).toBe('6789');
  expect(await views()).toEqual([
    { employee_id: worker, viewed_by: us.manager.employeeId, purpose: 'Certified payroll 3' },
  ]);
  const mine = (who: Who) => as(db.sql, who, (tx) => tx`select * from my_identity_views()`);
  expect(await mine(us.employee)).toMatchObject([
    { viewer_role: 'manager', purpose: 'Certified payroll 3' },
  ]);
  expect(await mine(us.colleague)).toEqual([]);
  const rows = (who: Who) => as(db.sql, who, (tx) => tx`select id from identity_views`);
  expect(await rows(us.owner)).toHaveLength(1);
  expect(await rows(us.employee)).toHaveLength(1);
  for (const who of [us.manager, us.foreman, us.colleague, us.deactivated, them.owner])
    expect(await rows(who)).toEqual([]);
  await expect(
    db.sql`update identity_views set purpose = 'x' where company_id = ${us.id}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
  for (const who of [us.owner, us.employee])
    await expect(as(db.sql, who, (tx) => tx`delete from identity_views`)).rejects.toMatchObject({
      code: '42501',
    });
});

test('without a purpose, or with a number in it, nothing is read and nothing recorded', async () => {
  const before = await views();
  for (const purpose of [null, ' ', 'x'.repeat(201)])
    await expect(identityOf(us.manager, worker, purpose)).rejects.toMatchObject({
      hint: 'identity_purpose_required',
    });
  await expect(identityOf(us.manager, worker, 'for 123-45-6789')).rejects.toMatchObject({
    hint: 'nine_digits',
  });
  expect(await views()).toEqual(before);
});

test('everyone else is refused, and learns nothing', async () => {
  const before = await views();
  const tablet = await pairedTablet(db.sql, us);
  for (const who of [us.foreman, us.employee, us.deactivated, tablet, 'anon'] as const) {
    await expect(identityOf(who, worker)).rejects.toMatchObject({ code: '42501' });
    await expect(set(who, worker, '1111')).rejects.toMatchObject({ code: '42501' });
    await expect(
      as(db.sql, who, (tx) => tx`select * from identities_on_file()`),
    ).rejects.toMatchObject({ code: '42501' });
  }
  await expect(identityOf(them.owner, worker)).rejects.toMatchObject({ hint: 'not_found' });
  await expect(set(them.owner, worker, '1111')).rejects.toMatchObject({ hint: 'not_found' });
  expect(await digitsOf(worker)).toBe('6789');
  expect(await views()).toEqual(before);
  expect(
    await db.sql`select count(*)::int as count from audit_events where company_id = ${us.id}
      and (before::text like '%6789%' or after::text like '%6789%')`,
  ).toEqual([{ count: 0 }]);
});

test('whoever has none is read as none, and forgotten digits are gone', async () => {
  const before = (await views()).length;
  expect(await identityOf(us.manager, us.colleague.employeeId)).toBeNull();
  expect(await views()).toHaveLength(before);
  await set(us.manager, worker, null);
  expect(await digitsOf(worker)).toBeUndefined();
  expect(await identityOf(us.manager, worker)).toBeNull();
});

test('a request that would be rolled back reads no digits', async () => {
  const before = await views();
  await set(us.manager, worker, '6789');
  await expect(
    as(db.sql, us.manager, (tx) => tx`select identity_of(${worker}, 'report')`, {
      prefer: 'tx=rollback',
    }),
  ).rejects.toMatchObject({ hint: 'cannot_be_undone' });
  expect(await views()).toEqual(before);
});
