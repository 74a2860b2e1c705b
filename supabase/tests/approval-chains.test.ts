import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as, hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

/** Monday to Wednesday of a week that is over, and not older than what waits. */
const [MON, TUE, WED] = [9, 8, 7].map((ago) =>
  new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10),
) as [string, string, string];

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error) => error.hint,
  );

interface Step {
  level: number;
  decider: string;
  role?: string;
  employee_id?: string;
  company_role_id?: string;
  name?: string;
}

interface Waiting {
  time_entry_id: string;
  step_id: string;
  entry_version: string;
  employee_id: string;
  work_date: string;
  step_name: string | null;
  level: number;
  via: string;
  stands_in_for: string | null;
  changes: { field: string; before: string | null; after: string | null }[] | null;
  returned_reason: string | null;
  missing: { project: string }[] | null;
}

let worker: Person;
let manager: Person;
let payroll: Person;
let otherProject: string;

const FOREMAN: Step = { level: 1, decider: 'crew_foreman' };
const PROJECT: Step = { level: 2, decider: 'project_manager' };
const payrollStep = (level = 3): Step => ({
  level,
  decider: 'person',
  employee_id: payroll.employeeId,
  name: 'Payroll',
});

const save = (
  who: Person,
  steps: readonly Step[],
  fields: { id?: string; project?: string | null; group?: string; override?: boolean } = {},
) =>
  act(
    who,
    (
      tx,
    ) => tx`select * from save_approval_chain(${fields.id ?? null}, 'Chain', ${fields.project ?? null}, ${fields.group ?? null},
      ${JSON.stringify(steps)}::jsonb, ${fields.override ?? true}, 1)`,
  );

const entry = async (person: Person, day: string, project = us.project, from = 14) => {
  const [row] =
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id)
    values (${us.id}, ${person.employeeId}, ${`${day}T${from}:00:00Z`}, ${`${day}T${from + 3}:00:00Z`}, ${project}) returning id`;
  return row?.['id'] as string;
};

const waiting = async (who: Person): Promise<Waiting[]> =>
  (await act(who, (tx) => tx`select * from approvals_waiting()`)) as unknown as Waiting[];

const decide = (
  who: Person,
  rows: readonly Pick<Waiting, 'time_entry_id' | 'step_id' | 'entry_version'>[],
) =>
  act(
    who,
    (tx) =>
      tx`select approve_step(${JSON.stringify(rows.map(({ time_entry_id, step_id, entry_version }) => ({ time_entry_id, step_id, entry_version })))}::jsonb)`,
  );
const approveAll = async (who: Person) => decide(who, await waiting(who));

const giveBack = (who: Person, rows: readonly Waiting[], reason: string | null) =>
  act(
    who,
    (tx) =>
      tx`select return_step(${JSON.stringify(rows.map(({ time_entry_id, step_id, entry_version }) => ({ time_entry_id, step_id, entry_version })))}::jsonb, ${reason})`,
  );

const approvedDays = async (person = worker): Promise<string[]> => {
  const rows = await db.sql`select to_char(a.work_date, 'YYYY-MM-DD') as day from approvals a
    where a.employee_id = ${person.employeeId} and exists (select from time_entries t where t.employee_id = a.employee_id
      and t.work_date = a.work_date and t.updated_at <= a.approved_at) order by 1`;
  return rows.map((row) => row['day']);
};

const state =
  () => db.sql`select (select jsonb_agg(to_jsonb(s) order by s.id) from step_approvals s) as steps,
  (select jsonb_agg(to_jsonb(a) order by a.id) from approvals a) as approvals,
  (select jsonb_agg(to_jsonb(c) order by c.id) from approval_chains c) as chains,
  (select jsonb_agg(to_jsonb(s) order by s.id) from approval_steps s) as chain_steps`;

/** Expects the refusal, and that nothing moved. */
async function refused(attempt: () => Promise<unknown>, hint: string | undefined) {
  const before = await state();
  expect(await refusal(attempt())).toBe(hint);
  expect(await state()).toEqual(before);
}

beforeAll(async () => {
  await db.sql`update companies set time_zone = 'America/New_York'`;
  worker = await hire(db.sql, us.owner, 'employee');
  manager = await hire(db.sql, us.owner, 'manager');
  payroll = await hire(db.sql, us.owner, 'manager');
  const [crew] = await act(
    us.manager,
    (tx) =>
      tx`insert into crews (name, foreman_id) values ('Concrete', ${us.foreman.employeeId}) returning id`,
  );
  await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
    values (${us.id}, ${crew?.['id']}, ${worker.employeeId}, '2026-01-01'),
      (${us.id}, ${crew?.['id']}, ${us.foreman.employeeId}, '2026-01-01')`;
  await db.sql`insert into employee_rates (company_id, employee_id, hourly_rate, effective_from)
    select ${us.id}, e.id, 30, '2026-01-01' from employees e where e.company_id = ${us.id} on conflict do nothing`;
  const [other] = await act(
    us.manager,
    (tx) => tx`insert into projects (name) values ('Depot') returning id`,
  );
  otherProject = other?.['id'];
  await db.sql`update projects set manager_id = ${manager.employeeId} where id = ${us.project}`;
});

