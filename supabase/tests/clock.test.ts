import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addTime, as, hire, hoursAgo, makeCompany, openCompany, type Person } from './world.ts';

const { db, us } = await openCompany();

const newWorker = () => hire(db.sql, us.owner, 'employee');
const entriesOf = (person: Person) =>
  db.sql`select * from time_entries where employee_id = ${person.employeeId} order by clock_in`;

function clockIn(person: Person, id = randomUUID(), project: string | null = us.project) {
  return as(
    db.sql,
    person,
    (tx) => tx`select * from clock_in(${project}, ${us.costCode}, 'start', ${id})`,
  ).then(([row]) => row);
}

describe('clock_in and clock_out', () => {
  test('start and stop by the clock of the database', async () => {
    const worker = await newWorker();
    const entry = await clockIn(worker);
    expect(entry).toMatchObject({ status: 'active', source: 'timer', notes: 'start' });
    expect(Math.abs(Date.now() - entry?.['clock_in'].getTime())).toBeLessThan(5000);
    const [stopped] = await as(
      db.sql,
      worker,
      (tx) => tx`select * from clock_out(${entry?.['id']})`,
    );
    expect(stopped).toMatchObject({ id: entry?.['id'], status: 'completed' });
  });

  test('the devices of both punches are noted, and nobody writes them', async () => {
    const worker = await newWorker();
    const id = randomUUID();
    const [started] = await as(
      db.sql,
      worker,
      (tx) => tx`select * from clock_in(${us.project}, ${us.costCode}, null, ${id})`,
      { 'user-agent': 'Phone/1' },
    );
    expect(started).toMatchObject({ device: 'Phone/1' });
    await as(db.sql, worker, (tx) => tx`select * from clock_out(${id})`, {
      'user-agent': `Laptop/2 ${'x'.repeat(500)}`,
    });
    const [stopped] = await entriesOf(worker);
    expect(stopped?.['device']).toMatch(/^Laptop\/2 x+$/);
    expect(stopped?.['device']).toHaveLength(300);
    await as(
      db.sql,
      worker,
      (tx) => tx`update time_entries set notes = 'Later', device = 'Forged' where id = ${id}`,
      { 'user-agent': 'Tablet/3' },
    );
    expect((await entriesOf(worker))[0]).toMatchObject({
      notes: 'Later',
      device: stopped?.['device'],
    });
    const history = await as(
      db.sql,
      us.manager,
      (tx) => tx`select after ->> 'device' as device from time_entry_history(${id})`,
    );
    expect(history.map(({ device }) => device).slice(0, 2)).toEqual([
      'Phone/1',
      stopped?.['device'],
    ]);
  });

  test('a clock set back keeps nobody from starting or stopping', async () => {
    const worker = await newWorker();
    const first = await clockIn(worker);
    // As if the clock had been four minutes ahead until now.
    await db.sql.begin(async (tx) => {
      await tx`alter table time_entries disable trigger user`;
      await tx`update time_entries set clock_in = now() + interval '2 minutes',
        clock_out = now() + interval '4 minutes', status = 'completed' where id = ${first?.['id']}`;
      await tx`alter table time_entries enable trigger user`;
    });
    const second = await clockIn(worker);
    const [ended] = await entriesOf(worker);
    expect(second?.['clock_in']).toEqual(ended?.['clock_out']);
    // And an hour ahead when this one began.
    await db.sql.begin(async (tx) => {
      await tx`alter table time_entries disable trigger user`;
      await tx`update time_entries set clock_in = now() + interval '1 hour' where id = ${second?.['id']}`;
      await tx`alter table time_entries enable trigger user`;
    });
    const [stopped] = await as(db.sql, worker, (tx) => tx`select * from clock_out()`);
    expect(stopped?.['clock_out'].getTime()).toBe(stopped?.['clock_in'].getTime());
    await expect(
      as(
        db.sql,
        worker,
        (tx) => tx`update time_entries set clock_out = now() + interval '2 hours'
          where id = ${second?.['id']}`,
      ),
    ).rejects.toThrow("You can't enter time in the future.");
  });

  test('a repeated call changes nothing, also after the entry was stopped', async () => {
    const worker = await newWorker();
    const id = randomUUID();
    const first = await clockIn(worker, id);
    expect(await clockIn(worker, id)).toEqual(first);
    const stop = () => as(db.sql, worker, (tx) => tx`select * from clock_out(${id})`);
    const stopped = await stop();
    expect(await stop()).toEqual(stopped);
    expect(await clockIn(worker, id)).toEqual(stopped[0]);
    expect(await entriesOf(worker)).toHaveLength(1);
  });

  test('the other device learns which entry runs', async () => {
    const worker = await newWorker();
    const winner = await clockIn(worker);
    const loser = await clockIn(worker).catch((error) => error);
    expect(loser).toMatchObject({ hint: 'already_running' });
    expect(JSON.parse(loser.detail).id).toBe(winner?.['id']);
  });

  test("someone else's id is refused", async () => {
    const worker = await newWorker();
    const entry = await clockIn(await newWorker());
    await expect(clockIn(worker, entry?.['id'])).rejects.toMatchObject({ hint: 'id_taken' });
    await expect(
      as(db.sql, worker, (tx) => tx`select clock_out(${entry?.['id']})`),
    ).rejects.toMatchObject({ hint: 'not_running' });
  });

  test('a project is needed, and an employee', async () => {
    const worker = await newWorker();
    await expect(clockIn(worker, randomUUID(), null)).rejects.toMatchObject({
      hint: 'project_required',
    });
    await expect(clockIn(us.deactivated)).rejects.toMatchObject({ hint: 'no_employee' });
  });

  test('an entry that ran over a day needs the real end or a manager', async () => {
    const worker = await newWorker();
    const id = randomUUID();
    await as(
      db.sql,
      us.manager,
      (tx) =>
        tx`insert into time_entries (id, employee_id, clock_in) values (${id}, ${worker.employeeId}, ${hoursAgo(30)})`,
    );
    await expect(as(db.sql, worker, (tx) => tx`select clock_out(${id})`)).rejects.toMatchObject({
      hint: 'entry_too_long',
    });
    await as(
      db.sql,
      worker,
      (tx) => tx`update time_entries set clock_out = ${hoursAgo(21)} where id = ${id}`,
    );
    expect(await entriesOf(worker)).toMatchObject([{ status: 'completed' }]);
  });
});

