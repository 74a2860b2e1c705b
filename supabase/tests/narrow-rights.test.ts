import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { testOnOurServer } from '../../testing/hosted.ts';
import { Random } from '../../testing/random.ts';
import { repeats } from '../../testing/test-length.ts';
import {
  addTime,
  as,
  hire,
  hoursAgo,
  makeCompany,
  openCompany,
  type Person,
  type Tx,
} from './world.ts';

const { db, us } = await openCompany();
const MOVED_BEFORE = path.join(
  import.meta.dirname,
  '../migrations/20261120002500_entries_moved_before.sql',
);

async function invite(role: string): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@example.com`;
  const [row] = await as(
    db.sql,
    us.owner,
    (tx) => tx`select id from invite_employee(${email}, 'Pat', 'Pending', ${role})`,
  );
  return { id: row?.['id'], email };
}

test('without its second factor an account changes nothing of its own', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  const session = randomUUID();
  await db.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
    values (${randomUUID()}, ${worker.userId}, 'totp', 'verified')`;
  await db.sql`insert into auth.sessions (id, user_id, aal) values (${session}, ${worker.userId}, 'aal2')`;
  const changed = await as(
    db.sql,
    worker,
    (tx) => tx`update profiles set first_name = 'Taken' returning id`,
  );
  const preferred = await as(
    db.sql,
    worker,
    (tx) => tx`update preferences set time_format = '24h' returning user_id`,
  );
  expect([changed.length, preferred.length]).toEqual([0, 0]);
  const photo = as(
    db.sql,
    worker,
    (tx) =>
      tx`insert into storage.objects (bucket_id, name) values ('avatars', ${`${worker.userId}/a.png`})`,
  );
  await expect(photo).rejects.toMatchObject({ code: '42501' });
  for (const call of [
    `end_my_session('${session}')`,
    `accept_invitation('${randomUUID()}')`,
    `create_company('Mine')`,
  ]) {
    await expect(
      as(db.sql, worker, (tx) => tx.unsafe(`select ${call}`)),
      call,
    ).rejects.toMatchObject({ hint: 'second_factor_required' });
  }
  expect(await db.sql`select from auth.sessions where id = ${session}`).toHaveLength(1);
  const [person] = await db.sql`select first_name from employees where id = ${worker.employeeId}`;
  expect(person?.['first_name']).not.toBe('Taken');
});

