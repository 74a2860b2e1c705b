import { beforeAll, expect, test } from 'vitest';
import { as, hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
let drive: string;

/** A day with a drive to the site, one between two sites, and one home: 1 h, 1 h and 1 h around 8 h of work. */
async function dayWith(day: string): Promise<Person> {
  const person = await hire(db.sql, us.owner, 'employee', 30);
  await db.sql`update employee_rates set effective_from = '2026-01-01' where employee_id = ${person.employeeId}`;
  const parts: [string, string, string][] = [
    ['12:00', '13:00', drive],
    ['13:00', '17:00', us.costCode],
    ['17:00', '18:00', drive],
    ['18:00', '22:00', us.costCode],
    ['22:00', '23:00', drive],
  ];
  for (const [from, to, code] of parts)
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id)
      values (${us.id}, ${person.employeeId}, ${`${day}T${from}:00Z`}, ${`${day}T${to}:00Z`}, ${us.project}, ${code})`;
  return person;
}
const lines = (person: Person, day: string) =>
  act(
    us.manager,
    (tx) =>
      tx`select cost_code_id = ${drive} as travel, sum(minutes)::int as minutes, sum(total_cents)::int as cents
        from payroll_lines_for(${us.id}, ${day}, ${day}, ${person.employeeId}) group by 1 order by 1`,
  );
const report = (who: Person, day: string) =>
  act(
    who,
    (tx) =>
      tx`select employee_id, paid_seconds::int as paid, unpaid_seconds::int as unpaid, reasons from travel_report(${day}, ${day})`,
  );
const rule = (who: Person, from: string, name: string) =>
  act(who, (tx) => tx`insert into travel_rules (from_date, rule) values (${from}, ${name})`);

beforeAll(async () => {
  await db.sql`update companies set time_zone = 'America/Denver', week_start = 1 where id = ${us.id}`;
  const [code] =
    await db.sql`insert into cost_codes (company_id, code, name, kind) values (${us.id}, '01 99 00', 'Travel', 'travel') returning id`;
  drive = code?.['id'];
});

test('TT-1: without a rule travel is work like any other, with totals of its own', async () => {
  const person = await dayWith('2026-03-10');
  expect(await lines(person, '2026-03-10')).toEqual([
    { travel: false, minutes: 480, cents: 24_000 },
    { travel: true, minutes: 180, cents: 9000 },
  ]);
  expect(await report(us.manager, '2026-03-10')).toEqual([
    { employee_id: person.employeeId, paid: 10_800, unpaid: 0, reasons: ['paid'] },
  ]);
});

test('TT-2: by state: between two sites it is paid, to the first and from the last it is not', async () => {
  await rule(us.owner, '2026-04-01', 'by_state');
  const person = await dayWith('2026-04-07');
  expect(await lines(person, '2026-04-07')).toEqual([
    { travel: false, minutes: 480, cents: 24_000 },
    { travel: true, minutes: 60, cents: 3000 },
  ]);
  expect(await report(us.manager, '2026-04-07')).toMatchObject([
    { paid: 3600, unpaid: 7200, reasons: ['between_sites', 'commute'] },
  ]);
  // The day before the rule is paid as it was.
  const before = await dayWith('2026-03-31');
  expect(await lines(before, '2026-03-31')).toMatchObject([{}, { minutes: 180 }]);
});

test('TT-3: under California’s rules all of it is paid', async () => {
  await act(us.owner, (tx) => tx`select set_overtime_policy('CA', '2026-05-01')`);
  const person = await dayWith('2026-05-05');
  expect(await report(us.manager, '2026-05-05')).toMatchObject([
    { paid: 10_800, unpaid: 0, reasons: ['between_sites', 'state'] },
  ]);
  expect((await lines(person, '2026-05-05')).find(({ travel }) => travel)?.['minutes']).toBe(180);
});

test('TT-4: unpaid travel counts toward no overtime; a rate of its cost code pays the rest', async () => {
  await rule(us.owner, '2026-06-01', 'unpaid');
  const person = await dayWith('2026-06-09');
  expect(await lines(person, '2026-06-09')).toEqual([
    { travel: false, minutes: 480, cents: 24_000 },
  ]);
  await rule(us.owner, '2026-06-20', 'paid');
  const paid = await dayWith('2026-06-23');
  await db.sql`insert into employee_rates (company_id, employee_id, cost_code_id, hourly_rate, effective_from)
    values (${us.id}, ${paid.employeeId}, ${drive}, 20, '2026-06-01')`;
  const [, travel] = await lines(paid, '2026-06-23');
  expect(travel).toMatchObject({ minutes: 180 });
});

test('owners set the rule, nobody else, and never inside what is locked; people see their own travel', async () => {
  for (const who of [us.manager, us.foreman, us.employee, us.deactivated])
    await expect(rule(who, '2026-07-01', 'unpaid')).rejects.toMatchObject({ code: '42501' });
  const person = await dayWith('2026-07-07');
  expect(await report(person, '2026-07-07')).toHaveLength(1);
  for (const who of [us.colleague, them.owner]) expect(await report(who, '2026-07-07')).toEqual([]);
  await expect(
    as(db.sql, us.deactivated, (tx) => tx`select * from travel_report('2026-07-07', '2026-07-07')`),
  ).rejects.toMatchObject({ code: '42501' });
  await act(us.manager, (tx) => tx`select lock_pay_period('2026-07-06', '2026-07-12', true)`);
  await expect(rule(us.owner, '2026-07-01', 'unpaid')).rejects.toMatchObject({
    hint: 'travel_rule_locked',
  });
  expect(await db.sql`select count(*)::int as n from travel_rules`).toEqual([{ n: 3 }]);
});

test('a cost code that becomes travel is paid by the rule from then on', async () => {
  const person = await dayWith('2026-06-10');
  const travel = async () => (await lines(person, '2026-06-10')).find((line) => line['travel']);
  expect(await travel()).toBeUndefined();
  await act(us.manager, (tx) => tx`update cost_codes set kind = 'work' where id = ${drive}`);
  expect(await travel()).toMatchObject({ minutes: 180 });
});
