import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { repeats } from '../../testing/test-length.ts';
import { pairedTablet, workerWithPin } from './kiosk-stage.ts';
import {
  as,
  hire,
  hoursAgo,
  makeCompany,
  openCompany,
  type Person,
  signUp,
  type Tx,
} from './world.ts';

/** Two clients at once on every rule; the long run is `npm run bench -- --only storms`. */
const ROUNDS = repeats(300, 5);
const TIMEOUT_MS = 60_000 + ROUNDS * 300;

const { db, us } = await openCompany({ connections: 4 });
let worker: Person;
let day = 0;
beforeEach(async () => {
  worker = await hire(db.sql, us.owner, 'employee');
});

type Outcome = { ok: true; rows: readonly Record<string, unknown>[] } | { ok: false; hint: string };

type Call = readonly [Pick<Person, 'userId'>, (tx: Tx) => PromiseLike<unknown>];

/** Runs both at once and says what each was told. */
async function race(...stories: readonly Call[]) {
  return Promise.all(
    stories.map(([who, story]) =>
      as(db.sql, who, async (tx) => story(tx)).then(
        (rows): Outcome => ({ ok: true, rows: rows as never }),
        (error): Outcome => ({
          ok: false,
          hint: error.hint ?? error.constraint ?? error.code,
        }),
      ),
    ),
  );
}

const winners = (outcomes: readonly Outcome[]) => outcomes.filter(({ ok }) => ok).length;
const hints = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.hint]));
const entriesOf = (person: Person) =>
  db.sql`select * from time_entries where employee_id = ${person.employeeId} order by clock_in`;
const clearTime = () => db.sql`delete from time_entries where employee_id = ${worker.employeeId}`;

async function rounds(round: (n: number) => Promise<void>): Promise<void> {
  for (let n = 0; n < ROUNDS; n++) await round(n);
}