beforeEach(async () => {
  await save(us.owner, [FOREMAN, PROJECT, payrollStep()]);
});

afterEach(async () => {
  await db.sql`update employees set role = 'foreman' where id = ${us.foreman.employeeId}`;
  await db.sql`delete from approvals`;
  await db.sql`delete from step_approvals`;
  await db.sql`delete from approval_chains`;
  await db.sql`delete from approval_substitutes`;
  await db.sql`delete from time_off_requests`;
  await db.sql`delete from pay_periods`;
  await db.sql`delete from time_entries where employee_id in (${worker.employeeId}, ${us.foreman.employeeId}, ${us.owner.employeeId})`;
});

describe('steps one after the other', () => {
  test('foreman, project manager and payroll: approved exactly when the last one is done', async () => {
    await entry(worker, MON);
    await entry(worker, TUE);
    expect(await waiting(manager)).toEqual([]);
    expect(await waiting(us.foreman)).toMatchObject([
      { work_date: expect.anything(), level: 1, via: 'approver' },
      { level: 1 },
    ]);
    await approveAll(us.foreman);
    expect(await waiting(us.foreman)).toEqual([]);
    expect(await approvedDays()).toEqual([]);
    await approveAll(manager);
    expect(await approvedDays()).toEqual([]);
    expect(await waiting(payroll)).toMatchObject([{ step_name: 'Payroll' }, { level: 3 }]);
    await approveAll(payroll);
    expect(await approvedDays()).toEqual([MON, TUE]);
    // Frozen from now on, as ever.
    await refused(
      () => act(worker, (tx) => tx`update time_entries set notes = 'x' where work_date = ${MON}`),
      'time_approved',
    );
  });

  test('steps of one level are decided in any order, and the next waits for all of them', async () => {
    await save(us.owner, [FOREMAN, { ...PROJECT, level: 1 }, payrollStep(2)], {
      project: us.project,
    });
    await entry(worker, MON);
    expect(await waiting(manager)).toHaveLength(1);
    await approveAll(manager);
    expect(await waiting(payroll)).toEqual([]);
    await approveAll(us.foreman);
    expect(await waiting(payroll)).toHaveLength(1);
  });

  test('a week on two projects goes two ways; a day with both is approved when both are', async () => {
    await save(us.owner, [payrollStep(1)], { project: otherProject });
    await entry(worker, MON);
    await entry(worker, TUE, otherProject);
    await entry(worker, WED);
    await entry(worker, WED, otherProject, 18);
    expect(await waiting(payroll)).toHaveLength(2);
    await approveAll(payroll);
    expect(await approvedDays()).toEqual([TUE]);
    for (const who of [us.foreman, manager, payroll]) await approveAll(who);
    expect(await approvedDays()).toEqual([MON, TUE, WED]);
  });

  test('a group has its own way, on projects that have none', async () => {
    const [group] = await act(
      us.manager,
      (tx) => tx`insert into employee_groups (name) values ('Apprentices') returning id`,
    );
    await act(
      us.manager,
      (tx) =>
        tx`insert into employee_group_members (group_id, employee_id) values (${group?.['id']}, ${worker.employeeId})`,
    );
    await save(us.owner, [payrollStep(1)], { group: group?.['id'] });
    await save(us.owner, [PROJECT], { project: otherProject });
    await entry(worker, MON);
    expect(await waiting(us.foreman)).toEqual([]);
    expect(await waiting(payroll)).toHaveLength(1);
    await refused(
      () => act(us.manager, (tx) => tx`delete from employee_groups where id = ${group?.['id']}`),
      'group_in_use',
    );
    await db.sql`update time_entries set project_id = ${otherProject} where employee_id = ${worker.employeeId}`;
    expect(await waiting(payroll)).toEqual([]);
  });

  test('a role of the company approves, as long as it has that right', async () => {
    const [role] = await act(
      us.owner,
      (tx) =>
        tx`insert into company_roles (name, rights, scope) values ('Clerk', '{approve_time}', 'everyone') returning id`,
    );
    const clerk = await hire(db.sql, us.owner, 'employee');
    await db.sql`update employees set company_role_id = ${role?.['id']} where id = ${clerk.employeeId}`;
    await save(us.owner, [{ level: 1, decider: 'company_role', company_role_id: role?.['id'] }], {
      project: us.project,
    });
    await entry(worker, MON);
    expect(await waiting(clerk)).toHaveLength(1);
    await db.sql`update company_roles set rights = '{schedule}' where id = ${role?.['id']}`;
    expect(await waiting(clerk)).toEqual([]);
    expect(await waiting(us.owner)).toMatchObject([{ via: 'nobody' }]);
    await db.sql`update company_roles set rights = '{approve_time}' where id = ${role?.['id']}`;
    await approveAll(clerk);
    expect(await approvedDays()).toEqual([MON]);
  });

  test('a chain of a project holds for its phases unless a nearer one exists', async () => {
    const [phase] = await act(
      us.manager,
      (tx) =>
        tx`insert into projects (name, parent_id) values ('Depot, level 2', ${otherProject}) returning id`,
    );
    await save(us.owner, [payrollStep(1)], { project: otherProject });
    await entry(worker, MON, phase?.['id']);
    expect(await waiting(us.foreman)).toEqual([]);
    expect(await waiting(payroll)).toHaveLength(1);
    await save(us.owner, [FOREMAN], { project: phase?.['id'] });
    expect(await waiting(payroll)).toEqual([]);
    expect(await waiting(us.foreman)).toHaveLength(1);
  });

  test("the buttons of today approve the caller's steps, and say who must act", async () => {
    await entry(worker, MON);
    const approve = (who: Person) =>
      act(who, (tx) => tx`select approve_time(${worker.employeeId}, ${MON}, ${MON}) as days`);
    await refused(() => approve(us.manager), 'waits_for_step');
    expect(await approve(us.foreman)).toMatchObject([{ days: 1 }]);
    expect(await approvedDays()).toEqual([]);
    await act(manager, (tx) => tx`select approve_clean_time(${MON}, ${MON})`);
    expect(await approvedDays()).toEqual([]);
    expect(await approve(payroll)).toMatchObject([{ days: 1 }]);
    expect(await approvedDays()).toEqual([MON]);
    // Taken back, it begins again.
    await act(
      us.manager,
      (tx) => tx`select unapprove_time(${worker.employeeId}, ${MON}, ${MON}, 'no')`,
    );
    expect(await waiting(us.foreman)).toHaveLength(1);
  });

  test('without a chain nothing is asked, and everything is as ever', async () => {
    await db.sql`delete from approval_chains`;
    await entry(worker, MON);
    expect(await waiting(us.foreman)).toEqual([]);
    await refused(
      () => act(us.foreman, (tx) => tx`select approve_time(${worker.employeeId}, ${MON}, ${MON})`),
      'managers_only',
    );
    await act(us.manager, (tx) => tx`select approve_time(${worker.employeeId}, ${MON}, ${MON})`);
    expect(await approvedDays()).toEqual([MON]);
  });
});

