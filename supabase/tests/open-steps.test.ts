import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { Random } from '../../testing/random.ts';
import { isLong } from '../../testing/test-length.ts';
import {
  type NaiveCompany,
  type NaivePerson,
  type NaiveStep,
  naiveOpenSteps,
} from './naive-steps.ts';
import { hire, openCompany, type Person, type Tx } from './world.ts';

// Who decides steps is found for all open time at once. Random companies with chains, substitutes, time off and
// leavers: the same as asking for each entry and step by itself.

const { db, us } = await openCompany();
const DAYS = [6, 5, 4, 3, 2];
const DECIDERS = ['crew_foreman', 'project_manager', 'role', 'person', 'company_role'];
/** Of everything that differs between rounds. */
const TABLES = [
  'approval_chains',
  'approval_steps',
  'approval_substitutes',
  'approvals',
  'crew_members',
  'crews',
  'employee_group_members',
  'projects',
  'step_approvals',
  'time_entries',
  'time_off_requests',
];

const random = new Random(4911);
const some = <T>(list: readonly T[], part: number) => list.filter(() => random.chance(part));

let today: string;
let people: (Person & { readonly role: string })[];
let groups: string[];
let roles: string[];
let kind: string;
const dayAgo = (ago: number) =>
  new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  people = [
    { ...us.owner, role: 'owner' },
    { ...us.manager, role: 'manager' },
    { ...us.foreman, role: 'foreman' },
    { ...us.employee, role: 'employee' },
    { ...us.colleague, role: 'employee' },
  ];
  for (const role of ['manager', 'foreman', 'foreman', 'employee', 'employee'])
    people.push({ ...(await hire(db.sql, us.owner, role)), role });
  // Nobody else, whom the plain count would not know.
  await db.sql`delete from employees where id = ${us.deactivated.employeeId}`;
  const made = await db.sql`select private.company_today(${us.id})::text as today`;
  today = made[0]?.['today'];
  groups = (
    await db.sql`insert into employee_groups (company_id, name) values (${us.id}, 'A'), (${us.id}, 'B') returning id`
  ).map(({ id }) => id);
  roles = (
    await db.sql`insert into company_roles (company_id, name, rights, scope) values
      (${us.id}, 'Approves', '{approve_time}', 'everyone'), (${us.id}, 'Sees', '{see_rates}', 'everyone') returning id`
  ).map(({ id }) => id);
  const [type] =
    await db.sql`insert into time_off_types (company_id, name, pay_code) values (${us.id}, 'Vacation', 'PTO') returning id`;
  kind = type?.['id'];
});

function randomSteps(chain: string): NaiveStep[] {
  const steps = Array.from({ length: 1 + random.below(4) }, () => {
    const decider = random.pick(DECIDERS);
    return {
      id: randomUUID(),
      chain_id: chain,
      level: 1 + random.below(3),
      decider,
      role: decider === 'role' ? random.pick(['manager', 'owner']) : null,
      employee_id: decider === 'person' ? random.pick(people).employeeId : null,
      company_role_id: decider === 'company_role' ? random.pick(roles) : null,
    };
  });
  const keyOf = (step: NaiveStep) =>
    [step.decider, step.role, step.employee_id, step.company_role_id].join();
  return [...new Map(steps.map((step) => [keyOf(step), step])).values()];
}

/** With the defaults of whatever the rows leave out. */
async function insert(tx: Tx, table: string, rows: readonly object[]) {
  const columns = Object.keys(rows[0] ?? {}).join();
  if (columns)
    await tx.unsafe(
      `insert into public.${table} (company_id, ${columns})
        select $1::uuid, ${columns} from jsonb_populate_recordset(null::public.${table}, $2::text::jsonb)`,
      [us.id, JSON.stringify(rows)],
    );
}

function randomPeople(): NaivePerson[] {
  return people.map(({ employeeId, role }) => {
    const isWorker = role === 'employee' || role === 'foreman';
    const company_role_id = isWorker && random.chance(0.5) ? random.pick(roles) : null;
    const hasRight = role !== 'employee' || company_role_id === roles[0];
    return {
      id: employeeId,
      role,
      company_role_id,
      can_approve: hasRight && random.chance(0.8),
      is_off: random.chance(0.35),
    };
  });
}