test('every lookup of who is asking knows nobody without the second factor, or after the end', async () => {
  const manager = await hire(db.sql, us.owner, 'manager');
  const lookups = (claims: object) =>
    db.sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      const [row] =
        await tx`select private.my_company_id() as company, private.my_employee_id() as employee,
        private.my_role() as role, private.is_manager() as manager, private.is_owner() as owner, (private.me()).id as me`;
      return row;
    });
  const known = {
    company: us.id,
    employee: manager.employeeId,
    role: 'manager',
    manager: true,
    owner: false,
    me: manager.employeeId,
  };
  const nobody = {
    company: null,
    employee: null,
    role: null,
    manager: false,
    owner: false,
    me: null,
  };
  const sub = manager.userId;
  expect(await lookups({ sub })).toEqual(known);
  expect(await lookups({ sub: us.owner.userId })).toMatchObject({ manager: true, owner: true });
  expect(await lookups({ sub: us.employee.userId })).toMatchObject({
    manager: false,
    owner: false,
  });
  await db.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
    values (${randomUUID()}, ${sub}, 'totp', 'unverified')`;
  expect(await lookups({ sub })).toEqual(known);
  await db.sql`update auth.mfa_factors set status = 'verified' where user_id = ${sub}`;
  for (const claims of [{ sub }, { sub, aal: 'aal1' }, { sub, aal: null }, {}, { sub: null }])
    expect(await lookups(claims), JSON.stringify(claims)).toEqual(nobody);
  expect(await lookups({ sub, aal: 'aal2' })).toEqual(known);
  await db.sql`update employees set active = false where id = ${manager.employeeId}`;
  expect(await lookups({ sub, aal: 'aal2' })).toEqual(nobody);
});

describe('someone who is still to come', () => {
  test('as a manager or owner is an owner’s to change, invite and remove', async () => {
    for (const role of ['manager', 'owner']) {
      const { id } = await invite(role);
      const tries = [
        `update employees set email = 'mine@example.com' where id = '${id}'`,
        `update employees set first_name = 'Mine' where id = '${id}'`,
        `delete from employees where id = '${id}'`,
        `select resend_invitation('${id}')`,
        `select withdraw_invitation('${id}')`,
        `select create_invitation_link('${id}')`,
      ];
      for (const sql of tries) {
        await expect(
          as(db.sql, us.manager, (tx) => tx.unsafe(sql)),
          sql,
        ).rejects.toMatchObject({
          hint: 'owners_only',
        });
      }
      await as(
        db.sql,
        us.owner,
        (tx) => tx`update employees set first_name = 'Kim' where id = ${id}`,
      );
    }
  });

  testOnOurServer(
    'loses the link that was handed over when the role changes, and keeps the mailed invitation',
    async () => {
      const { id, email } = await invite('employee');
      await as(db.sql, us.manager, (tx) => tx`select create_invitation_link(${id})`);
      const links = () => db.sql`select from auth.invite_links where email = ${email}`;
      expect(await links()).toHaveLength(1);
      const [before] = await openInvitation(id);
      await as(db.sql, us.owner, (tx) => tx`update employees set role = 'owner' where id = ${id}`);
      expect(await links()).toHaveLength(0);
      const [after] = await openInvitation(id);
      expect(after?.['email']).toBe(email);
      // An account that the link opened was vouched for by the former invitation, which is no more.
      expect(after?.['id']).not.toBe(before?.['id']);
    },
  );

  const openInvitation = (id: string) =>
    db.sql`select id, email from employee_invitations
      where employee_id = ${id} and accepted_at is null and withdrawn_at is null`;
});

describe('an export that another program made', () => {
  const columns = { start_date: '2026-01-01', end_date: '2026-01-07', format: 'csv' };
  const record = (who: Person | 'anon', row: Record<string, unknown>) =>
    as(db.sql, who, (tx) => tx`insert into payroll_exports ${tx(row)} returning *`);
  const recorded = () =>
    db.sql`select format from payroll_exports where company_id = ${us.id} and format = 'refused'`;

  test('is recorded by managers and owners, in their own name and without rows', async () => {
    const row = { ...columns, company_id: us.id, exported_by: us.manager.userId };
    const [made] = await record(us.manager, row);
    expect(made).toMatchObject({
      ...row,
      start_date: expect.anything(),
      end_date: expect.anything(),
    });
    expect(made).toMatchObject({ rows: null, totals: null, file_hash: null });
    const [owners] = await record(us.owner, row);
    expect(owners).toMatchObject({ exported_by: us.owner.userId });
    const [event] = await db.sql`select action, actor_id from audit_events
      where entity = 'payroll_exports' and entity_id = ${made?.['id']}`;
    expect(event).toMatchObject({ action: 'created' });
    await expect(
      as(db.sql, us.manager, (tx) => tx`select * from payroll_export_changes(${made?.['id']})`),
    ).rejects.toMatchObject({ hint: 'not_found' });
  });

  test('stands beside those with a file', async () => {
    const ids = await as(db.sql, us.manager, async (tx) => {
      const [byFunction] =
        await tx`select id from record_payroll_export('2026-01-01', '2026-01-07', 'csv')`;
      const [byClient] = await tx`insert into payroll_exports ${tx(columns)} returning id`;
      return [byFunction?.['id'], byClient?.['id']];
    });
    const rows = await db.sql`select id, rows is null as bare from payroll_exports
      where id = any (${ids}) order by array_position(${ids}::uuid[], id)`;
    expect(rows.map(({ id, bare }) => [id, bare])).toEqual([
      [ids[0], false],
      [ids[1], true],
    ]);
  });

  test('is refused with rows, to others and for another company', async () => {
    const others = await makeCompany(db.sql, 'Others');
    const row = { ...columns, format: 'refused', company_id: us.id };
    for (const extra of [
      { rows: db.sql.json([]) },
      { totals: db.sql.json({}) },
      { file_hash: 'a'.repeat(64) },
    ]) {
      await expect(record(us.manager, { ...row, ...extra })).rejects.toMatchObject({
        code: '42501',
      });
    }
    for (const who of [us.employee, us.foreman, us.deactivated, others.owner, 'anon'] as const) {
      await expect(record(who, row)).rejects.toMatchObject({ code: '42501' });
    }
    expect(await recorded()).toHaveLength(0);
  });
});

test('the team names no project the caller may not read', async () => {
  const [secret] = await as(db.sql, us.owner, async (tx) => {
    const rows = await tx`insert into projects (name) values ('Secret tower') returning id`;
    for (const project of [rows[0]?.['id'], us.project]) {
      await tx`insert into project_members (project_id, employee_id) values (${project}, ${us.colleague.employeeId})`;
    }
    await tx`insert into project_members (project_id, employee_id) values (${us.project}, ${us.employee.employeeId})`;
    return rows;
  });
  await as(db.sql, us.colleague, (tx) => tx`select clock_in(${secret?.['id']}::uuid)`);
  const seen = async (who: Person) => {
    const rows = await as(db.sql, who, (tx) => tx`select * from my_team()`);
    const row = rows.find((one) => one['employee_id'] === us.colleague.employeeId);
    return [row?.['status'], row?.['project_id'], row?.['project_name']];
  };
  expect(await seen(us.employee)).toEqual(['in', null, null]);
  expect(await seen(us.manager)).toEqual(['in', secret?.['id'], 'Secret tower']);
});

test('a new zone moves no hours in or out of a locked period', async () => {
  const movers = await makeCompany(db.sql, 'Movers');
  const rezone = (zone: string) =>
    as(
      db.sql,
      movers.owner,
      (tx) => tx`update companies set time_zone = ${zone} where id = ${movers.id}`,
    );
  await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at)
    values (${movers.id}, '2026-04-01', '2026-04-14', 'locked', now())`;
  // 00:30 to 01:30 in New York on the day after: in Chicago still the last locked day, in part.
  const id = await addTime(
    db.sql,
    movers.employee,
    new Date('2026-04-15T04:30:00Z'),
    new Date('2026-04-15T05:30:00Z'),
  );
  await expect(rezone('America/Chicago')).rejects.toMatchObject({ hint: 'zone_moves_locked_time' });
  await rezone('America/Toronto');
  await as(db.sql, movers.owner, (tx) => tx`delete from time_entries where id = ${id}`);
  await rezone('America/Chicago');
});

