import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  as,
  hire,
  hireAlso,
  inCompany,
  openCompanies,
  type Person,
  signUp,
  type Tx,
} from './world.ts';

// Decision 429: one account works in several companies; the token says in which.

const { db, us, them } = await openCompanies();
let here: Person;
let there: Person;

beforeAll(async () => {
  here = await hire(db.sql, us.owner, 'manager');
  there = await hireAlso(db.sql, them.owner, here, 'employee');
});

const WHO = (tx: Tx) =>
  tx`select private.my_company_id() as company, private.my_employee_id() as employee, private.my_role() as role,
    private.is_manager() as manager, private.is_owner() as owner, (private.me()).id as me`;

async function who(person: Parameters<typeof as>[1]) {
  const [row] = await as(db.sql, person, WHO);
  return row;
}

const NOBODY = {
  company: null,
  employee: null,
  role: null,
  manager: false,
  owner: false,
  me: null,
};

const asOf = (person: Person, role: string) => ({
  company: person.companyId,
  employee: person.employeeId,
  role,
  manager: role === 'manager' || role === 'owner',
  owner: role === 'owner',
  me: person.employeeId,
});

describe('who asks', () => {
  test('follows the company of the token', async () => {
    expect(await who(inCompany(here, us.id))).toEqual(asOf(here, 'manager'));
    expect(await who(inCompany(here, them.id))).toEqual(asOf(there, 'employee'));
  });

  test('is nobody with a company one does not work in, or none that is one', async () => {
    for (const company_id of [randomUUID(), '', 'x', them.id.toUpperCase(), 7, { a: 1 }]) {
      expect(await who({ ...us.owner, claims: { company_id } })).toEqual(NOBODY);
    }
    expect(await who(inCompany(us.deactivated, us.id))).toEqual(NOBODY);
  });

  test('without a company in the token is the one chosen last, and for who has one that one', async () => {
    expect(await who(us.employee)).toEqual(asOf(us.employee, 'employee'));
    const first = await hire(db.sql, us.owner, 'foreman');
    const second = await hireAlso(db.sql, them.owner, first, 'owner');
    expect(await who(first)).toEqual(asOf(first, 'foreman'));
    await as(db.sql, first, (tx) => tx`select switch_company(${them.id})`);
    expect(await who(first)).toEqual(asOf(second, 'owner'));
    expect(await who({ ...first, claims: { company_id: null } })).toEqual(asOf(second, 'owner'));
    // The token in hand stays what it is.
    expect(await who(inCompany(first, us.id))).toEqual(asOf(first, 'foreman'));
  });

  test('asks for the second factor in every company', async () => {
    const first = await hire(db.sql, us.owner, 'owner');
    await hireAlso(db.sql, them.owner, first, 'manager');
    await db.sql`insert into auth.mfa_factors (id, user_id, factor_type, status) values (${randomUUID()}, ${first.userId}, 'totp', 'verified')`;
    for (const company_id of [us.id, them.id]) {
      expect(await who({ ...first, claims: { company_id, aal: 'aal1' } })).toEqual(NOBODY);
      expect((await who({ ...first, claims: { company_id, aal: 'aal2' } }))?.['company']).toBe(
        company_id,
      );
    }
    expect(await as(db.sql, first, (tx) => tx`select * from my_companies()`)).toEqual([]);
    await expect(
      as(db.sql, first, (tx) => tx`select switch_company(${them.id})`),
    ).rejects.toMatchObject({ hint: 'second_factor_required' });
  });
});

describe('the list of companies', () => {
  test('has the own ones, where the clock runs and what is unread', async () => {
    await as(db.sql, inCompany(here, them.id), (tx) => tx`select clock_in(${them.project})`);
    const list = await as(db.sql, inCompany(here, us.id), (tx) => tx`select * from my_companies()`);
    expect(list).toEqual([
      expect.objectContaining({ company_id: them.id, role: 'employee', is_current: false }),
      expect.objectContaining({ company_id: us.id, role: 'manager', is_current: true }),
    ]);
    expect(list.map(({ running_since }) => running_since !== null)).toEqual([true, false]);
    // Two jobs, two clocks.
    await as(db.sql, inCompany(here, us.id), (tx) => tx`select clock_in(${us.project})`);
    const [viewer] = await as(db.sql, inCompany(here, us.id), (tx) => tx`select viewer()`);
    expect(viewer?.['viewer']).toMatchObject({
      companies: 2,
      company: { id: us.id },
      employee: { id: here.employeeId },
    });
    expect(await as(db.sql, us.employee, (tx) => tx`select * from my_companies()`)).toHaveLength(1);
  });

  test('a project chosen in one company is not preset in the other', async () => {
    await as(
      db.sql,
      inCompany(here, us.id),
      (tx) =>
        tx`update preferences set current_project_id = ${us.project} where user_id = ${here.userId}`,
    );
    const chosen = async (company: string) => {
      const [row] = await as(db.sql, inCompany(here, company), (tx) => tx`select viewer()`);
      return row?.['viewer'].preferences.current_project_id;
    };
    expect(await chosen(us.id)).toBe(us.project);
    expect(await chosen(them.id)).toBeNull();
  });
});