function randomCompany(): NaiveCompany {
  const ids = people.map(({ employeeId }) => employeeId);
  const projects = Array.from({ length: 6 }, (_, place) => ({
    id: randomUUID(),
    place,
    manager_id: random.chance(0.5) ? random.pick(ids) : null,
  }));
  // Two sites with a phase that has a phase.
  const parentOf = (place: number) => (place % 3 === 0 ? null : (projects[place - 1]?.id ?? null));
  const chains = [
    { id: randomUUID(), project_id: random.pick(projects).id, group_id: null },
    ...groups.map((group_id) => ({ id: randomUUID(), project_id: null, group_id })),
    ...(random.chance(0.8) ? [{ id: randomUUID(), project_id: null, group_id: null }] : []),
  ];
  const steps = chains.flatMap(({ id }) => randomSteps(id));
  const entries = some(ids, 0.8).flatMap((employee_id) =>
    DAYS.map((ago) => ({
      id: randomUUID(),
      employee_id,
      project_id: random.chance(0.9) ? random.pick(projects).id : null,
      work_date: dayAgo(ago),
    })),
  );
  return {
    people: randomPeople(),
    projects: projects.map(({ place, ...project }) => ({ ...project, parent_id: parentOf(place) })),
    chains,
    steps,
    groupMembers: groups.flatMap((group_id) =>
      some(ids, 0.3).map((employee_id) => ({ group_id, employee_id })),
    ),
    crewMembers: some([...ids, ...ids], 0.5).map((employee_id) => {
      const from = random.below(12);
      const to_date = random.chance(0.5) ? dayAgo(random.below(from + 1)) : null;
      return { employee_id, foreman_id: random.pick(ids), from_date: dayAgo(from), to_date };
    }),
    substitutes: some(ids, 0.5)
      .map((employee_id) => ({ employee_id, substitute_id: random.pick(ids) }))
      .filter(({ employee_id, substitute_id }) => employee_id !== substitute_id),
    ownApprovalByOthers: random.chance(0.5),
    entries,
    done: new Set(entries.flatMap(({ id }) => some(steps, 0.3).map((step) => `${id} ${step.id}`))),
  };
}

/** Past triggers: what is compared is who decides, whatever led there. */
async function store(tx: Tx, company: NaiveCompany) {
  await tx`set local session_replication_role = replica`;
  for (const table of TABLES) await tx.unsafe(`delete from public.${table}`);
  await tx`update companies set own_approval_by_others = ${company.ownApprovalByOthers} where id = ${us.id}`;
  for (const [place, person] of company.people.entries()) {
    // Who cannot approve left, or never had an account.
    const userId = people[place]?.userId as string;
    const [active, account] = person.can_approve
      ? [true, userId]
      : random.pick([
          [false, userId],
          [true, null],
        ] as const);
    const isAble = person.role !== 'employee' || person.company_role_id === roles[0];
    await tx`update employees set active = ${isAble ? active : true}, user_id = ${isAble ? account : userId},
      company_role_id = ${person.company_role_id} where id = ${person.id}`;
  }
  await insert(
    tx,
    'projects',
    company.projects.map((project) => ({ ...project, name: project.id })),
  );
  await insert(
    tx,
    'approval_chains',
    company.chains.map((chain, place) => ({
      ...chain,
      name: 'Chain',
      created_at: `2026-01-0${1 + place}`,
    })),
  );
  await insert(tx, 'approval_steps', company.steps);
  await insert(tx, 'employee_group_members', company.groupMembers);
  const crews = company.crewMembers.map(({ foreman_id }) => ({
    id: randomUUID(),
    name: randomUUID(),
    foreman_id,
  }));
  await insert(tx, 'crews', crews);
  await insert(
    tx,
    'crew_members',
    company.crewMembers.map(({ employee_id, from_date, to_date }, place) => ({
      crew_id: crews[place]?.id,
      employee_id,
      from_date,
      to_date,
    })),
  );
  await insert(tx, 'approval_substitutes', company.substitutes);
  await insert(
    tx,
    'time_off_requests',
    company.people.map(({ id, is_off }) => ({
      employee_id: id,
      type_id: kind,
      start_date: dayAgo(is_off ? 1 : 9),
      end_date: dayAgo(is_off ? -1 : 8),
      hours: 8,
      status: 'approved',
    })),
  );
  await insert(
    tx,
    'time_entries',
    company.entries.map((entry) => ({
      ...entry,
      clock_in: `${entry.work_date}T14:00:00Z`,
      clock_out: `${entry.work_date}T18:00:00Z`,
      status: 'completed',
    })),
  );
  for (const line of company.done) {
    const [entry, step] = line.split(' ') as [string, string];
    await tx`insert into step_approvals (company_id, time_entry_id, step_id, employee_id, work_date, entry_version, seen, decision)
      select t.company_id, t.id, ${step}, t.employee_id, t.work_date, private.entry_version(t.company_id, t.id, t.updated_at), '{}', 'approved'
      from time_entries t where t.id = ${entry}`;
  }
}

test('who decides what is open is who decides each of it', async () => {
  const seen = new Set<string>();
  for (let round = isLong ? 300 : 12; round > 0; round--) {
    const company = randomCompany();
    await db.sql.begin((tx) => store(tx as Tx, company));
    const lines = naiveOpenSteps(company).sort();
    const read = async (only: readonly string[] | null) =>
      (
        await db.sql`select concat_ws(' ', o.time_entry_id, o.step_id, o.decider_id, coalesce(o.stands_in_for::text, ''), o.via) as line
          from private.open_steps(${us.id}, ${only}, ${dayAgo(30)}, ${today}) o`
      )
        .map(({ line }) => line as string)
        .sort();
    expect(await read(null)).toEqual(lines);
    const [one, two] = [random.pick(people).employeeId, random.pick(people).employeeId];
    const theirs = new Set(
      company.entries.filter((entry) => [one, two].includes(entry.employee_id)).map(({ id }) => id),
    );
    expect(await read([one, two])).toEqual(
      lines.filter((line) => theirs.has(line.split(' ')[0] as string)),
    );
    for (const line of lines) seen.add(line.split(' ').at(-1) as string);
  }
  expect([...seen].sort()).toEqual(['approver', 'next_level', 'nobody', 'owner', 'substitute']);
});