describe(`in ${ROUNDS} rounds each`, { timeout: TIMEOUT_MS }, () => {
  test('starting twice starts once, and the loser learns what runs', async () => {
    await rounds(async (n) => {
      const start = (tx: Tx) =>
        n % 2
          ? tx`select * from clock_in(${us.project})`
          : tx`insert into time_entries (employee_id, clock_in) values (${worker.employeeId}, ${hoursAgo(0.1)})`;
      const outcomes = await race([worker, start], [worker, start]);
      expect(winners(outcomes)).toBe(1);
      expect(hints(outcomes)).toEqual(['already_running']);
      expect(await entriesOf(worker)).toHaveLength(1);
      await clearTime();
    });
  });

  test('repeating a start with the same id answers the same', async () => {
    await rounds(async () => {
      const id = randomUUID();
      const start = (tx: Tx) => tx`select * from clock_in(${us.project}, null, null, ${id})`;
      const [first, second] = await race([worker, start], [worker, start]);
      expect(first).toEqual(second);
      expect(first?.ok).toBe(true);
      expect(await entriesOf(worker)).toHaveLength(1);
      await clearTime();
    });
  });

  test('stopping twice stops once, both told the same', async () => {
    await rounds(async () => {
      const id = randomUUID();
      await as(db.sql, worker, (tx) => tx`select clock_in(${us.project}, null, null, ${id})`);
      const stop = (tx: Tx) => tx`select * from clock_out(${id})`;
      const [first, second] = await race([worker, stop], [worker, stop]);
      expect(first).toEqual(second);
      expect(await entriesOf(worker)).toMatchObject([{ id, status: 'completed' }]);
      await clearTime();
    });
  });

  test('stopping while a break starts leaves no open break', async () => {
    await rounds(async () => {
      const id = randomUUID();
      await as(db.sql, worker, (tx) => tx`select clock_in(${us.project}, null, null, ${id})`);
      await race(
        [worker, (tx) => tx`select start_break('rest')`],
        [worker, (tx) => tx`select clock_out(${id})`],
      );
      const bad =
        await db.sql`select from time_entries t join time_entry_breaks b on b.time_entry_id = t.id
        where t.id = ${id} and (t.clock_out is null or b.ended_at is null or b.ended_at > t.clock_out)`;
      expect(bad).toHaveLength(0);
      await clearTime();
    });
  });

  test('switching on two devices leaves one entry running and no gap', async () => {
    await rounds(async () => {
      await as(db.sql, worker, (tx) => tx`select clock_in(${us.project})`);
      const change = (tx: Tx) => tx`select switch_project(${us.project})`;
      await race([worker, change], [worker, change]);
      const rows = await entriesOf(worker);
      expect(rows.filter((row) => row['clock_out'] === null)).toHaveLength(1);
      rows.slice(1).forEach((row, i) => {
        expect(row['clock_in']).toEqual(rows[i]?.['clock_out']);
      });
      await clearTime();
    });
  });

  test('overlapping entries: one wins, the other learns of it', async () => {
    await rounds(async () => {
      const add = (from: number, to: number) => (tx: Tx) =>
        tx`insert into time_entries (employee_id, clock_in, clock_out)
          values (${worker.employeeId}, ${hoursAgo(from)}, ${hoursAgo(to)})`;
      const outcomes = await race([worker, add(6, 3)], [us.manager, add(4, 2)]);
      expect(winners(outcomes)).toBe(1);
      expect(hints(outcomes)).toEqual(['time_overlap']);
      expect(await entriesOf(worker)).toHaveLength(1);
      await clearTime();
    });
  });

  test('saving the same entry twice saves it once, both told the same', async () => {
    await rounds(async () => {
      const id = randomUUID();
      const save = (tx: Tx) => tx`select id, clock_in, clock_out from save_time_entry(
        ${id}, ${worker.employeeId}, ${hoursAgo(6)}, ${hoursAgo(3)}, ${us.project})`;
      const [first, second] = await race([worker, save], [worker, save]);
      expect(first?.ok && second?.ok).toBe(true);
      expect(await entriesOf(worker)).toHaveLength(1);
      await clearTime();
    });
  });

  test('two owners who demote each other leave one owner', async () => {
    const company = await makeCompany(db.sql, 'Two owners');
    const second = await hire(db.sql, company.owner, 'owner');
    await rounds(async () => {
      const demote = (whom: Person) => (tx: Tx) =>
        tx`update employees set role = 'manager' where id = ${whom.employeeId}`;
      await race([company.owner, demote(second)], [second, demote(company.owner)]);
      const owners = await db.sql`select id from employees
        where company_id = ${company.id} and role = 'owner' and active`;
      expect(owners).toHaveLength(1);
      await db.sql`update employees set role = 'owner' where id in (${company.owner.employeeId}, ${second.employeeId})`;
    });
  });

  test('a period is locked with the edit in its lines, or the edit is refused', async () => {
    await rounds(async () => {
      // A day of its own for each round, in the past.
      const date = new Date(Date.UTC(2024, 0, 1 + day++)).toISOString().slice(0, 10);
      const id = randomUUID();
      await as(
        db.sql,
        worker,
        (tx) => tx`insert into time_entries (id, employee_id, clock_in, clock_out, project_id)
          values (${id}, ${worker.employeeId}, ${`${date}T13:00:00Z`}, ${`${date}T14:00:00Z`}, ${us.project})`,
      );
      const outcomes = await race(
        [us.manager, (tx) => tx`select lock_pay_period(${date}, ${date})`],
        [
          worker,
          (tx) => tx`update time_entries set clock_out = ${`${date}T15:00:00Z`} where id = ${id}`,
        ],
      );
      expect(outcomes[0]?.ok).toBe(true);
      const [row] =
        await db.sql`select extract(epoch from t.clock_out - t.clock_in)::int / 60 as worked,
          (select sum(l.minutes)::int from payroll_lines l where l.employee_id = t.employee_id and l.work_date = ${date}) as frozen
        from time_entries t where t.id = ${id}`;
      expect(row?.['frozen']).toBe(row?.['worked']);
      expect(row?.['worked']).toBe(outcomes[1]?.ok ? 120 : 60);
    });
  });

  test('an invitation is accepted once', async () => {
    await rounds(async () => {
      const account = await signUp(db.sql);
      await as(db.sql, us.manager, (tx) => tx`select invite_employee(${account.email}, 'A', 'B')`);
      const [open] = await as(db.sql, account, (tx) => tx`select id from my_invitations()`);
      const accept = (tx: Tx) => tx`select accept_invitation(${open?.['id']})`;
      expect(winners(await race([account, accept], [account, accept]))).toBe(1);
      // There is a limit per hour.
      await db.sql`update employee_invitations set sent_at = now() - interval '2 hours'`;
    });
  });

  test('founding two companies at once founds one', async () => {
    await rounds(async () => {
      const account = await signUp(db.sql);
      const found = (tx: Tx) => tx`select create_company('Mine', 'UTC')`;
      expect(winners(await race([account, found], [account, found]))).toBe(1);
      const rows = await db.sql`select from employees where user_id = ${account.userId}`;
      expect(rows).toHaveLength(1);
    });
  });

  test('totals are those of the entries, whoever changes the same day at once', async () => {
    const [other] = await as(
      db.sql,
      us.owner,
      (tx) => tx`insert into projects (name) values ('Pier') returning id`,
    );
    await rounds(async (n) => {
      const day = Date.UTC(2022, 0, 1 + (n % 300), 12);
      const at = (hour: number) => new Date(day + hour * 3_600_000);
      const [kept, cut, gone] = [randomUUID(), randomUUID(), randomUUID()];
      const add = (id: string, from: number) => (tx: Tx) =>
        tx`insert into time_entries (id, employee_id, project_id, clock_in, clock_out)
          values (${id}, ${worker.employeeId}, ${us.project}, ${at(from)}, ${at(from + 2)})`;
      await as(db.sql, worker, async (tx) => {
        await add(cut, 2)(tx);
        await add(gone, 4)(tx);
      });
      await race(
        [worker, add(kept, 0)],
        [worker, (tx) => tx`delete from time_entries where id = ${gone}`],
        [
          us.manager,
          (tx) => tx`insert into time_entry_breaks (time_entry_id, started_at, ended_at, paid)
            values (${cut}, ${at(2.5)}, ${at(3.25)}, ${n % 3 === 0})`,
        ],
        [
          us.manager,
          (tx) => tx`update time_entries set project_id = ${other?.['id']}
            where id = ${n % 2 ? cut : gone}`,
        ],
      );
      const sums = await db.sql`select sum(seconds)::int as seconds, sum(entries)::int as entries
        from work_totals where employee_id = ${worker.employeeId} and work_date = ${at(0)}::date`;
      expect(sums).toEqual([{ seconds: n % 3 ? 11_700 : 14_400, entries: 2 }]);
      if (n % 300 === 299) await clearTime();
    });
    expect(await db.sql`select * from private.work_totals_differences()`).toEqual([]);
  });

  test('a new zone and a stopping clock leave no sum behind', async () => {
    await rounds(async (n) => {
      await as(
        db.sql,
        worker,
        (tx) => tx`insert into time_entries (employee_id, clock_in, project_id)
        values (${worker.employeeId}, ${hoursAgo(7)}, ${us.project})`,
      );
      const zone = n % 2 ? 'Asia/Tokyo' : 'America/Denver';
      await race(
        [worker, (tx) => tx`select clock_out()`],
        [us.owner, (tx) => tx`update projects set time_zone = ${zone} where id = ${us.project}`],
      );
      expect(await db.sql`select * from private.work_totals_differences()`).toEqual([]);
      await clearTime();
    });
  });

  test('the audit chain holds', async () => {
    const [row] = await db.sql`select * from verify_audit_chain(${us.id})`;
    expect(row?.['broken_id']).toBeNull();
    expect(Number(row?.['checked'])).toBeGreaterThan(ROUNDS * 5);
  });
});

