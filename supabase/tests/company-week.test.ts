import { beforeAll, expect, test } from 'vitest';
import { Random } from '../../testing/random.ts';
import { isLong } from '../../testing/test-length.ts';
import { hire, openCompany, type Person } from './world.ts';

// A company with a tree of projects, crews, roles of its own, an approval chain, several machines in an entry and
// custom fields plays a week. What every module says afterwards is what a plain count of the entries says.
// `npm run test:long`: 40 projects and 200 people.

const TOPS = isLong ? 8 : 2;
const CREWS = isLong ? 20 : 2;
const CREW_SIZE = isLong ? 9 : 3;
const RATES = [24, 30, 36]; // whole cents a minute, also half as much again
const MACHINES = ['Digger', 'Roller', 'Truck'];
const KINDS = ['working', 'travel', 'standby'] as const;
const CODES = ['03 30 00', '06 10 00', '09 29 00'];

const { db, us, act } = await openCompany({ connections: 4 });

interface Part {
  equipment_id: string | null;
  kind: (typeof KINDS)[number];
  share: number;
}
interface Entry {
  id: string;
  employee_id: string;
  project_id: string;
  cost_code_id: string;
  clock_in: string;
  clock_out: string;
  machines: Part[] | null;
  custom: Record<string, string>;
  break_minutes: number;
  work_date: string;
}

/** The last Sunday to Saturday that is over, in the company's zone as well. */
const SUNDAY = (() => {
  const day = new Date(Date.now() - 2 * 86_400_000);
  day.setUTCDate(day.getUTCDate() - day.getUTCDay() - 7);
  return day.toISOString().slice(0, 10);
})();
const dayOf = (number: number) =>
  new Date(Date.parse(SUNDAY) + number * 86_400_000).toISOString().slice(0, 10);
const SATURDAY = dayOf(6);

const random = new Random(20261118);

const parents = new Map<string, string | null>();
const rateOf = new Map<string, number>();
const foremanOf = new Map<string, Person>();
const people: Person[] = [];
const foremen: Person[] = [];
/** Run a project each: approve its time, see its budgets. */
const leads: { person: Person; project: string }[] = [];
let clerk: Person;
let machines: string[];
let codes: string[];
let shiftField: string;
let entries: Entry[] = [];

const lineOf = (project: string): string[] => {
  const above = parents.get(project);
  return above ? [project, ...lineOf(above)] : [project];
};
const minutesOf = (entry: Entry) =>
  (Date.parse(entry.clock_out) - Date.parse(entry.clock_in)) / 60_000 - entry.break_minutes;

async function row<T>(rows: Promise<readonly unknown[]>): Promise<T> {
  return (await rows)[0] as T;
}
const idOf = async (rows: Promise<readonly unknown[]>) => (await row<{ id: string }>(rows)).id;

async function giveRole(person: Person, rights: readonly string[], scope: string) {
  const id = await idOf(db.sql`insert into company_roles (company_id, name, rights, scope)
    values (${us.id}, ${`${rights.join()} ${person.employeeId}`}, ${rights}, ${scope}) returning id`);
  await db.sql`update employees set company_role_id = ${id} where id = ${person.employeeId}`;
}

async function makeTree() {
  const make = async (name: string, parent: string | null) => {
    const id = await idOf(db.sql`insert into projects (company_id, name, parent_id)
      values (${us.id}, ${name}, ${parent}) returning id`);
    parents.set(id, parent);
    return id;
  };
  for (let top = 0; top < TOPS; top++) {
    const site = await make(`Site ${top}`, null);
    const person = await hire(db.sql, us.owner, 'employee');
    await db.sql`update projects set manager_id = ${person.employeeId} where id = ${site}`;
    await giveRole(person, ['approve_time', 'budgets'], 'own_projects');
    leads.push({ person, project: site });
    for (const level of [1, 2]) await make(`Part ${level}`, await make(`Level ${level}`, site));
  }
}

