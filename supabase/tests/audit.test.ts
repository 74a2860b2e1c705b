import { describe, expect, test } from 'vitest';
import { addTime, as, hoursAgo, makeCompany, openCompany, type Person } from './world.ts';

const { db, us } = await openCompany();

const verify = (who: Person | 'service_role', company: string) =>
  as(db.sql, who, (tx) => tx`select * from verify_audit_chain(${company})`).then(([row]) => row);

/** What only someone with the database's own password could do. */
async function tamper(statement: string): Promise<void> {
  await db.sql.begin(async (tx) => {
    await tx`alter table audit_events disable trigger history_is_append_only`;
    await tx.unsafe(statement);
    await tx`alter table audit_events enable trigger history_is_append_only`;
  });
}

describe('what is recorded', () => {
  test('every change with actor, before and after', async () => {
    const id = await addTime(db.sql, us.employee, hoursAgo(9), hoursAgo(8), { notes: 'one' });
    await as(db.sql, us.employee, async (tx) => {
      await tx`update time_entries set notes = 'two' where id = ${id}`;
      await tx`update time_entries set notes = 'two' where id = ${id}`;
      await tx`delete from time_entries where id = ${id}`;
    });
    const events =
      await db.sql`select * from audit_events where entity_id = ${id} order by sequence`;
    expect(events.map((row) => row['action'])).toEqual(['created', 'updated', 'deleted']);
    expect(events[1]).toMatchObject({
      actor_id: us.employee.userId,
      source: 'api',
      entity: 'time_entries',
      employee_id: us.employee.employeeId,
      before: { notes: 'one' },
      after: { notes: 'two' },
    });
  });

  test('rates, roles, settings, projects, cost codes, periods and approvals', async () => {
    await as(db.sql, us.owner, async (tx) => {
      await tx`insert into employee_rates (employee_id, hourly_rate, effective_from)
        values (${us.employee.employeeId}, 44, '2026-01-01')`;
      await tx`update employees set role = 'foreman' where id = ${us.colleague.employeeId}`;
      await tx`update companies set week_start = 1 where id = ${us.id}`;
    });
    await db.sql`insert into approvals (company_id, employee_id, work_date)
      values (${us.id}, ${us.employee.employeeId}, '2026-02-02')`;
    await db.sql`insert into pay_periods (company_id, start_date, end_date) values (${us.id}, '2026-02-01', '2026-02-07')`;
    const rows = await db.sql`select distinct entity from audit_events where company_id = ${us.id}`;
    expect(rows.map((row) => row['entity'])).toEqual(
      expect.arrayContaining([
        'approvals',
        'companies',
        'cost_codes',
        'employee_rates',
        'employees',
        'pay_periods',
        'projects',
      ]),
    );
  });
});

describe('the history', () => {
  test('is append only for everyone, the service role included', async () => {
    const changes = [
      "update audit_events set reason = 'x'",
      'delete from audit_events',
      'truncate audit_events',
    ];
    for (const who of [us.owner, us.employee, 'anon', 'service_role'] as const) {
      for (const statement of changes) {
        await expect(as(db.sql, who, (tx) => tx.unsafe(statement))).rejects.toMatchObject({
          code: '42501',
        });
      }
    }
    const forge = `insert into audit_events (company_id, source, action, entity) values ('${us.id}', 'a', 'b', 'c')`;
    await expect(as(db.sql, us.owner, (tx) => tx.unsafe(forge))).rejects.toMatchObject({
      code: '42501',
    });
    // The owner of the database is held by triggers.
    for (const statement of ['update audit_events set reason = null', 'delete from audit_events']) {
      await expect(db.sql.unsafe(statement)).rejects.toMatchObject({ hint: 'append_only' });
    }
    await expect(db.sql`truncate audit_events`).rejects.toMatchObject({ hint: 'append_only' });
  });

  test('is read by managers in full and by people about themselves', async () => {
    const read = (who: Person) =>
      as(db.sql, who, (tx) => tx`select company_id, employee_id from audit_events`);
    const own = await read(us.colleague);
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map((row) => row['employee_id']))).toEqual(
      new Set([us.colleague.employeeId]),
    );
    const all = await read(us.manager);
    expect(all.length).toBeGreaterThan(own.length);
    expect(new Set(all.map((row) => row['company_id']))).toEqual(new Set([us.id]));
  });
});