describe('one order of locks: rows, the company, the people', () => {
  const DAY = '2025-03-04';
  const at = (hour: number) => `${DAY}T${hour}:00:00Z`;
  let punching: Person;
  let kiosk: { userId: string };
  let crew: string;
  beforeEach(async () => {
    punching = await workerWithPin(db.sql, us);
    kiosk = await pairedTablet(db.sql, us);
    const [made] = await as(
      db.sql,
      us.manager,
      (tx) =>
        tx`insert into crews (name, foreman_id) values (${randomUUID()}, ${us.foreman.employeeId}) returning id`,
    );
    crew = made?.['id'];
    await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
      values (${us.id}, ${crew}, ${punching.employeeId}, '2025-01-01')`;
  });

  const run = ([who, story]: Call) => as(db.sql, who, async (tx) => story(tx));
  const clockIn = async () => {
    const id = randomUUID();
    await run([punching, (tx) => tx`select clock_in(${us.project}, null, null, ${id})`]);
    return id;
  };
  const addDone = async () => {
    const id = randomUUID();
    await db.sql`insert into time_entries (company_id, id, employee_id, clock_in, clock_out, project_id)
      values (${us.id}, ${id}, ${punching.employeeId}, ${at(12)}, ${at(16)}, ${us.project})`;
    return id;
  };
  const stopped = async () => {
    const id = await clockIn();
    await run([punching, (tx) => tx`select clock_out(${id})`]);
    return id;
  };
  const punch: Call = [
    { userId: '' },
    (tx) => tx`select * from kiosk_punch(${punching.employeeId}, '4711', 'clock_out')`,
  ];
  const crewHours = (hours: number): Call => [
    us.foreman,
    (tx) =>
      tx`select * from save_crew_day(${crew}, ${DAY}, ${us.project}, ${tx.json([{ employee_id: punching.employeeId, cost_code_id: us.costCode, minutes: hours * 60 }] as never)})`,
  ];

  const writers: readonly [string, () => Promise<string>, (id: string) => Call][] = [
    ['clock_out', clockIn, (id) => [punching, (tx) => tx`select clock_out(${id})`]],
    ['switch_project', clockIn, () => [punching, (tx) => tx`select switch_project(${us.project})`]],
    ['undo_clock_out', stopped, (id) => [punching, (tx) => tx`select undo_clock_out(${id})`]],
    ['kiosk_punch', clockIn, () => [kiosk, punch[1]]],
    [
      'crew_clock_out',
      clockIn,
      () => [us.foreman, (tx) => tx`select crew_clock_out(${[punching.employeeId]}::uuid[])`],
    ],
    ['save_crew_day', addDone, () => crewHours(8)],
    [
      'save_time_entry',
      addDone,
      (id) => [
        us.manager,
        (tx) =>
          tx`select save_time_entry(${id}, ${punching.employeeId}, ${at(12)}, ${at(15)}, ${us.project})`,
      ],
    ],
    [
      'an update',
      addDone,
      (id) => [us.manager, (tx) => tx`update time_entries set notes = 'x' where id = ${id}`],
    ],
    [
      'a deletion',
      addDone,
      (id) => [us.manager, (tx) => tx`delete from time_entries where id = ${id}`],
    ],
  ];

  test.each(writers)('%s holds nobody while it waits for a row', async (_name, make, call) => {
    const id = await make();
    const held = await db.sql.begin(async (holder) => {
      await holder`select from time_entries where id = ${id} for update`;
      const asked = run(call(id)).catch((error: Error) => error);
      const waiting = () => db.sql`
        select w.pid, (select count(*)::int from pg_locks l where l.pid = w.pid and l.locktype = 'advisory' and l.granted) as held
        from pg_stat_activity w where w.datname = current_database() and w.wait_event_type = 'Lock'`;
      await expect.poll(waiting).toHaveLength(1);
      return { held: (await waiting())[0]?.['held'], asked };
    });
    expect(await held.asked).not.toBeInstanceOf(Error);
    expect(held.held).toBe(0);
  });

  test('functions lock people through lock_people, which has their rows by then', async () => {
    const rows = await db.sql`select p.proname as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and p.prosrc ~ 'lock_person_time|''employee:''' order by 1`;
    expect(rows.map(({ name }) => name)).toEqual([
      // They write no entry.
      'answer_timesheet',
      'approve_time',
      'attach_paper_timesheet',
      // Triggers: the statement has the row.
      'check_break',
      'check_time_deletion',
      'check_time_entry',
      // A new entry has no row to wait for.
      'clock_in',
      'decide_late_time_off',
      'lock_people',
      'lock_person_time',
      'override_steps',
      'save_time_entry',
      'unapprove_time',
    ]);
  });

  test('pairs that met in different orders', { timeout: TIMEOUT_MS }, async () => {
    await rounds(async (n) => {
      const running = await clockIn();
      const out: Call = [punching, (tx) => tx`select clock_out(${running})`];
      const edit: Call = [
        us.manager,
        (tx) => tx`update time_entries set notes = ${`round ${n}`} where id = ${running}`,
      ];
      const hintsOf = async (...calls: Call[]) => hints(await race(...calls));
      expect(await hintsOf([kiosk, punch[1]], out)).toEqual([]);
      expect(
        await hintsOf([punching, (tx) => tx`select undo_clock_out(${running})`], edit),
      ).toEqual([]);
      expect(await hintsOf(crewHours((n % 4) + 4), out)).toEqual([]);
      await db.sql`delete from time_entries where employee_id = ${punching.employeeId}`;
    });
  });

  test('an expense is undone or its period locked, never both halfway', {
    timeout: TIMEOUT_MS,
  }, async () => {
    await rounds(async () => {
      const date = new Date(Date.UTC(2023, 0, 1 + day++)).toISOString().slice(0, 10);
      const [made] =
        await db.sql`insert into expenses (company_id, employee_id, project_id, spent_on, kind, amount)
        values (${us.id}, ${punching.employeeId}, ${us.project}, ${date}, 'receipt', 20) returning id`;
      await run([us.manager, (tx) => tx`select decide_expense(${made?.['id']}, true)`]);
      const outcomes = await race(
        [us.manager, (tx) => tx`select undo_expense_decision(${made?.['id']})`],
        [us.owner, (tx) => tx`select lock_pay_period(${date}, ${date})`],
      );
      expect(hints(outcomes).filter((hint) => hint !== 'expense_paid')).toEqual([]);
      const [row] =
        await db.sql`select e.status, (select count(*)::int from pay_items i where i.expense_id = e.id) as items
        from expenses e where e.id = ${made?.['id']}`;
      expect(row).toEqual(
        outcomes[0]?.ok ? { status: 'entered', items: 0 } : { status: 'paid', items: 1 },
      );
    });
  });

  test('an expense is in the payroll file or decided after it, never paid without one', async () => {
    const [made] =
      await db.sql`insert into expenses (company_id, employee_id, project_id, spent_on, kind, amount)
        values (${us.id}, ${punching.employeeId}, ${us.project}, '2022-05-04', 'receipt', 20) returning id`;
    const waiting = async () =>
      (await db.sql`select from pg_locks where locktype = 'advisory' and not granted`).length > 0;
    let deciding: Promise<unknown> | undefined;
    let decided = false;
    await as(db.sql, us.owner, async (tx) => {
      await tx`select record_payroll_export('2022-05-02', '2022-05-08', 'csv')`;
      deciding = run([
        us.manager,
        (other) => other`select decide_expense(${made?.['id']}, true)`,
      ]).then(() => {
        decided = true;
      });
      await expect.poll(async () => decided || (await waiting())).toBe(true);
    });
    await deciding;
    const [row] =
      await db.sql`select e.status, e.pay_date not between '2022-05-02' and '2022-05-08' as is_later,
        (select count(*)::int from payroll_exports x cross join jsonb_to_recordset(x.rows -> 'lines') l (pay_item_id uuid)
          join pay_items i on i.id = l.pay_item_id where i.expense_id = e.id) as files
        from expenses e where e.id = ${made?.['id']}`;
    expect(row).toEqual({ status: 'approved', is_later: true, files: 0 });
  });

  test('approving one person does not wait for the clock of another, and for their own it does', async () => {
    const id = await addDone();
    const approve = (person: Person) =>
      run([
        us.manager,
        async (tx) => {
          await tx`set local lock_timeout = '200ms'`;
          return tx`select approve_time(${person.employeeId}, ${DAY}, ${DAY})`;
        },
      ]).then(
        () => 'approved',
        (error: { code: string }) => error.code,
      );
    await as(db.sql, worker, async (tx) => {
      await tx`insert into time_entries (employee_id, clock_in, clock_out, project_id)
        values (${worker.employeeId}, ${at(12)}, ${at(16)}, ${us.project})`;
      expect(await approve(punching)).toBe('approved');
      expect(await approve(worker)).toBe('55P03');
    });
    expect(await approve(worker)).toBe('approved');
    const days = await db.sql`select employee_id from approvals where work_date = ${DAY}
      and employee_id in (${worker.employeeId}, ${punching.employeeId})`;
    expect(days).toHaveLength(2);
    expect(id).toBeTruthy();
  });
});