describe('a role of the company’s own never widens its own scope', () => {
  const STEPS = repeats(200, 30);
  const SEED = Number(process.env['SCOPE_SEED'] ?? randomInt(1_000_000));
  const RIGHTS = [
    'see_rates',
    'edit_time',
    'approve_time',
    'schedule',
    'see_locations',
    'tickets',
    'budgets',
    'manage_lists',
  ];

  test.each([
    ['employee', 'own_projects'],
    ['foreman', 'own_projects'],
    ['employee', 'own_crews'],
    ['foreman', 'own_crews'],
    ['employee', 'group'],
    ['foreman', 'group'],
  ])(`%s over %s, in ${STEPS} steps (SCOPE_SEED=${SEED})`, async (base, scope) => {
    const random = new Random(SEED);
    const company = await makeCompany(db.sql, 'Scopes');
    const holder = await hire(db.sql, company.owner, 'employee');
    const everybody = [
      company.owner,
      company.manager,
      company.foreman,
      company.employee,
      company.colleague,
      holder,
    ];
    const own = <T>(story: (tx: Tx) => Promise<T>) => as(db.sql, company.owner, story);
    const rights = RIGHTS.filter((right) => random.chance(0.6) || right === 'edit_time').filter(
      (right) =>
        scope === 'own_projects' || !['tickets', 'budgets', 'manage_lists'].includes(right),
    );
    const ids = await own(async (tx) => {
      const [mine] =
        await tx`insert into projects (name, manager_id) values ('Mine', ${holder.employeeId}) returning id`;
      const [crew] =
        await tx`insert into crews (name, foreman_id) values ('Mine', ${company.foreman.employeeId}) returning id`;
      await tx`insert into crew_members (crew_id, employee_id, from_date) values (${crew?.['id']}, ${holder.employeeId}, '2020-01-01')`;
      const [group] = await tx`insert into employee_groups (name) values ('Mine') returning id`;
      await tx`insert into employee_group_members (group_id, employee_id) values (${group?.['id']}, ${company.colleague.employeeId})`;
      const [role] = await tx`insert into company_roles (name, base, rights, scope, group_id)
        values ('Mine', ${base}, ${rights}, ${scope}, ${scope === 'group' ? (group?.['id'] as string) : null}) returning id`;
      await tx`update employees set company_role_id = ${role?.['id']} where id = ${holder.employeeId}`;
      // Whom a foreman leads is not whose rates they read.
      const [led] =
        await tx`insert into crews (name, foreman_id) values ('Led', ${holder.employeeId}) returning id`;
      if (scope === 'own_projects')
        await tx`insert into crew_members (crew_id, employee_id, from_date) values (${led?.['id']}, ${company.employee.employeeId}, '2020-01-01')`;
      return {
        mine: mine?.['id'] as string,
        crew: crew?.['id'] as string,
        group: group?.['id'] as string,
        role: role?.['id'] as string,
      };
    });
    // People punched on that project once, longer ago than a scope looks, and elsewhere this week.
    for (const [hour, person] of [company.employee, company.colleague, company.manager].entries())
      await as(
        db.sql,
        person,
        (tx) => tx`insert into time_entries (employee_id, project_id, clock_in, clock_out) values
          (${person.employeeId}, ${ids.mine}, ${hoursAgo(24 * 40 + hour)}, ${hoursAgo(24 * 40 + hour - 0.5)}),
          (${person.employeeId}, ${company.project}, ${hoursAgo(20)}, ${hoursAgo(19)})`,
      );
    const seen = async () => {
      const people = new Set<string>();
      for (const right of rights) {
        const [row] =
          await db.sql`select (private.scope_of_person(${company.id}, ${holder.employeeId}, ${right})).people`;
        for (const id of (row?.['people'] ?? []) as string[]) people.add(`${right} ${id}`);
      }
      for (const { id } of await as(db.sql, holder, (tx) => tx`select id from employees`))
        people.add(`employees ${id}`);
      for (const { id } of await as(
        db.sql,
        holder,
        (tx) => tx`select distinct employee_id as id from employee_rates`,
      ))
        people.add(`rates ${id}`);
      return people;
    };
    const before = await seen();
    let hours = 24;
    /** What the holder may try: rows that a scope could follow from, by statement, function and event. */
    const step = (tx: Tx): Promise<unknown> => {
      const person = random.pick(everybody).employeeId;
      const project = random.pick([ids.mine, ids.mine, company.project]);
      hours += 1;
      const [from, to] = [hoursAgo(hours), hoursAgo(hours - 0.02)];
      const id = randomUUID();
      const payload = {
        entry_id: id,
        project_id: project,
        clock_in: from,
        clock_out: to,
        reason: 'x',
      };
      const event = {
        id,
        device_id: 'phone',
        sequence: hours,
        happened_at: new Date(),
        offset_ms: 0,
        employee_id: person,
        payload,
      };
      return random.pick([
        () =>
          tx`insert into time_entries (employee_id, project_id, clock_in, clock_out) values (${person}, ${project}, ${from}, ${to})`,
        () => tx`insert into time_entries (employee_id, project_id, clock_in, clock_out, source, created_by)
          values (${person}, ${project}, ${from}, ${to}, 'kiosk', ${company.manager.userId})`,
        () => tx`update time_entries set project_id = ${ids.mine}`,
        () =>
          tx`update time_entries set project_id = ${ids.mine} where employee_id = ${person} and clock_in > now() - interval '30 days'`,
        () =>
          tx`update time_entries set clock_in = ${from}, clock_out = ${to} where employee_id = ${person} and clock_in < now() - interval '30 days'`,
        () =>
          tx`select * from change_time_entries(array(select id from time_entries where employee_id = ${person}), ${tx.json({ project_id: ids.mine })}, 'x')`,
        () =>
          tx`select * from change_time_entries(array(select id from time_entries), ${tx.json({ project_id: ids.mine })}, 'x')`,
        () => tx`select * from sync_events(${tx.json([{ ...event, kind: 'entry' }] as never)})`,
        () => tx`select * from sync_events(${tx.json([{ ...event, kind: 'clock_in' }] as never)})`,
        () => tx`select crew_clock_in(${[person]}, ${project})`,
        () =>
          tx`insert into shifts (employee_id, project_id, starts_at, ends_at) values (${person}, ${project}, ${hoursAgo(-hours)}, ${hoursAgo(-hours - 4)})`,
        () =>
          tx`insert into project_members (project_id, employee_id) values (${ids.mine}, ${person})`,
        () =>
          tx`insert into crew_members (crew_id, employee_id, from_date) values (${ids.crew}, ${person}, '2021-01-01')`,
        () => tx`insert into crews (name, foreman_id) values (${id}, ${holder.employeeId})`,
        () => tx`update crews set foreman_id = ${holder.employeeId}`,
        () =>
          tx`insert into employee_group_members (group_id, employee_id) values (${ids.group}, ${person})`,
        () => tx`update projects set manager_id = ${holder.employeeId}`,
        () => tx`update projects set parent_id = ${ids.mine} where id <> ${ids.mine}`,
        () =>
          tx`insert into projects (name, manager_id, parent_id) values (${id}, ${person}, ${ids.mine})`,
        () => tx`update company_roles set scope = 'everyone', group_id = null`,
        () => tx`update employees set company_role_id = ${ids.role}, role = 'foreman'`,
        () => tx`update projects set name = ${id} where id = ${ids.mine}`,
      ])();
    };
    let accepted = 0;
    for (let count = 0; count < STEPS; count += 1)
      await as(db.sql, holder, step, { 'x-reason': 'Corrected' }).then(
        () => (accepted += 1),
        () => undefined,
      );
    expect(accepted).toBeGreaterThan(0);
    // One's own row, as of who worked there too, opens nobody.
    const gained = [...(await seen())].filter((one) => !before.has(one));
    expect(gained.filter((one) => !one.endsWith(holder.employeeId))).toEqual([]);
  });

  test('nor by moving time of others there, or from long ago into this month', async () => {
    const company = await makeCompany(db.sql, 'Moves');
    const holder = await hire(db.sql, company.owner, 'foreman');
    const { employee, colleague } = company;
    const mine = await as(db.sql, company.owner, async (tx) => {
      const [project] =
        await tx`insert into projects (name, manager_id) values ('Mine', ${holder.employeeId}) returning id`;
      const [crew] =
        await tx`insert into crews (name, foreman_id) values ('Led', ${holder.employeeId}) returning id`;
      await tx`insert into crew_members (crew_id, employee_id, from_date) values (${crew?.['id']}, ${employee.employeeId}, '2020-01-01')`;
      const [role] = await tx`insert into company_roles (name, base, rights, scope)
        values ('Mine', 'foreman', '{see_rates,edit_time}', 'own_projects') returning id`;
      await tx`update employees set company_role_id = ${role?.['id']} where id = ${holder.employeeId}`;
      return project?.['id'] as string;
    });
    const enter = (who: Person, project: string, hours: number) =>
      as(
        db.sql,
        who,
        (tx) => tx`insert into time_entries (employee_id, project_id, clock_in, clock_out)
          values (${who.employeeId}, ${project}, ${hoursAgo(hours)}, ${hoursAgo(hours - 1)}) returning id`,
      );
    const [elsewhere] = await enter(employee, company.project, 20);
    const [longAgo] = await enter(colleague, mine, 24 * 40);
    const people = async () => {
      const [row] =
        await db.sql`select (private.scope_of_person(${company.id}, ${holder.employeeId}, 'see_rates')).people`;
      return row?.['people'] as string[];
    };
    expect(await people()).toEqual([]);
    const moved = await as(
      db.sql,
      holder,
      (tx) =>
        tx`update time_entries set project_id = ${mine} where id = ${elsewhere?.['id']} returning id`,
      { 'x-reason': 'Corrected' },
    );
    const shifted = await as(
      db.sql,
      holder,
      (tx) =>
        tx`update time_entries set clock_in = ${hoursAgo(9)}, clock_out = ${hoursAgo(8)} where id = ${longAgo?.['id']} returning id`,
      { 'x-reason': 'Corrected' },
    );
    // Both are theirs to correct.
    expect([moved.length, shifted.length]).toEqual([1, 1]);
    expect(await people()).toEqual([]);
    // What the person says, or a manager, counts.
    await as(
      db.sql,
      colleague,
      (tx) => tx`update time_entries set clock_in = ${hoursAgo(8.5)} where id = ${longAgo?.['id']}`,
    );
    expect(await people()).toEqual([colleague.employeeId]);
    // A manager who corrects the start has not chosen the project.
    await as(
      db.sql,
      company.manager,
      (tx) =>
        tx`update time_entries set clock_in = ${hoursAgo(19.5)} where id = ${elsewhere?.['id']}`,
      { 'x-reason': 'Corrected' },
    );
    expect(await people()).toEqual([colleague.employeeId]);
    // Moved before there were marks: an update finds them in the history.
    const marks = () =>
      db.sql`select time_entry_id, project_moved, start_moved from private.moved_entries where company_id = ${company.id}`;
    const noted = await marks();
    expect(noted).toEqual([
      { time_entry_id: elsewhere?.['id'], project_moved: true, start_moved: false },
    ]);
    await db.sql`delete from private.moved_entries where company_id = ${company.id}`;
    expect(await people()).toContain(employee.employeeId);
    await db.sql.unsafe(readFileSync(MOVED_BEFORE, 'utf8'));
    expect(await marks()).toEqual(noted);
    expect(await people()).toEqual([colleague.employeeId]);
  });
});
