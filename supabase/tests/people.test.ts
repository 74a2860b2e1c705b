import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isHosted, testOnOurServer } from '../../testing/hosted.ts';
import { as, hire, hoursAgo, makeCompany, openCompany, type Person, signUp } from './world.ts';

const { db, us } = await openCompany();

const invite = (who: Person, email: string, role = 'employee') =>
  as(
    db.sql,
    who,
    (tx) => tx`select * from invite_employee(${email}, 'Ana', 'Ruiz', ${role}, 30.25)`,
  ).then(([row]) => row);
const newEmail = () => `ana-${randomUUID()}@example.com`;
const employeeOf = (account: Person) =>
  db.sql`select * from employees where user_id = ${account.userId} and active`.then(([row]) => row);

describe('accounts', () => {
  test("come with a profile and preferences; the client's own insert meets 23505", async () => {
    const account = await signUp(db.sql);
    const [profile] = await as(db.sql, account, (tx) => tx`select * from profiles`);
    expect(profile).toMatchObject({ id: account.userId, first_name: 'Sam', role: null });
    await expect(
      as(
        db.sql,
        account,
        (tx) =>
          tx`insert into profiles (id, first_name, last_name) values (${account.userId}, 'A', 'B')`,
      ),
    ).rejects.toMatchObject({ code: '23505' });
    expect(await as(db.sql, account, (tx) => tx`select * from preferences`)).toHaveLength(1);
  });

  test('cannot give themselves a role or a company', async () => {
    await expect(
      as(
        db.sql,
        us.employee,
        (tx) => tx`update profiles set role = 'owner' where id = ${us.employee.userId}`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('keep their name in the employee record', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    await as(
      db.sql,
      worker,
      (tx) =>
        tx`update profiles set first_name = 'Renamed', phone = '555' where id = ${worker.userId}`,
    );
    expect(await employeeOf(worker)).toMatchObject({ first_name: 'Renamed', phone: '555' });
  });
});

describe('create_company', () => {
  test('makes the caller the owner, once', async () => {
    const founder = await signUp(db.sql);
    const found = () =>
      as(db.sql, founder, (tx) => tx`select * from create_company('New Co', 'America/Denver')`);
    const [record] = await found();
    expect(record).toMatchObject({ role: 'owner', user_id: founder.userId, first_name: 'Sam' });
    await expect(found()).rejects.toMatchObject({ hint: 'already_employed' });
    const [profile] = await as(db.sql, founder, (tx) => tx`select role, company_id from profiles`);
    expect(profile).toEqual({ role: 'owner', company_id: record?.['company_id'] });
  });

  test('knows time zones by their names only', async () => {
    for (const zone of ['Nowhere/City', '+05:00', 'EST5EDT,M3.2.0,M11.1.0', '']) {
      const founder = await signUp(db.sql);
      await expect(
        as(db.sql, founder, (tx) => tx`select create_company('Zone', ${zone})`),
      ).rejects.toMatchObject({ hint: 'unknown_time_zone' });
      expect(await employeeOf(founder)).toBeUndefined();
    }
  });
});

describe('the billing contact', () => {
  const read = (who: Person | 'anon') =>
    as(db.sql, who, (tx) => tx`select name, email, address from billing_contacts`);
  const history = (who: Person) =>
    as(
      db.sql,
      who,
      (tx) => tx`select entity from audit_events
        where entity = 'billing_contacts' or before ->> 'billing' is not null or after ->> 'billing' is not null`,
    );

  test('is read and written by owners only, and so is its history', async () => {
    const theirs = await makeCompany(db.sql);
    await as(
      db.sql,
      us.owner,
      (tx) =>
        tx`insert into billing_contacts (name, email, address) values ('Office', 'pay@example.com', '1 Main St')`,
    );
    expect(await read(us.owner)).toEqual([
      { name: 'Office', email: 'pay@example.com', address: '1 Main St' },
    ]);
    expect(await history(us.owner)).toHaveLength(1);
    for (const who of [us.manager, us.foreman, us.employee, theirs.owner, theirs.employee]) {
      expect(await read(who)).toEqual([]);
      expect(await history(who)).toEqual([]);
      const [mine] = await as(
        db.sql,
        who,
        (tx) => tx`select to_jsonb(c) ? 'billing' as has from companies c`,
      );
      expect(mine).toEqual({ has: false });
      await as(
        db.sql,
        who,
        (tx) => tx`update billing_contacts set name = 'Taken' where company_id = ${us.id}`,
      );
      await expect(
        as(db.sql, who, (tx) => tx`insert into billing_contacts (company_id) values (${us.id})`),
      ).rejects.toMatchObject({ code: '42501' });
    }
    await expect(read('anon')).rejects.toMatchObject({ code: '42501' });
    expect(await read(us.owner)).toMatchObject([{ name: 'Office' }]);
  });

  test('that an older version noted in the history of the company is for owners too', async () => {
    await db.sql`insert into audit_events (company_id, source, action, entity, entity_id, after)
      values (${us.id}, 'web', 'updated', 'companies', ${us.id}, '{"billing": {"name": "Office"}}')`;
    const noted = (who: Person) =>
      as(
        db.sql,
        who,
        (tx) =>
          tx`select from audit_events where entity = 'companies' and after ->> 'billing' is not null`,
      );
    expect(await noted(us.owner)).toHaveLength(1);
    expect(await noted(us.manager)).toEqual([]);
  });
});

describe('invitations', () => {
  test('link the account that confirms the address, whatever its case', async () => {
    const email = newEmail();
    const record = await invite(us.manager, email.toUpperCase());
    expect(record).toMatchObject({ email, user_id: null, role: 'employee' });
    const [rate] = await db.sql`select hourly_rate, effective_from::text from employee_rates
      where employee_id = ${record?.['id']}`;
    expect(rate).toEqual({ hourly_rate: '30.2500', effective_from: '1970-01-01' });
    const userId = randomUUID();
    await db.sql`insert into auth.users (id, email) values (${userId}, ${email})`;
    expect(await employeeOf({ userId } as Person)).toBeUndefined();
    await db.sql`update auth.users set email_confirmed_at = now() where id = ${userId}`;
    expect(await employeeOf({ userId } as Person)).toMatchObject({ id: record?.['id'] });
    const [mail] =
      await db.sql`select template, link, data from mail.outbox where to_address = ${email}`;
    expect(mail).toMatchObject({
      template: 'employee_invitation',
      link: 'invite',
      data: { company_name: 'Test Builders', first_name: 'Ana' },
    });
  });

  test('are worthless once expired or withdrawn', async () => {
    const [late, withdrawn] = [newEmail(), newEmail()];
    await invite(us.manager, late);
    await db.sql`update employee_invitations set expires_at = now() - interval '1 second' where email = ${late}`;
    const record = await invite(us.manager, withdrawn);
    await as(db.sql, us.manager, (tx) => tx`select withdraw_invitation(${record?.['id']})`);
    for (const email of [late, withdrawn]) {
      const account = await signUp(db.sql, email);
      expect(await employeeOf(account)).toBeUndefined();
      expect(await as(db.sql, account, (tx) => tx`select * from my_invitations()`)).toHaveLength(0);
    }
  });

  test('can be sent again after a minute, for seven days more', async () => {
    const email = newEmail();
    const record = await invite(us.manager, email);
    const resend = () =>
      as(db.sql, us.manager, (tx) => tx`select * from resend_invitation(${record?.['id']})`);
    await expect(resend()).rejects.toMatchObject({ hint: 'invited_just_now' });
    await db.sql`update employee_invitations set sent_at = now() - interval '8 days', expires_at = now() - interval '1 day'
      where email = ${email}`;
    const [again] = await resend();
    expect(again?.['expires_at'].getTime()).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    expect(await employeeOf(await signUp(db.sql, email))).toMatchObject({ id: record?.['id'] });
    await expect(resend()).rejects.toMatchObject({ hint: 'cannot_invite' });
  });

  test('of an account that exists are accepted in one call, once', async () => {
    const account = await signUp(db.sql);
    await invite(us.manager, account.email);
    const [open] = await as(db.sql, account, (tx) => tx`select * from my_invitations()`);
    expect(open).toMatchObject({ company_name: 'Test Builders', inviter_name: 'manager Example' });
    const accept = (who: Person) =>
      as(db.sql, who, (tx) => tx`select * from accept_invitation(${open?.['id']})`);
    await expect(accept(us.colleague)).rejects.toMatchObject({ hint: 'invitation_not_open' });
    expect(await accept(account)).toMatchObject([{ user_id: account.userId }]);
    await expect(accept(account)).rejects.toMatchObject({ hint: 'invitation_not_open' });
  });

  testOnOurServer(
    'can be handed over as a link, by those who may appoint the role, and it is recorded',
    async () => {
      const link = (who: Person, id: unknown) =>
        as(db.sql, who, (tx) => tx`select * from create_invitation_link(${String(id)})`);
      const email = newEmail();
      const record = await invite(us.manager, email);
      const other = await makeCompany(db.sql, 'Other Builders');
      for (const stranger of [other.owner, other.manager]) {
        await expect(link(stranger, record?.['id'])).rejects.toMatchObject({ hint: 'cannot_link' });
      }
      for (const who of [us.foreman, us.employee]) {
        await expect(link(who, record?.['id'])).rejects.toMatchObject({ hint: 'managers_only' });
      }
      const owner = await invite(us.owner, newEmail(), 'owner');
      await expect(link(us.manager, owner?.['id'])).rejects.toMatchObject({ hint: 'owners_only' });
      expect(await db.sql`select from auth.invite_links`).toHaveLength(0);

      const [made] = await link(us.manager, record?.['id']);
      const [kept] = await db.sql`select email, token_hash,
        expires_at between now() + interval '6 days 23 hours' and now() + interval '7 days' as is_a_week
      from auth.invite_links`;
      expect(kept).toMatchObject({ email, is_a_week: true });
      expect(kept?.['token_hash']).not.toContain(made?.['token']);
      const [event] = await db.sql`select actor_id, action, after ->> 'link_made_at' as link_made_at
      from audit_events where entity = 'employee_invitations' and employee_id = ${String(record?.['id'])}
      order by sequence desc limit 1`;
      expect(event).toMatchObject({ actor_id: us.manager.userId, action: 'updated' });
      expect(event?.['link_made_at']).toBeTruthy();

      await as(db.sql, us.manager, (tx) => tx`select withdraw_invitation(${record?.['id']})`);
      expect(await db.sql`select from auth.invite_links`).toHaveLength(0);
    },
  );

  test('to an address that was only vouched for belong to the company that vouched', async () => {
    const email = newEmail();
    const ours = await invite(us.manager, email);
    const other = await makeCompany(db.sql, 'Other Builders');
    await invite(other.owner, email);
    const [mine] =
      await db.sql`select id from employee_invitations where employee_id = ${String(ours?.['id'])}`;
    const account = { userId: randomUUID(), email } as Person;
    await db.sql`insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data)
      values (${account.userId}, ${email}, now(), ${db.sql.json({ address_vouched_by: mine?.['id'] })})`;
    expect(await employeeOf(account)).toMatchObject({ id: ours?.['id'] });
    await db.sql`update employees set active = false where id = ${String(ours?.['id'])}`;
    expect(await as(db.sql, account, (tx) => tx`select * from my_invitations()`)).toHaveLength(0);
    const [theirs] =
      await db.sql`select id from employee_invitations where company_id = ${other.id} and email = ${email}`;
    await expect(
      as(db.sql, account, (tx) => tx`select accept_invitation(${theirs?.['id']})`),
    ).rejects.toMatchObject({ hint: 'invitation_not_open' });
  });

  test('of someone employed elsewhere tell the inviter nothing', async () => {
    const other = await makeCompany(db.sql, 'Rivals');
    await invite(other.owner, us.employee.email);
    const [record] = await as(
      db.sql,
      other.owner,
      (tx) => tx`select user_id from employees where email = ${us.employee.email}`,
    );
    expect(record).toEqual({ user_id: null });
  });

  test('are for managers and owners to send', async () => {
    for (const who of [us.employee, us.foreman, us.deactivated]) {
      await expect(invite(who, newEmail())).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('roles', () => {
  const setRole = (who: Person, whom: Person, role: string) =>
    as(
      db.sql,
      who,
      (tx) => tx`update employees set role = ${role} where id = ${whom.employeeId} returning id`,
    );

  test('are changed by owners only', async () => {
    for (const role of ['foreman', 'manager', 'owner']) {
      await expect(setRole(us.manager, us.colleague, role)).rejects.toMatchObject({
        hint: 'owners_only',
      });
    }
    await expect(setRole(us.manager, us.manager, 'owner')).rejects.toMatchObject({
      hint: 'owners_only',
    });
    expect(await setRole(us.employee, us.employee, 'owner')).toHaveLength(0);
    await expect(invite(us.manager, newEmail(), 'manager')).rejects.toMatchObject({
      hint: 'owners_only',
    });
    const worker = await hire(db.sql, us.owner, 'employee');
    await setRole(us.owner, worker, 'foreman');
    const [profile] = await db.sql`select role from profiles where id = ${worker.userId}`;
    expect(profile?.['role']).toBe('foreman');
  });

  test('managers do not touch owners', async () => {
    for (const change of [{ first_name: 'X' }, { active: false }]) {
      await expect(
        as(
          db.sql,
          us.manager,
          (tx) => tx`update employees set ${tx(change)} where id = ${us.owner.employeeId}`,
        ),
      ).rejects.toMatchObject({ hint: 'owners_only' });
    }
  });

  test('a company keeps its last owner', async () => {
    const company = await makeCompany(db.sql, 'Sole');
    await expect(setRole(company.owner, company.owner, 'manager')).rejects.toMatchObject({
      hint: 'last_owner',
    });
    await expect(
      as(
        db.sql,
        company.owner,
        (tx) => tx`select deactivate_employee(${company.owner.employeeId})`,
      ),
    ).rejects.toMatchObject({ hint: 'last_owner' });
    await expect(
      db.sql`delete from auth.users where id = ${company.owner.userId}`,
    ).rejects.toMatchObject({ hint: 'last_owner' });
    // An owner who never signed in cannot run the company.
    await invite(company.owner, newEmail(), 'owner');
    await expect(setRole(company.owner, company.owner, 'manager')).rejects.toMatchObject({
      hint: 'last_owner',
    });
    const second = await hire(db.sql, company.owner, 'owner');
    await setRole(second, company.owner, 'manager');
  });
});

describe('leaving and coming back', () => {
  test('deactivation bites at once, stops the clock and keeps history', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    await as(db.sql, worker, (tx) => tx`select clock_in(${us.project})`);
    await as(db.sql, us.manager, (tx) => tx`select deactivate_employee(${worker.employeeId})`);
    if (!isHosted) {
      const news = await db.sql`select from realtime.outbox
        where kind = 'disconnect' and body ->> 'user_id' = ${worker.userId}`;
      expect(news).toHaveLength(1);
    }
    for (const table of ['employees', 'companies', 'projects', 'time_entries', 'employee_rates']) {
      expect(await as(db.sql, worker, (tx) => tx`select * from ${tx(table)}`)).toHaveLength(0);
    }
    const [viewer] = await as(db.sql, worker, (tx) => tx`select viewer()`);
    expect(viewer?.['viewer']).toMatchObject({ employee: null, company: null });
    const [entry] =
      await db.sql`select clock_out from time_entries where employee_id = ${worker.employeeId}`;
    expect(entry?.['clock_out']).not.toBeNull();
    await as(db.sql, us.manager, (tx) => tx`select reactivate_employee(${worker.employeeId})`);
    expect(await as(db.sql, worker, (tx) => tx`select * from time_entries`)).toHaveLength(1);
  });

  test('a person who left may join another company, and then works in both', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    await as(db.sql, us.manager, (tx) => tx`select deactivate_employee(${worker.employeeId})`);
    const [elsewhere] = await as(
      db.sql,
      worker,
      (tx) => tx`select * from create_company('Own Shop', 'UTC')`,
    );
    const [back] = await as(
      db.sql,
      us.manager,
      (tx) => tx`select * from reactivate_employee(${worker.employeeId})`,
    );
    expect(back).toMatchObject({ active: true, user_id: worker.userId });
    // Whom a manager vouched for could be opened by that manager with a link: one company only.
    await as(db.sql, us.manager, (tx) => tx`select deactivate_employee(${worker.employeeId})`);
    await db.sql`update auth.users set raw_app_meta_data = ${db.sql.json({ address_vouched_by: randomUUID() })}
      where id = ${worker.userId}`;
    const [unlinked] = await as(
      db.sql,
      us.manager,
      (tx) => tx`select * from reactivate_employee(${worker.employeeId})`,
    );
    expect(unlinked).toMatchObject({ active: true, user_id: null });
    expect(await employeeOf(worker)).toMatchObject({ id: elsewhere?.['id'] });
  });
});

describe('my_team', () => {
  const team = (who: Person) =>
    as(db.sql, who, (tx) => tx`select * from my_team()`).then((rows) =>
      Object.fromEntries(rows.map((row) => [row['employee_id'], row['status']])),
    );

  test('shows those who share a project and whether they are on the clock', async () => {
    const company = await makeCompany(db.sql, 'Team');
    const stranger = await hire(db.sql, company.owner, 'employee');
    await as(
      db.sql,
      company.manager,
      (tx) => tx`insert into project_members (project_id, employee_id) values
        (${company.project}, ${company.employee.employeeId}), (${company.project}, ${company.colleague.employeeId})`,
    );
    await as(db.sql, company.colleague, async (tx) => {
      await tx`select clock_in(${company.project})`;
      await tx`select start_break('rest')`;
    });
    expect(await team(company.employee)).toEqual({
      [company.employee.employeeId]: 'out',
      [company.colleague.employeeId]: 'break',
    });
    expect(await team(stranger)).toEqual({});
    expect(Object.keys(await team(company.manager))).toHaveLength(6);
    await as(
      db.sql,
      company.owner,
      (tx) => tx`update companies set team_visible = false where id = ${company.id}`,
    );
    expect(await team(company.employee)).toEqual({});
  });

  test('without teams, shows those who worked on the same project this week', async () => {
    const company = await makeCompany(db.sql, 'Loose');
    for (const who of [company.employee, company.colleague]) {
      await as(
        db.sql,
        who,
        (tx) => tx`insert into time_entries (employee_id, clock_in, clock_out, project_id)
          values (${who.employeeId}, ${hoursAgo(3)}, ${hoursAgo(2)}, ${company.project})`,
      );
    }
    expect(Object.keys(await team(company.employee)).sort()).toEqual(
      [company.employee.employeeId, company.colleague.employeeId].sort(),
    );
  });
});

test('viewer answers everything the app asks first', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  await as(db.sql, worker, async (tx) => {
    await tx`select clock_in(${us.project})`;
    await tx`select start_break()`;
  });
  const [row] = await as(db.sql, worker, (tx) => tx`select viewer()`);
  expect(row?.['viewer']).toMatchObject({
    profile: { id: worker.userId, role: 'employee' },
    employee: { id: worker.employeeId },
    company: { id: us.id },
    preferences: { user_id: worker.userId },
    running_entry: { project_id: us.project, breaks: [{ kind: 'meal', ended_at: null }] },
    invitations: [],
  });
});

test('a password alone opens nothing where the account has a second factor', async () => {
  const worker = await hire(db.sql, us.owner, 'manager');
  const read = (aal: string) =>
    db.sql.begin(async (tx) => {
      const claims = { role: 'authenticated', sub: worker.userId, aal };
      await tx`select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      const employees = await tx`select from employees`;
      const [viewer] = await tx`select viewer() -> 'employee' ->> 'id' as id`;
      return [employees.length > 0, viewer?.['id'] !== null];
    });
  expect(await read('aal1')).toEqual([true, true]);
  await db.sql`insert into auth.mfa_factors (id, user_id, factor_type, status)
    values (${randomUUID()}, ${worker.userId}, 'totp', 'verified')`;
  expect(await read('aal1')).toEqual([false, false]);
  expect(await read('aal2')).toEqual([true, true]);
});

test('people see and end their own sessions only', async () => {
  const [mine, theirs] = [randomUUID(), randomUUID()];
  await db.sql`insert into auth.sessions (id, user_id, user_agent, ip, aal) values
    (${mine}, ${us.employee.userId}, 'Firefox', '10.0.0.1', 'aal1'), (${theirs}, ${us.owner.userId}, 'Safari', '10.0.0.2', 'aal2')`;
  const rows = await as(db.sql, us.employee, (tx) => tx`select * from my_sessions()`);
  expect(rows).toMatchObject([{ id: mine, user_agent: 'Firefox', ip: '10.0.0.1', aal: 'aal1' }]);
  const end = (id: string) =>
    as(db.sql, us.employee, (tx) => tx`select end_my_session(${id}) as ended`);
  expect(await end(theirs)).toEqual([{ ended: false }]);
  expect(await end(mine)).toEqual([{ ended: true }]);
});