describe('what changed since', () => {
  test('an edit takes the steps of that entry back, and the next approver sees it', async () => {
    const first = await entry(worker, MON);
    await entry(worker, TUE);
    await approveAll(us.foreman);
    await db.sql`update time_entries set clock_out = clock_out + interval '30 minutes', project_id = ${otherProject} where id = ${first}`;
    await db.sql`update projects set manager_id = ${manager.employeeId} where id = ${otherProject}`;
    expect((await waiting(manager)).map((row) => row.time_entry_id)).not.toContain(first);
    const [changed, ...rest] = await waiting(us.foreman);
    expect(rest).toEqual([]);
    expect(changed?.changes).toMatchObject([
      { field: 'clock_out' },
      { field: 'project_id', before: 'Harbor Point', after: 'Depot' },
    ]);
    await approveAll(us.foreman);
    expect(await waiting(manager)).toMatchObject([{ changes: null }, { changes: null }]);
  });

  test('so does a break, and what was deleted is shown with the day', async () => {
    const id = await entry(worker, MON);
    const gone = await entry(worker, MON, us.project, 18);
    await approveAll(us.foreman);
    await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
      values (${us.id}, ${id}, ${`${MON}T15:00:00Z`}, ${`${MON}T15:30:00Z`}, 'meal', false)`;
    await db.sql`delete from time_entries where id = ${gone}`;
    expect(await waiting(us.foreman)).toMatchObject([
      {
        time_entry_id: id,
        changes: [{ field: 'break_minutes', before: null, after: '30' }],
        missing: [{ project: 'Harbor Point' }],
      },
    ]);
  });

  test('what changed while somebody looked is not approved unseen', async () => {
    const id = await entry(worker, MON);
    const seen = await waiting(us.foreman);
    await db.sql`update time_entries set notes = 'late' where id = ${id}`;
    await refused(() => decide(us.foreman, seen), 'changed_since_seen');
    await approveAll(us.foreman);
  });

  test('sent back, it begins with the first step, with the reason for the worker and who approved', async () => {
    await entry(worker, MON);
    await approveAll(us.foreman);
    const rows = await waiting(manager);
    await refused(() => giveBack(manager, rows, ' '), 'step_reason_required');
    await giveBack(manager, rows, 'Lunch is missing');
    expect(await waiting(manager)).toEqual([]);
    expect(await waiting(us.foreman)).toMatchObject([{ returned_reason: 'Lunch is missing' }]);
    const told =
      await db.sql`select employee_id, data ->> 'reason' as reason from notifications where template = 'time_returned'`;
    expect(told.map((row) => row['employee_id']).toSorted()).toEqual(
      [worker.employeeId, us.foreman.employeeId].toSorted(),
    );
    const [own] = await act(worker, (tx) => tx`select * from approval_progress(${MON}, ${MON})`);
    expect(own).toMatchObject({
      level: 1,
      levels: 3,
      returned_reason: 'Lunch is missing',
      mine: false,
    });
    await approveAll(us.foreman);
    expect(await waiting(manager)).toMatchObject([{ returned_reason: null }]);
  });
});

describe('when somebody is away', () => {
  const timeOff = async (person: Person) => {
    const [type] =
      await db.sql`insert into time_off_types (company_id, name, pay_code) values (${us.id}, ${randomUUID()}, 'PTO') returning id`;
    await db.sql`insert into time_off_requests (company_id, employee_id, type_id, start_date, end_date, hours, status)
      values (${us.id}, ${person.employeeId}, ${type?.['id']}, current_date - 2, current_date + 2, 8, 'approved')`;
  };

  test('the substitute decides, and it is recorded for whom; else whoever comes next', async () => {
    await entry(worker, MON);
    await timeOff(us.foreman);
    expect(await waiting(us.foreman)).toEqual([]);
    expect(await waiting(manager)).toMatchObject([{ level: 1, via: 'next_level' }]);
    await act(
      us.foreman,
      (tx) =>
        tx`insert into approval_substitutes (employee_id, substitute_id) values (${us.foreman.employeeId}, ${us.manager.employeeId})`,
    );
    expect(await waiting(manager)).toEqual([]);
    expect(await waiting(us.manager)).toMatchObject([
      { via: 'substitute', stands_in_for: 'foreman Example' },
    ]);
    await approveAll(us.manager);
    const [row] = await db.sql`select decided_by, stands_in_for from step_approvals`;
    expect(row).toEqual({
      decided_by: us.manager.employeeId,
      stands_in_for: us.foreman.employeeId,
    });
  });

  test('everybody away: owners', async () => {
    await entry(worker, MON);
    for (const who of [us.foreman, manager, payroll]) await timeOff(who);
    expect(await waiting(us.owner)).toMatchObject([{ via: 'owner' }]);
  });

  test('an approver who left or lost the role: nobody can decide it, so owners do and are notified', async () => {
    await entry(worker, MON);
    await db.sql`update employees set role = 'employee' where id = ${us.foreman.employeeId}`;
    expect(await waiting(us.foreman)).toEqual([]);
    expect(await waiting(manager)).toEqual([]);
    expect(await waiting(us.owner)).toMatchObject([{ via: 'nobody' }]);
    const morning = `${new Date().toISOString().slice(0, 10)}T13:00:00Z`;
    await db.sql`select private.remind_of_steps(${morning}::timestamptz)`;
    await db.sql`select private.remind_of_steps(${morning}::timestamptz)`;
    const notes =
      await db.sql`select data ->> 'nobody' as nobody from notifications where employee_id = ${us.owner.employeeId} and template = 'steps_waiting'`;
    expect(notes).toEqual([{ nobody: 'employee Example' }]);
    await approveAll(us.owner);
    expect(await waiting(manager)).toHaveLength(1);
  });

  test('who approves by a role names their own substitute, as long as they have that right', async () => {
    const [role] = await act(
      us.owner,
      (tx) =>
        tx`insert into company_roles (name, rights, scope) values ('Approver', '{approve_time}', 'everyone') returning id`,
    );
    const clerk = await hire(db.sql, us.owner, 'employee');
    const other = await hire(db.sql, us.owner, 'employee');
    const give = (right: string) =>
      db.sql`update company_roles set rights = ${[right]} where id = ${role?.['id']}`;
    await db.sql`update employees set company_role_id = ${role?.['id']} where id = any (${[clerk.employeeId, other.employeeId]})`;
    const name = (who: Person, person: Person, substitute: Person) =>
      act(
        who,
        (tx) =>
          tx`insert into approval_substitutes (employee_id, substitute_id) values (${person.employeeId}, ${substitute.employeeId})`,
      );
    await name(clerk, clerk, us.manager);
    await expect(name(clerk, other, us.manager)).rejects.toMatchObject({ code: '42501' });
    const change = (who: Person) =>
      act(
        who,
        (tx) => tx`update approval_substitutes set substitute_id = ${us.foreman.employeeId}
          where employee_id = ${clerk.employeeId} returning id`,
      );
    expect(await change(other)).toHaveLength(0);
    expect(await change(clerk)).toHaveLength(1);
    await give('schedule');
    expect(await change(clerk)).toHaveLength(0);
    await expect(name(other, other, us.manager)).rejects.toMatchObject({ code: '42501' });
    await give('approve_time');
    await act(clerk, (tx) => tx`delete from approval_substitutes`);
    expect(await db.sql`select from approval_substitutes`).toEqual([]);
  });

  test('a substitute must be able to approve, and nobody names one for somebody else', async () => {
    const name = (who: Person, person: Person, substitute: Person) =>
      act(
        who,
        (tx) =>
          tx`insert into approval_substitutes (employee_id, substitute_id) values (${person.employeeId}, ${substitute.employeeId})`,
      );
    await refused(() => name(us.foreman, us.foreman, worker), 'cannot_approve');
    await refused(() => name(us.foreman, us.foreman, us.foreman), undefined);
    for (const who of [us.manager, worker, them.owner]) {
      await expect(name(who, us.foreman, us.manager)).rejects.toThrow();
    }
    expect(await db.sql`select from approval_substitutes`).toEqual([]);
    await name(us.owner, us.foreman, us.manager);
    expect(await db.sql`select from approval_substitutes`).toHaveLength(1);
  });
});

describe('own time', () => {
  test("a foreman's own goes to whoever comes next", async () => {
    await entry(us.foreman, MON);
    expect(await waiting(us.foreman)).toEqual([]);
    expect(await waiting(manager)).toMatchObject([{ level: 1, via: 'next_level' }]);
  });

  test('follows the rule of own decisions', async () => {
    await save(us.owner, [{ level: 1, decider: 'role', role: 'owner' }], { project: otherProject });
    const second = await hire(db.sql, us.owner, 'owner');
    await entry(us.owner, MON, otherProject);
    await db.sql`update companies set own_approval_by_others = true where id = ${us.id}`;
    expect(await waiting(us.owner)).toEqual([]);
    expect(await waiting(second)).toHaveLength(1);
    await db.sql`update companies set own_approval_by_others = false where id = ${us.id}`;
    await approveAll(us.owner);
    const items =
      await db.sql`select kind from verifications where employee_id = ${us.owner.employeeId}`;
    expect(items).toEqual([{ kind: 'own_approval' }]);
    await db.sql`update employees set role = 'manager' where id = ${second.employeeId}`;
    await db.sql`delete from verifications`;
  });
});

describe('who may not', () => {
  test('nobody else decides: nothing moves', async () => {
    const id = await entry(worker, MON);
    const otherForeman = await hire(db.sql, us.owner, 'foreman');
    const [row] = await waiting(us.foreman);
    if (!row) throw new Error('Nothing waits.');
    for (const who of [otherForeman, us.employee, worker, us.manager, us.owner, payroll]) {
      await refused(() => decide(who, [row]), 'not_your_step');
      await refused(() => giveBack(who, [row], 'no'), 'not_your_step');
      expect(await waiting(who)).toEqual([]);
    }
    for (const who of [them.owner, them.foreman])
      await refused(() => decide(who, [row]), 'not_found');
    await refused(() => decide(us.deactivated, [row]), 'no_employee');
    await expect(
      as(db.sql, 'anon', (tx) => tx`select approve_step(${JSON.stringify([row])}::jsonb)`),
    ).rejects.toThrow('permission denied');
    for (const bad of [[], {}, null, [{ time_entry_id: randomUUID() }]])
      await refused(
        () => act(us.foreman, (tx) => tx`select approve_step(${JSON.stringify(bad)}::jsonb)`),
        'not_found',
      );
    // A step that is not open yet.
    const [later] = await db.sql`select id from approval_steps where decider = 'person'`;
    await refused(() => decide(payroll, [{ ...row, step_id: later?.['id'] }]), 'not_your_step');
    expect(id).toBe(row.time_entry_id);
  });

  test('past the steps only managers and owners, with a reason, where the chain allows it', async () => {
    await entry(worker, MON);
    const override = (who: Person, reason: string | null) =>
      act(who, (tx) => tx`select override_steps(${worker.employeeId}, ${MON}, ${MON}, ${reason})`);
    await refused(() => override(us.foreman, 'now'), 'managers_only');
    await refused(() => override(us.manager, ' '), 'step_reason_required');
    await refused(() => override(them.owner, 'now'), 'not_found');
    const [chain] = await db.sql`select id from approval_chains`;
    await save(us.owner, [FOREMAN, PROJECT, payrollStep()], { id: chain?.['id'], override: false });
    await refused(() => override(us.owner, 'now'), 'override_not_allowed');
    await save(us.owner, [FOREMAN, PROJECT, payrollStep()], { id: chain?.['id'] });
    await override(us.manager, 'Foreman is in hospital');
    expect(await approvedDays()).toEqual([MON]);
    const rows = await db.sql`select distinct decision, reason from step_approvals`;
    expect(rows).toEqual([{ decision: 'overridden', reason: 'Foreman is in hospital' }]);
  });

  test('a period with open steps is not locked, and says who must act', async () => {
    await entry(worker, MON);
    const lock = () => act(us.manager, (tx) => tx`select lock_pay_period(${MON}, ${MON}, true)`);
    await refused(lock, 'waits_for_step');
    for (const who of [us.foreman, manager, payroll]) await approveAll(who);
    await lock();
    expect(await db.sql`select status from pay_periods where company_id = ${us.id}`).toEqual([
      { status: 'locked' },
    ]);
  });
});

describe('chains', () => {
  test('only owners make them, and never a broken one', async () => {
    await refused(() => save(us.owner, []), 'chain_needs_steps');
    await refused(() => save(us.owner, [FOREMAN, { ...FOREMAN, level: 2 }]), 'chain_step_twice');
    await refused(
      () => save(us.owner, [{ level: 1, decider: 'person', employee_id: us.employee.employeeId }]),
      'cannot_approve',
    );
    await refused(
      () => save(us.owner, [{ level: 1, decider: 'person', employee_id: them.manager.employeeId }]),
      'cannot_approve',
    );
    await refused(() => save(us.owner, [FOREMAN], { project: them.project }), 'not_found');
    // A second one for the same place.
    await refused(() => save(us.owner, [FOREMAN]), 'approval_chains_one_per_place');
    for (const who of [us.manager, us.foreman, us.employee, us.deactivated])
      await refused(() => save(who, [FOREMAN], { project: us.project }), 'owners_only');
    await refused(
      () => act(us.manager, (tx) => tx`delete from approval_chains returning 1/0`),
      undefined,
    );
  });

  test('a step that stays keeps what was approved; with the last open one gone, the time is approved', async () => {
    await entry(worker, MON);
    await approveAll(us.foreman);
    const [chain] = await db.sql`select id from approval_chains`;
    await save(
      us.owner,
      [
        { ...FOREMAN, name: 'Foreman' },
        { ...PROJECT, level: 5 },
      ],
      { id: chain?.['id'] },
    );
    expect(await waiting(manager)).toMatchObject([{ level: 2 }]);
    await save(us.owner, [FOREMAN], { id: chain?.['id'] });
    expect(await approvedDays()).toEqual([MON]);
  });
});