describe('switching', () => {
  async function session(person: Person): Promise<string> {
    const id = randomUUID();
    await db.sql`insert into auth.sessions (id, user_id, created_at, updated_at) values (${id}, ${person.userId}, now(), now())`;
    return id;
  }
  async function claimOf(person: Person, session_id: string): Promise<unknown> {
    const event = { user_id: person.userId, claims: { session_id } };
    const [row] = await db.sql`select private.add_company_claim(${db.sql.json(event)}) as event`;
    return row?.['event'].claims.company_id;
  }

  test('moves one session, and no other', async () => {
    const person = await hire(db.sql, us.owner, 'employee');
    const phone = await session(person);
    const office = await session(person);
    expect(await claimOf(person, phone)).toBe(us.id);
    expect(await claimOf(person, office)).toBe(us.id);
    await hireAlso(db.sql, them.owner, person, 'manager');
    const onPhone = { ...person, claims: { company_id: us.id, session_id: phone } };
    await as(db.sql, onPhone, (tx) => tx`select switch_company(${them.id})`);
    expect(await claimOf(person, phone)).toBe(them.id);
    expect(await claimOf(person, office)).toBe(us.id);
    // A new device begins where the person was last.
    expect(await claimOf(person, await session(person))).toBe(them.id);
    // Managers see the sign-ins that are in their company.
    const seen = async (company: string, owner: Person) =>
      (
        await as(
          db.sql,
          inCompany(owner, company),
          (tx) => tx`select * from sign_ins(current_date - 1, current_date + 1)`,
        )
      ).length;
    expect([await seen(us.id, us.owner), await seen(them.id, them.owner)]).toEqual([1, 2]);
  });

  test('to a company one left, never was in, or with somebody else’s session is refused', async () => {
    const person = await hire(db.sql, us.owner, 'employee');
    const second = await hireAlso(db.sql, them.owner, person, 'manager');
    const own = await session(person);
    expect(await claimOf(person, own)).toBe(us.id);
    await as(db.sql, them.owner, (tx) => tx`select deactivate_employee(${second.employeeId})`);
    for (const company of [them.id, randomUUID(), null]) {
      await expect(
        as(db.sql, inCompany(person, us.id), (tx) => tx`select switch_company(${company}::uuid)`),
      ).rejects.toMatchObject({ code: '42501', hint: 'not_in_company' });
    }
    // Whoever left one stays in the other.
    expect(await who(inCompany(person, us.id))).toEqual(asOf(person, 'employee'));
    expect(await who(inCompany(person, them.id))).toEqual(NOBODY);
    const strange = { ...them.owner, claims: { session_id: own } };
    await as(db.sql, strange, (tx) => tx`select switch_company(${them.id})`);
    expect(await claimOf(person, own)).toBe(us.id);
  });

  test('a session whose company was left goes on in the other', async () => {
    const person = await hire(db.sql, us.owner, 'employee');
    await hireAlso(db.sql, them.owner, person, 'employee');
    const own = await session(person);
    expect(await claimOf(person, own)).toBe(us.id);
    await as(db.sql, us.owner, (tx) => tx`select deactivate_employee(${person.employeeId})`);
    expect(await claimOf(person, own)).toBe(them.id);
    const outsider = await signUp(db.sql);
    expect(await claimOf(outsider, await session(outsider))).toBeUndefined();
  });

  test('nobody but Auth asks what a token shall say', async () => {
    for (const person of [us.owner, 'anon', 'service_role'] as const) {
      await expect(
        as(db.sql, person, (tx) => tx`select private.add_company_claim('{}')`),
      ).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('joining a second company', () => {
  test('takes an address its owner proved', async () => {
    const vouched = await hire(db.sql, us.owner, 'employee');
    const [employee] = await as(
      db.sql,
      them.owner,
      (tx) => tx`select * from invite_employee(${vouched.email}, 'Ana', 'Ruiz', 'employee')`,
    );
    const [open] =
      await db.sql`select id from employee_invitations where employee_id = ${employee?.['id']}`;
    const accept = () => as(db.sql, vouched, (tx) => tx`select accept_invitation(${open?.['id']})`);
    await db.sql`update auth.users set raw_app_meta_data = ${db.sql.json({ address_vouched_by: open?.['id'] })}
      where id = ${vouched.userId}`;
    await expect(accept()).rejects.toMatchObject({ hint: 'prove_address_first' });
    await db.sql`update auth.users set raw_app_meta_data = '{}' where id = ${vouched.userId}`;
    await accept();
    expect(await as(db.sql, vouched, (tx) => tx`select * from my_companies()`)).toHaveLength(2);
  });

  test('works once in a company', async () => {
    const [again] = await as(
      db.sql,
      us.owner,
      (tx) => tx`insert into employees (first_name) values ('Twice') returning id`,
    );
    await db.sql`update employees set email = ${`twice-${randomUUID()}@example.com`} where id = ${again?.['id']}`;
    await expect(
      db.sql`update employees set user_id = ${us.employee.userId} where id = ${again?.['id']}`,
    ).rejects.toMatchObject({ code: '23505' });
  });
});

describe('events without signal', () => {
  const event = () => ({
    id: randomUUID(),
    device_id: 'phone',
    sequence: 1,
    kind: 'clock_in',
    happened_at: new Date(Date.now() - 600_000).toISOString(),
    payload: {},
  });
  const companyOf = async (id: string) => {
    const [row] = await db.sql`select company_id from synced_events where id = ${id}`;
    return row?.['company_id'];
  };
  const send = (person: Parameters<typeof as>[1], one: object, company: string | null = null) =>
    as(db.sql, person, (tx) => tx`select * from sync_events(${tx.json([one])}, ${company}::uuid)`);

  test('arrive in the company of the token', async () => {
    const person = await hire(db.sql, us.owner, 'employee');
    await hireAlso(db.sql, them.owner, person, 'employee');
    const [first, second, third] = [event(), event(), event()];
    await send(inCompany(person, us.id), first);
    await send(inCompany(person, them.id), second, them.id);
    expect([await companyOf(first.id), await companyOf(second.id)]).toEqual([us.id, them.id]);
    // A company one works in has a token of its own.
    await expect(send(inCompany(person, us.id), third, them.id)).rejects.toMatchObject({
      hint: 'no_employee',
    });
  });

  test('of a company one left reach its managers, whatever company one is in now', async () => {
    const person = await hire(db.sql, us.owner, 'employee');
    await hireAlso(db.sql, them.owner, person, 'employee');
    await as(db.sql, us.owner, (tx) => tx`select deactivate_employee(${person.employeeId})`);
    const late = event();
    const [result] = await send(inCompany(person, them.id), late, us.id);
    expect([result?.['result'], await companyOf(late.id)]).toEqual(['held', us.id]);
    await expect(send(inCompany(us.manager, us.id), event(), them.id)).rejects.toMatchObject({
      hint: 'no_employee',
    });
  });
});

describe('mails', () => {
  const mailTo = async (company: string, person: Person) => {
    const [row] = await db.sql`
      with sent as (select private.enqueue_message(r, 'mail', array[]::uuid[], 'test', 'test_message', '{}', '{}') as problem, r.email
        from private.notification_recipients r where r.company_id = ${company} and r.user_id = ${person.userId})
      select problem, email from sent`;
    expect(row?.['problem']).toBeNull();
    const [mail] =
      await db.sql`select data from mail.outbox where to_address = ${row?.['email']} order by created_at desc, id desc limit 1`;
    return mail?.['data'].company_id;
  };

  test('to people of several companies name theirs, to others none', async () => {
    const first = await hire(db.sql, us.owner, 'manager');
    expect(await mailTo(us.id, first)).toBeNull();
    await hireAlso(db.sql, them.owner, first, 'employee');
    expect(await mailTo(us.id, first)).toBe(us.id);
    await db.sql`delete from mail.outbox where to_address = ${first.email}`;
    expect(await mailTo(them.id, first)).toBe(them.id);
  });
});