describe('switch_project', () => {
  test('shares one instant and is idempotent by id', async () => {
    const worker = await newWorker();
    await clockIn(worker);
    const id = randomUUID();
    const change = () =>
      as(
        db.sql,
        worker,
        (tx) => tx`select * from switch_project(${us.project}, null, 'next', ${id})`,
      );
    const [second] = await change();
    expect(await change()).toEqual([second]);
    const rows = await db.sql`select clock_out::text, clock_in::text from time_entries
      where employee_id = ${worker.employeeId} order by clock_in`;
    expect(rows).toHaveLength(2);
    expect(rows[0]?.['clock_out']).toBe(rows[1]?.['clock_in']);
    expect(second).toMatchObject({ id, notes: 'next', clock_out: null });
  });

  test('needs a running clock, and a refused one leaves it running', async () => {
    const worker = await newWorker();
    const change = (project: string) =>
      as(db.sql, worker, (tx) => tx`select * from switch_project(${project})`);
    await expect(change(us.project)).rejects.toMatchObject({ hint: 'not_running' });
    const entry = await clockIn(worker);
    await expect(change(randomUUID())).rejects.toMatchObject({
      constraint: 'time_entries_project',
    });
    expect(await entriesOf(worker)).toMatchObject([{ id: entry?.['id'], clock_out: null }]);
  });
});