test('the history tells people no rate that the company hides from them', async () => {
  const company = await makeCompany(db.sql, 'Discreet');
  const read = () =>
    as(
      db.sql,
      company.employee,
      (tx) => tx`select entity from audit_events where entity = 'employee_rates'`,
    );
  expect(await read()).toHaveLength(1);
  await as(
    db.sql,
    company.owner,
    (tx) => tx`update companies set own_rate_visible = false where id = ${company.id}`,
  );
  expect(await read()).toHaveLength(0);
  expect(await as(db.sql, company.employee, (tx) => tx`select from employee_rates`)).toHaveLength(
    0,
  );
});

/** An event inserted by someone who switched the triggers off. */
const forgedRow = (id: string) => `alter table audit_events disable trigger user;
  insert into audit_events select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).*
    from audit_events e where id = '${id}';
  alter table audit_events enable trigger user`;

describe('the chain', () => {
  test('holds, also when an outsider adds an event', async () => {
    await db.sql`insert into audit_events (company_id, source, action, entity, sequence, hash)
      values (${us.id}, 'database', 'note', 'companies', 99999, 'forged')`;
    const [count] =
      await db.sql`select count(*)::text as n from audit_events where company_id = ${us.id}`;
    expect(await verify(us.manager, us.id)).toEqual({
      checked: count?.['n'],
      broken_id: null,
      unlinked: '0',
    });
    expect(await verify('service_role', us.id)).toMatchObject({ broken_id: null });
  });

  test('is checked by the managers of the company only', async () => {
    const other = await makeCompany(db.sql, 'Spies');
    for (const who of [us.employee, us.foreman, us.deactivated, other.owner]) {
      await expect(verify(who, us.id)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test.each([
    [
      'a changed row',
      (id: string) => `update audit_events set reason = 'forged' where id = '${id}'`,
    ],
    ['a removed row', (id: string) => `delete from audit_events where id = '${id}'`],
    [
      'a re-hashed row',
      (id: string) => `update audit_events e set reason = 'forged', hash = private.audit_hash(
        (select f from (select company_id, sequence, e2.id, occurred_at, actor_id, source, action, entity, entity_id,
          employee_id, before, after, 'forged'::text, previous_hash, hash from audit_events e2 where e2.id = '${id}') f)::text::public.audit_events)
        where id = '${id}'`,
    ],
    ['a row past the triggers', forgedRow],
  ])('names the first event broken by %s', async (_, statement) => {
    const company = await makeCompany(db.sql, 'Chained');
    const rows =
      await db.sql`select id from audit_events where company_id = ${company.id} order by sequence`;
    const victim = rows[3]?.['id'];
    await tamper(statement(victim));
    const broken = (await verify(company.owner, company.id))?.['broken_id'];
    if (statement === forgedRow)
      expect(rows.map((row) => row['id'])).not.toContain(broken ?? rows[0]?.['id']);
    else expect(broken).toBe(victim);
  });

  test.each([
    ['removed', (id: string) => `delete from audit_events where id = '${id}'`],
    ['changed', (id: string) => `update audit_events set action = 'x' where id = '${id}'`],
  ])(
    'an event %s between its commit and its link is named, before and after',
    async (_, statement) => {
      const company = await makeCompany(db.sql, 'Busy');
      const note = (tx: { unsafe: typeof db.sql.unsafe }) =>
        tx.unsafe(`insert into audit_events (company_id, source, action, entity)
        values ('${company.id}', 'database', 'note', 'companies') returning id`);
      let waiting = '';
      await db.sql.begin(async (holder) => {
        await note(holder as never);
        // Does not wait for the transaction that holds the chain.
        waiting = (await note(db.sql))[0]?.['id'];
        expect(await verify(company.owner, company.id)).toMatchObject({
          broken_id: null,
          unlinked: '1',
        });
      });
      await tamper(statement(waiting));
      expect(await verify(company.owner, company.id)).toMatchObject({
        broken_id: waiting,
        unlinked: '1',
      });
      await note(db.sql);
      expect(await verify(company.owner, company.id)).toMatchObject({
        broken_id: waiting,
        unlinked: '0',
      });
    },
  );

  test('many at once: nobody waits, every event is linked once, the next one finishes', async () => {
    const company = await makeCompany(db.sql, 'Storm');
    const rename = (n: number) =>
      as(
        db.sql,
        company.owner,
        (tx) => tx`update projects set name = ${`Site ${n}`} where id = ${company.project}`,
      );
    await Promise.all(Array.from({ length: 100 }, (_, n) => rename(n)));
    await db.sql`select private.link_waiting_audit_events()`;
    const [count] =
      await db.sql`select count(*)::text as n from audit_events where company_id = ${company.id}`;
    expect(await verify(company.owner, company.id)).toEqual({
      checked: count?.['n'],
      broken_id: null,
      unlinked: '0',
    });
    const [links] = await db.sql`select count(*)::text as n, max(position)::text as last
      from private.audit_links where company_id = ${company.id}`;
    expect(links).toEqual({ n: count?.['n'], last: count?.['n'] });
  });

  test('a change of hundreds of rows leaves an event of each, linked in the end', async () => {
    const company = await makeCompany(db.sql, 'Bulk');
    await db.sql`
      insert into time_entries (company_id, employee_id, project_id, clock_in, clock_out, source)
      select ${company.id}, ${company.employee.employeeId}, ${company.project}, day, day + interval '8 hours', 'import'
        from generate_series(timestamptz '2025-01-01 07:00Z', '2025-09-17 07:00Z', '1 day') as day`;
    await db.sql`update time_entries set notes = 'Counted twice' where company_id = ${company.id}`;
    await db.sql`delete from time_entries where company_id = ${company.id}`;
    const events = await db.sql`
      select action, count(*)::int as n, count(distinct entity_id)::int as entries,
        count(*) filter (where before ->> 'notes' is distinct from after ->> 'notes')::int as notes
      from audit_events where company_id = ${company.id} and entity = 'time_entries' group by 1 order by 1`;
    expect(events).toEqual([
      { action: 'created', n: 260, entries: 260, notes: 0 },
      { action: 'deleted', n: 260, entries: 260, notes: 260 },
      { action: 'updated', n: 260, entries: 260, notes: 260 },
    ]);
    expect(await verify(company.owner, company.id)).toMatchObject({ broken_id: null });
    await db.sql`select private.link_waiting_audit_events()`;
    expect(await verify(company.owner, company.id)).toMatchObject({
      broken_id: null,
      unlinked: '0',
    });
  });

  test('an event whose transaction is taken back leaves no link', async () => {
    const company = await makeCompany(db.sql, 'Undone');
    const before = await verify(company.owner, company.id);
    await expect(
      as(db.sql, company.owner, async (tx) => {
        await tx`update projects set name = 'Nowhere' where id = ${company.project}`;
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(await verify(company.owner, company.id)).toEqual(before);
  });

  test('links and waiting events are out of reach of every role, the owner of the database included', async () => {
    const company = await makeCompany(db.sql, 'Guarded');
    await db.sql.begin(async (holder) => {
      await holder`update companies set name = 'Guarded 2' where id = ${company.id}`;
      await as(
        db.sql,
        company.owner,
        (tx) => tx`update projects set name = 'Waiting' where id = ${company.project}`,
      );
    });
    for (const table of ['audit_links', 'audit_unlinked']) {
      for (const statement of [`delete from private.${table}`, `truncate private.${table}`]) {
        await expect(db.sql.unsafe(statement)).rejects.toMatchObject({ hint: 'append_only' });
        for (const who of [company.owner, 'anon', 'service_role'] as const)
          await expect(as(db.sql, who, (tx) => tx.unsafe(statement))).rejects.toMatchObject({
            code: '42501',
          });
      }
    }
  });
});

test('the proof names the end of the chain, for managers of the company', async () => {
  const proof = async (who: Person | 'anon') =>
    (await as(db.sql, who, (tx) => tx`select audit_proof() as proof`))[0]?.['proof'];
  const them = await makeCompany(db.sql, 'Proven');
  const first = await proof(them.manager);
  expect(first).toMatchObject({ company_id: them.id, broken_id: null, broken_at: null });
  expect(first.events).toBeGreaterThan(0);
  expect(first.last_hash).toMatch(/^[0-9a-f]{64}$/);
  await as(db.sql, them.owner, (tx) => tx`insert into projects (name) values ('One more')`);
  const second = await proof(them.owner);
  expect(second.events).toBe(first.events + 1);
  expect(second.last_position).toBeGreaterThan(first.last_position);
  expect(second.last_hash).not.toBe(first.last_hash);
  for (const who of [them.employee, them.foreman, 'anon'] as const)
    await expect(proof(who)).rejects.toMatchObject({ code: '42501' });
});