/** On the list without an account: only so many people are invited within an hour. */
async function addWorker(name: string, rate: number): Promise<Person> {
  const employeeId =
    await idOf(db.sql`insert into employees (company_id, first_name, last_name, role)
    values (${us.id}, 'Worker', ${name}, 'employee') returning id`);
  await db.sql`insert into employee_rates (company_id, employee_id, hourly_rate, effective_from)
    values (${us.id}, ${employeeId}, ${rate}, '2020-01-01')`;
  rateOf.set(employeeId, rate);
  return { userId: '', email: '', employeeId, companyId: us.id };
}

async function makePeople() {
  for (let crew = 0; crew < CREWS; crew++) {
    const foreman = await hire(db.sql, us.owner, 'foreman');
    foremen.push(foreman);
    const id = await idOf(db.sql`insert into crews (company_id, name, foreman_id)
      values (${us.id}, ${`Crew ${crew}`}, ${foreman.employeeId}) returning id`);
    for (let member = 0; member < CREW_SIZE; member++) {
      const person = await addWorker(`${crew}-${member}`, random.pick(RATES));
      people.push(person);
      foremanOf.set(person.employeeId, foreman);
      await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
        values (${us.id}, ${id}, ${person.employeeId}, '2020-01-01')`;
    }
  }
}

function partsOf(): Part[] | null {
  if (!random.chance(0.3)) return null;
  const first = 1 + random.below(98);
  const second = 1 + random.below(99 - first);
  const [one, two] = random.below(2) ? [0, 1] : [2, 0];
  return [
    { equipment_id: machines[one] as string, kind: random.pick(KINDS), share: first },
    { equipment_id: machines[two] as string, kind: 'working', share: second },
    { equipment_id: null, kind: 'working', share: 100 - first - second },
  ];
}

async function playWeek() {
  const projects = [...parents.keys()];
  const planned: Entry[] = [];
  for (const { employeeId } of people) {
    for (let number = 1; number <= 5; number++) {
      let minute = 11 * 60 + 30 + random.below(60); // in UTC: the morning in New York, winter and summer
      for (let count = 1 + random.below(3); count > 0; count--) {
        const minutes = 90 + random.below(140);
        const at = (later: number) =>
          new Date(Date.parse(dayOf(number)) + (minute + later) * 60_000).toISOString();
        planned.push({
          id: crypto.randomUUID(),
          employee_id: employeeId,
          project_id: random.pick(projects),
          cost_code_id: random.pick(codes),
          clock_in: at(0),
          clock_out: at(minutes),
          machines: partsOf(),
          custom: random.chance(0.2) ? { [shiftField]: `Shift ${random.below(3)}` } : {},
          // Shorter ones count as work.
          break_minutes: random.chance(0.3) ? 30 + random.below(20) : 0,
          work_date: dayOf(number),
        });
        minute += minutes + random.below(20);
      }
    }
  }
  await db.sql`insert into time_entries (company_id, id, employee_id, project_id, cost_code_id, clock_in, clock_out, machines, custom, source)
    select ${us.id}, t.id, t.employee_id, t.project_id, t.cost_code_id, t.clock_in, t.clock_out, nullif(t.machines, 'null'), t.custom, 'import'
    from jsonb_to_recordset(${db.sql.json(planned as never)}) as t (id uuid, employee_id uuid, project_id uuid, cost_code_id uuid,
      clock_in timestamptz, clock_out timestamptz, machines jsonb, custom jsonb)`;
  await db.sql`insert into time_entry_breaks (company_id, time_entry_id, employee_id, started_at, ended_at, kind, paid)
    select ${us.id}, t.id, t.employee_id, t.clock_in + interval '30 minutes', t.clock_in + interval '30 minutes' + t.break_minutes * interval '1 minute', 'meal', false
    from jsonb_to_recordset(${db.sql.json(planned.filter((one) => one.break_minutes > 0) as never)})
      as t (id uuid, employee_id uuid, clock_in timestamptz, break_minutes integer)`;
  entries = planned;
}

beforeAll(async () => {
  await db.sql`update companies set time_zone = 'America/New_York' where id = ${us.id}`;
  machines = [];
  const group =
    await idOf(db.sql`insert into equipment_classes (company_id, name, operating_rate, standby_rate, travel_rate)
      values (${us.id}, 'Machines', 60, 30, 42) returning id`);
  for (const name of MACHINES)
    machines.push(
      await idOf(
        db.sql`insert into equipment (company_id, name, class_id) values (${us.id}, ${name}, ${group}) returning id`,
      ),
    );
  codes = [us.costCode];
  for (const code of CODES.filter((one) => one !== '06 10 00'))
    codes.push(
      await idOf(
        db.sql`insert into cost_codes (company_id, code, name) values (${us.id}, ${code}, ${code}) returning id`,
      ),
    );
  shiftField = await idOf(db.sql`insert into custom_fields (company_id, on_table, name, kind)
      values (${us.id}, 'time_entries', 'Shift', 'text') returning id`);
  await makeTree();
  await makePeople();
  clerk = await hire(db.sql, us.owner, 'employee');
  await giveRole(clerk, ['payroll'], 'everyone');
  await act(
    us.owner,
    (tx) => tx`select save_approval_chain(null, 'Everybody', null, null,
        '[{"level": 1, "decider": "crew_foreman"}, {"level": 2, "decider": "project_manager"}]'::jsonb, true, 1)`,
  );
  for (const project of parents.keys()) {
    const budget = await idOf(
      db.sql`insert into budgets (company_id, project_id, name) values (${us.id}, ${project}, 'Base') returning id`,
    );
    await db.sql`insert into budget_lines (company_id, budget_id, cost_code_id, hours)
        values (${us.id}, ${budget}, ${us.costCode}, 40)`;
    await db.sql`update budgets set status = 'approved' where id = ${budget}`;
  }
  await playWeek();
  await db.sql`analyze`;
}, 600_000);

/** A plain sum over the entries. */
function sums(keysOf: (entry: Entry) => readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const entry of entries)
    for (const key of keysOf(entry)) found.set(key, (found.get(key) ?? 0) + minutesOf(entry) * 60);
  return found;
}

interface Waiting {
  time_entry_id: string;
  step_id: string;
  entry_version: string;
}
const waiting = (who: Person) =>
  act(who, (tx) => tx`select * from approvals_waiting()`) as unknown as Promise<Waiting[]>;
async function approveAll(who: Person): Promise<string[]> {
  const rows = await waiting(who);
  const sent = rows.map(({ time_entry_id, step_id, entry_version }) => ({
    time_entry_id,
    step_id,
    entry_version,
  }));
  if (sent.length > 0)
    await act(who, (tx) => tx`select approve_step(${JSON.stringify(sent)}::jsonb)`);
  return rows.map(({ time_entry_id }) => time_entry_id);
}
const lock = () => act(us.owner, (tx) => tx`select lock_pay_period(${SUNDAY}, ${SATURDAY}, true)`);

async function compareHours() {
  const own = sums((entry) => [entry.project_id]);
  const branch = sums((entry) => lineOf(entry.project_id));
  const overview = await act(us.manager, (tx) => tx`select * from project_overview()`);
  for (const project of parents.keys()) {
    const found = overview.find(({ project_id }) => project_id === project);
    expect(Number(found?.['seconds'] ?? 0)).toBe(own.get(project) ?? 0);
    expect(Number(found?.['branch_seconds'] ?? 0)).toBe(branch.get(project) ?? 0);
  }
  const report = await act(
    us.manager,
    (
      tx,
    ) => tx`select keys ->> 'top_project' as top, keys ->> 'employee' as person, (measures ->> 'hours')::int as seconds
      from activity_report('{"rows": ["top_project", "employee"], "measures": ["hours"]}'::jsonb
        || jsonb_build_object('start_date', ${SUNDAY}::text, 'end_date', ${SATURDAY}::text))`,
  );
  const byTop = sums((entry) => [`${lineOf(entry.project_id).at(-1)} ${entry.employee_id}`]);
  expect(new Map(report.map(({ top, person, seconds }) => [`${top} ${person}`, seconds]))).toEqual(
    byTop,
  );
  const budgets = await act(us.manager, (tx) => tx`select * from budget_overview()`);
  for (const project of parents.keys()) {
    const branchOf = [...parents.keys()].filter((one) => lineOf(one).includes(project));
    const found = budgets.find(({ project_id }) => project_id === project);
    // Without phases the sums with them are none.
    const [budget, actual] =
      branchOf.length > 1
        ? ['branch_budget_hours', 'branch_actual_hours']
        : ['budget_hours', 'actual_hours'];
    expect(Number(found?.[budget as string])).toBe(40 * branchOf.length);
    expect(Number(found?.[actual as string])).toBeCloseTo((branch.get(project) ?? 0) / 3600, 6);
  }
  expect(await db.sql`select * from private.work_totals_differences()`).toEqual([]);
}

test('hours roll up the tree, in every module, also after a branch moved', async () => {
  await compareHours();
  const [first, second] = leads.map(({ project }) => project) as [string, string];
  const moved = [...parents].find(([, parent]) => parent === first)?.[0] as string;
  await act(us.manager, (tx) => tx`update projects set parent_id = ${second} where id = ${moved}`);
  parents.set(moved, second);
  await compareHours();
  await expect(
    act(us.manager, (tx) => tx`update projects set parent_id = ${moved} where id = ${second}`),
  ).rejects.toMatchObject({ hint: 'project_under_itself' });
});

test('machines have their parts to the minute', async () => {
  const seconds = new Map<string, number>();
  for (const entry of entries) {
    let upto = 0;
    for (const { equipment_id, kind, share } of entry.machines ?? []) {
      const minutes = minutesOf(entry);
      const part =
        Math.round((minutes * (upto + share)) / 100) - Math.round((minutes * upto) / 100);
      upto += share;
      const key = `${equipment_id} ${kind}`;
      if (equipment_id) seconds.set(key, (seconds.get(key) ?? 0) + part * 60);
    }
  }
  const pieces =
    await db.sql`select equipment_id, machine_kind as kind, sum(seconds)::int as seconds
    from private.work_pieces where company_id = ${us.id} and equipment_id is not null group by 1, 2`;
  expect(
    new Map(pieces.map((piece) => [`${piece['equipment_id']} ${piece['kind']}`, piece['seconds']])),
  ).toEqual(seconds);
  const hours = await act(
    us.manager,
    (
      tx,
    ) => tx`select equipment_id, sum(operator_seconds)::int as seconds, sum(travel_seconds)::int as travel
      from equipment_hours(${SUNDAY}, ${SATURDAY}) group by 1`,
  );
  for (const machine of machines) {
    const found = hours.find(({ equipment_id }) => equipment_id === machine);
    const all = KINDS.reduce((sum, kind) => sum + (seconds.get(`${machine} ${kind}`) ?? 0), 0);
    expect(found).toMatchObject({ seconds: all, travel: seconds.get(`${machine} travel`) ?? 0 });
  }
});

test('who runs a project reads the time of its branch and no other; answers are found', async () => {
  for (const { person, project } of leads) {
    const seen = await act(person, (tx) => tx`select id from time_entries`);
    const should = entries.filter((entry) => lineOf(entry.project_id).includes(project));
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(should.map(({ id }) => id)));
  }
  const [found] = await act(
    us.manager,
    (tx) => tx`select list_time_entries(${`${SUNDAY}T00:00:00Z`}, ${`${dayOf(8)}T00:00:00Z`},
      custom_param => ${tx.json({ [shiftField]: 'Shift 1' })}) -> 'summary' ->> 'entries' as count`,
  );
  expect(Number(found?.['count'])).toBe(
    entries.filter(({ custom }) => custom[shiftField] === 'Shift 1').length,
  );
});

test('the chain: foremen, one through a substitute, then who runs the project; a change opens its step again', async () => {
  const [away, standIn] = foremen as [Person, Person];
  const kind = await idOf(
    db.sql`insert into time_off_types (company_id, name, pay_code) values (${us.id}, 'Vacation', 'PTO') returning id`,
  );
  const today = new Date().toISOString().slice(0, 10);
  await db.sql`insert into time_off_requests (company_id, employee_id, type_id, start_date, end_date, hours, status)
    values (${us.id}, ${away.employeeId}, ${kind}, ${today}::date - 2, ${today}::date + 3, 40, 'approved')`;
  await act(
    away,
    (tx) =>
      tx`insert into approval_substitutes (employee_id, substitute_id) values (${away.employeeId}, ${standIn.employeeId})`,
  );
  await expect(lock()).rejects.toMatchObject({ hint: 'waits_for_step' });
  for (const foreman of foremen) {
    const crews = foreman === standIn ? [away, standIn] : foreman === away ? [] : [foreman];
    const should = entries.filter(({ employee_id }) =>
      crews.includes(foremanOf.get(employee_id) as Person),
    );
    expect(new Set(await approveAll(foreman))).toEqual(new Set(should.map(({ id }) => id)));
  }
  const changed = random.pick(entries);
  await act(
    us.manager,
    (tx) =>
      tx`update time_entries set clock_out = clock_out - interval '7 minutes' where id = ${changed.id}`,
    { 'x-reason': 'Left early' },
  );
  changed.clock_out = new Date(Date.parse(changed.clock_out) - 7 * 60_000).toISOString();
  for (const { person, project } of leads) {
    const should = entries.filter(
      (entry) => entry !== changed && lineOf(entry.project_id).includes(project),
    );
    expect(new Set(await approveAll(person))).toEqual(new Set(should.map(({ id }) => id)));
  }
  await expect(lock()).rejects.toMatchObject({ hint: 'waits_for_step' });
  const foreman = foremanOf.get(changed.employee_id) as Person;
  expect(await approveAll(foreman === away ? standIn : foreman)).toEqual([changed.id]);
  for (const { person } of leads) await approveAll(person);
  const days = new Set(entries.map((entry) => `${entry.employee_id} ${entry.work_date}`));
  const approved =
    await db.sql`select employee_id, work_date::text as day from approvals where company_id = ${us.id}`;
  expect(new Set(approved.map(({ employee_id, day }) => `${employee_id} ${day}`))).toEqual(days);
  await compareHours();
}, 600_000);

test('pay is what the minutes say, for the clerk too, and the period locks', async () => {
  const worked = sums((entry) => [entry.employee_id]);
  for (const who of [us.manager, clerk]) {
    const rows = await act(who, (tx) => tx`select * from payroll_overview(${SUNDAY}, ${SATURDAY})`);
    for (const { employeeId } of people) {
      const minutes = (worked.get(employeeId) ?? 0) / 60;
      const overtime = Math.max(0, minutes - 2400);
      const cents =
        ((minutes - overtime) * 2 + overtime * 3) * ((rateOf.get(employeeId) ?? 0) / 1.2);
      expect(rows.find(({ employee_id }) => employee_id === employeeId)).toMatchObject({
        regular_minutes: minutes - overtime,
        overtime_minutes: overtime,
        total_earnings: expect.toSatisfy(
          (value) => Math.round(Number(value) * 100) === Math.round(cents),
        ),
        days_worked: 5,
        days_approved: 5,
      });
    }
  }
  await act(clerk, (tx) => tx`select lock_pay_period(${SUNDAY}, ${SATURDAY}, true)`);
  expect(await db.sql`select status from pay_periods where company_id = ${us.id}`).toEqual([
    { status: 'locked' },
  ]);
  await expect(
    act(
      us.manager,
      (tx) => tx`update time_entries set notes = 'Late' where id = ${(entries[0] as Entry).id}`,
      { 'x-reason': 'Late' },
    ),
  ).rejects.toMatchObject({ code: 'P0001' });
}, 600_000);