describe('breaks', () => {
  const start = (who: Person, kind = 'meal') =>
    as(db.sql, who, (tx) => tx`select * from start_break(${kind})`).then(([row]) => row);
  const end = (who: Person) =>
    as(db.sql, who, (tx) => tx`select * from end_break()`).then(([row]) => row);

  test('start and end, each repeated without effect', async () => {
    const worker = await newWorker();
    await expect(start(worker)).rejects.toMatchObject({ hint: 'not_running' });
    await clockIn(worker);
    await expect(end(worker)).rejects.toMatchObject({ hint: 'not_on_break' });
    const pause = await start(worker, 'rest');
    expect(pause).toMatchObject({ kind: 'rest', paid: true, employee_id: worker.employeeId });
    expect(await start(worker)).toEqual(pause);
    const ended = await end(worker);
    expect(ended?.['ended_at']).not.toBeNull();
    expect(await end(worker)).toEqual(ended);
  });

  test('clocking out ends the break, by function and by plain update', async () => {
    for (const plain of [false, true]) {
      const worker = await newWorker();
      const entry = await clockIn(worker);
      await start(worker);
      await as(db.sql, worker, (tx) =>
        plain
          ? tx`update time_entries set clock_out = clock_timestamp(), status = 'completed' where id = ${entry?.['id']}`
          : tx`select clock_out(${entry?.['id']})`,
      );
      const [row] = await db.sql`select t.clock_out = b.ended_at as together
        from time_entries t join time_entry_breaks b on b.time_entry_id = t.id where t.id = ${entry?.['id']}`;
      expect(row?.['together']).toBe(true);
    }
  });

  test('lie within their entry and apart from each other', async () => {
    const worker = await newWorker();
    const id = await addTime(db.sql, worker, hoursAgo(8), hoursAgo(1));
    const add = (from: number, to: number | null) =>
      as(
        db.sql,
        worker,
        (tx) => tx`insert into time_entry_breaks (time_entry_id, started_at, ended_at, kind, paid)
          values (${id}, ${hoursAgo(from)}, ${to === null ? null : hoursAgo(to)}, 'meal', false)`,
      );
    await add(5, 4);
    for (const [from, to] of [
      [9, 7],
      [2, 0.5],
      [3, null],
    ] as const) {
      await expect(add(from, to)).rejects.toMatchObject({ hint: 'break_outside_entry' });
    }
    await expect(add(4.5, 3)).rejects.toMatchObject({
      constraint: 'time_entry_breaks_no_overlap',
    });
    await expect(add(3, 3.5)).rejects.toMatchObject({
      constraint: 'time_entry_breaks_end_after_start',
    });
    await expect(
      as(
        db.sql,
        worker,
        (tx) => tx`update time_entries set clock_out = ${hoursAgo(4.5)} where id = ${id}`,
      ),
    ).rejects.toMatchObject({ hint: 'break_outside_entry' });
    const rows = await db.sql`select * from time_entry_breaks where time_entry_id = ${id}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ company_id: us.id, employee_id: worker.employeeId });
  });

  test('are nobody else’s to add', async () => {
    const worker = await newWorker();
    const id = await addTime(db.sql, worker, hoursAgo(8), hoursAgo(1));
    const other = await makeCompany(db.sql, 'Elsewhere');
    for (const who of [us.colleague, us.foreman, other.owner, us.deactivated]) {
      await expect(
        as(
          db.sql,
          who,
          (tx) => tx`insert into time_entry_breaks (time_entry_id, started_at, ended_at)
            values (${id}, ${hoursAgo(5)}, ${hoursAgo(4)})`,
        ),
      ).rejects.toMatchObject({ code: '42501' });
    }
    expect(await db.sql`select from time_entry_breaks where time_entry_id = ${id}`).toHaveLength(0);
  });
});

describe('a crew', () => {
  test('is clocked in, moved and clocked out by its foreman', async () => {
    const company = await makeCompany(db.sql, 'Crew');
    const crew = [await hire(db.sql, company.owner, 'employee'), company.employee];
    const ids = crew.map((person) => person.employeeId);
    const site = await as(db.sql, company.manager, async (tx) => {
      const [row] = await tx`insert into projects (name) values ('Site') returning id`;
      await tx`insert into project_members (project_id, employee_id)
        select ${row?.['id']}, id from unnest(${[...ids, company.foreman.employeeId]}::uuid[]) as id`;
      return row?.['id'] as string;
    });
    await as(db.sql, company.employee, (tx) => tx`select clock_in(${company.project})`);
    const entryIds = [randomUUID(), randomUUID()];
    const start = () =>
      as(
        db.sql,
        company.foreman,
        (tx) =>
          tx`select * from crew_clock_in(${ids}::uuid[], ${site}, ${company.costCode}, null, ${entryIds}::uuid[])`,
      );
    const verdicts = await start();
    expect(verdicts.map((row) => row['result'])).toEqual(['started', 'already_running']);
    expect(await start()).toEqual(verdicts);
    const moved = await as(
      db.sql,
      company.foreman,
      (tx) => tx`select * from crew_switch(${ids}::uuid[], ${site}, null, 'deck')`,
    );
    expect(moved.map((row) => row['result'])).toEqual(['switched', 'switched']);
    const stop = () =>
      as(db.sql, company.foreman, (tx) => tx`select * from crew_clock_out(${ids}::uuid[])`);
    expect((await stop()).map((row) => row['result'])).toEqual(['stopped', 'stopped']);
    expect((await stop()).map((row) => row['result'])).toEqual(['not_running', 'not_running']);
    const rows = await db.sql`select source, created_by from time_entries
      where employee_id = ${ids[0] as string} order by clock_in`;
    expect(rows).toMatchObject([
      { source: 'crew', created_by: company.foreman.userId },
      { source: 'crew', created_by: company.foreman.userId },
    ]);
  });

  test('is only who shares a team with the foreman', async () => {
    const company = await makeCompany(db.sql, 'No crew');
    const other = await makeCompany(db.sql, 'Other crew');
    const start = (who: Person, whom: Person) =>
      as(
        db.sql,
        who,
        (tx) => tx`select * from crew_clock_in(${[whom.employeeId]}::uuid[], ${company.project})`,
      );
    await expect(start(company.foreman, company.employee)).rejects.toMatchObject({
      hint: 'not_your_crew',
    });
    await expect(start(company.colleague, company.employee)).rejects.toMatchObject({
      hint: 'not_your_crew',
    });
    await expect(start(other.owner, company.employee)).rejects.toMatchObject({
      hint: 'not_your_crew',
    });
    await start(company.manager, company.employee);
    expect(await entriesOf(company.employee)).toHaveLength(1);
  });
});

describe('one tap', () => {
  const recent = (person: Person) =>
    as(db.sql, person, (tx) => tx`select project_id, cost_code_id from recent_work()`);

  test('recent work is one’s own, newest first, without what cannot be booked any more', async () => {
    const worker = await newWorker();
    const [closed] =
      await db.sql`insert into projects (company_id, name) values (${us.id}, 'Closed') returning id`;
    await addTime(db.sql, worker, hoursAgo(9), hoursAgo(8), { project_id: closed?.['id'] });
    await addTime(db.sql, worker, hoursAgo(7), hoursAgo(6), { project_id: us.project });
    await db.sql`update projects set status = 'completed' where id = ${closed?.['id']}`;
    expect(await recent(worker)).toMatchObject([{ project_id: us.project }]);
    expect(await recent(await newWorker())).toEqual([]);
  });

  test('a stop is taken back within the minute, once, and only one’s own', async () => {
    const worker = await newWorker();
    const entry = await clockIn(worker);
    const id = entry?.['id'];
    const undo = (person: Person) =>
      as(db.sql, person, (tx) => tx`select * from undo_clock_out(${id})`);
    await as(db.sql, worker, (tx) => tx`select * from clock_out(${id})`);
    await expect(undo(await newWorker())).rejects.toMatchObject({ hint: 'entry_gone' });
    const [running] = await undo(worker);
    expect(running).toMatchObject({ id, clock_out: null, status: 'active' });
    expect(running?.['clock_in']).toEqual(entry?.['clock_in']);
    expect(await undo(worker)).toMatchObject([{ id, clock_out: null }]);
  });

  test('a stop is not taken back later, nor beside a clock that runs', async () => {
    const worker = await newWorker();
    const first = await clockIn(worker);
    await as(db.sql, worker, (tx) => tx`select * from clock_out(${first?.['id']})`);
    await clockIn(worker);
    const undo = () =>
      as(db.sql, worker, (tx) => tx`select * from undo_clock_out(${first?.['id']})`);
    await expect(undo()).rejects.toMatchObject({ hint: 'already_running' });
    await as(db.sql, worker, (tx) => tx`select * from clock_out()`);
    await db.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update time_entries set clock_in = clock_in - interval '5 minutes',
        clock_out = clock_out - interval '5 minutes' where employee_id = ${worker.employeeId}`;
    });
    await expect(undo()).rejects.toMatchObject({ hint: 'undo_too_late' });
  });
});
