import { beforeAll, expect, test } from 'vitest';
import { MODULES } from '@/entities/viewer/module-names';
import { PRESET_NAMES, PRESETS } from '@/entities/viewer/module-presets';
import { makeCompany, openCompany, type Person } from './world.ts';

const { db, us, act } = await openCompany();
let them: typeof us;
beforeAll(async () => {
  them = await makeCompany(db.sql);
});

const set = (who: Person, module: string | null, enabled: boolean | null) =>
  act(who, (tx) => tx`select set_module(${module}, ${enabled})`);
const preset = (who: Person, name: string) => act(who, (tx) => tx`select set_modules(${name})`);
const chosen = async (who: Person) => {
  const [row] = await act(
    who,
    (tx) => tx<[{ modules: Record<string, boolean> }]>`select viewer() -> 'modules' as modules`,
  );
  return row.modules;
};
const rows = (who: Person) =>
  act(
    who,
    (tx) => tx<{ module: string; enabled: boolean; changed_by: string | null }[]>`
      select module, enabled, changed_by from company_modules order by module`,
  );

test('only owners switch, everyone of the company sees it, nobody else does', async () => {
  for (const who of [us.manager, us.foreman, us.employee]) {
    await expect(set(who, 'photos', false)).rejects.toMatchObject({ code: '42501' });
    await expect(preset(who, 'field')).rejects.toMatchObject({ code: '42501' });
  }
  expect(await rows(us.owner)).toEqual([]);
  await set(us.owner, 'photos', false);
  for (const who of [us.manager, us.foreman, us.employee])
    expect(await chosen(who)).toEqual({ photos: false });
  expect(await rows(us.employee)).toEqual([
    { module: 'photos', enabled: false, changed_by: us.owner.employeeId },
  ]);
  expect(await chosen(them.owner)).toEqual({});
  expect(await rows(them.owner)).toEqual([]);
  for (const statement of ['insert into company_modules values', 'update company_modules set'])
    await expect(
      act(us.owner, (tx) =>
        statement.startsWith('insert')
          ? tx`insert into company_modules (module, enabled) values ('map', false)`
          : tx`update company_modules set enabled = true`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  await set(us.owner, 'photos', null);
  expect(await chosen(us.employee)).toEqual({});
});

test('every module of the app is known, and nothing else is', async () => {
  for (const name of MODULES) await set(us.owner, name, true);
  // Of expenses companies.expenses_on says it.
  expect((await rows(us.owner)).map(({ module }) => module)).toEqual(
    MODULES.filter((name) => name !== 'expenses').toSorted(),
  );
  for (const name of ['payroll', 'settings', ''])
    await expect(set(us.owner, name, false)).rejects.toMatchObject({
      code: '23514',
      constraint: 'company_modules_known',
    });
  await expect(set(us.owner, null, true)).rejects.toMatchObject({ code: '23502' });
  await expect(preset(us.owner, 'nothing')).rejects.toMatchObject({ hint: 'unknown_preset' });
  for (const name of MODULES) await set(us.owner, name, null);
  expect(await rows(us.owner)).toEqual([]);
});

test('a preset switches the specified menu and leaves the rest as it was', async () => {
  await set(us.owner, 'tickets', true);
  for (const name of PRESET_NAMES) {
    await preset(us.owner, name);
    const switches = Object.entries(await chosen(us.owner));
    expect(
      switches
        .filter(([, on]) => on)
        .map(([module]) => module)
        .toSorted(),
    ).toEqual([...PRESETS[name], 'tickets'].toSorted());
    expect(switches).toHaveLength(PRESETS.everything.length + 1);
  }
});

test('expenses have one switch, whoever presses which', async () => {
  const on = async () => {
    const [row] = await act(
      us.owner,
      (tx) => tx<[{ expenses_on: boolean }]>`
      select expenses_on from companies`,
    );
    return row.expenses_on;
  };
  await set(us.owner, 'expenses', true);
  expect(await on()).toBe(true);
  await set(us.owner, 'expenses', false);
  expect(await on()).toBe(false);
  // Nor can the switch be bypassed: whoever writes the column decides what is notified, too.
  const off = async () => {
    const [row] =
      await db.sql`select private.is_module_of_event_off(${us.id}, 'expense_decided') as off`;
    return row?.['off'];
  };
  expect(await off()).toBe(true);
  await act(us.owner, (tx) => tx`update companies set expenses_on = true`);
  expect(await off()).toBe(false);
  // The viewer has it once, in the company.
  expect(await chosen(us.owner)).not.toHaveProperty('expenses');
});

test('with everything off people clock, see their time and are paid; what there was stays', async () => {
  await act(us.owner, (tx) => tx`insert into bulletins (title, body) values ('Gate', 'Closed')`);
  for (const name of MODULES) await set(us.owner, name, false);
  const [started] = await act(
    us.employee,
    (tx) => tx<[{ id: string }]>`select id from clock_in(${us.project}, ${us.costCode})`,
  );
  expect(started.id).toBeTruthy();
  await act(us.employee, (tx) => tx`select clock_out(${started.id})`);
  const [count] = await act(
    us.owner,
    (tx) => tx<[{ count: number }]>`
    select count(*)::int as count from bulletins`,
  );
  expect(count.count).toBe(1);
  for (const name of MODULES) await set(us.owner, name, null);
});

test('nobody is notified of what is off, and everybody again once it is on', async () => {
  const notify = async (event: string, occasion: string) => {
    const [row] = await db.sql<[{ news: boolean }]>`select private.notify_person(
      ${us.id}, ${us.employee.employeeId}, ${event}, ${occasion}, ${event}, '{}') as news`;
    return row.news;
  };
  await set(us.owner, 'scheduling', false);
  expect(await notify('shift_published', 'one')).toBe(false);
  // Of the clock and of pay they are, whatever is off.
  expect(await notify('forgot_clock_out', 'one')).toBe(true);
  await set(us.owner, 'scheduling', true);
  expect(await notify('shift_published', 'one')).toBe(true);
});

test('the history says who switched what', async () => {
  await set(us.owner, 'map', false);
  const events = await act(
    us.owner,
    (tx) => tx`
    select action, after ->> 'module' as module, after ->> 'enabled' as enabled
    from audit_events where entity = 'company_modules' order by sequence desc limit 1`,
  );
  expect(events).toEqual([{ action: 'created', module: 'map', enabled: 'false' }]);
});
