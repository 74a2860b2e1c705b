// A phone writes a punch down, sends it at once, and may be closed before the answer: then the same
// punch arrives a second time as an event. It must count once, and nothing may be held for it.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { knowDevices } from './offline-stage.ts';
import { as, hire, openCompany, type Person, type Tx } from './world.ts';

const { db, us } = await openCompany();
let sequence = 0;

const DEVICE = 'phone';

interface Sent {
  kind: string;
  payload: object;
  employee_id?: string;
}

/** What the phone wrote down a moment before the request. */
function written({ kind, payload, employee_id }: Sent) {
  sequence += 1;
  const at = new Date(Date.now() - 1500).toISOString();
  const who = employee_id ? { employee_id } : {};
  return {
    id: randomUUID(),
    device_id: DEVICE,
    sequence,
    kind,
    happened_at: at,
    offset_ms: 0,
    payload,
    ...who,
  };
}

/** Does it directly, then lets the phone repeat it as an event; the result of the event. */
async function twice(who: Person, sent: Sent, directly: (tx: Tx) => Promise<unknown>) {
  const event = written(sent);
  await as(db.sql, who, directly);
  const [row] = await as(
    db.sql,
    who,
    (tx) => tx`select * from sync_events(${tx.json([event] as never)})`,
  );
  return row?.['result'];
}

const entries = (who: Person) =>
  db.sql`select e.*, (select count(*)::int from time_entry_breaks b where b.time_entry_id = e.id) as breaks
    from time_entries e where e.employee_id = ${who.employeeId} order by e.clock_in`;
const heldOf = (who: Person) =>
  db.sql`select problem from held_events where employee_id = ${who.employeeId}`;

test('one’s own day, each punch sent twice', async () => {
  const me = await hire(db.sql, us.owner, 'employee');
  const [first, second, pause] = [randomUUID(), randomUUID(), randomUUID()];
  const work = { project_id: us.project, cost_code_id: null, notes: '' };
  expect(
    await twice(
      me,
      { kind: 'clock_in', payload: { entry_id: first, ...work } },
      (tx) => tx`select clock_in(${us.project}, null, '', ${first})`,
    ),
  ).toBe('repeated');
  expect(
    await twice(
      me,
      {
        kind: 'start_break',
        payload: { entry_id: first, break_id: pause, break_kind: 'meal', paid: false },
      },
      (tx) => tx`select start_break('meal', false, ${pause})`,
    ),
  ).toBe('repeated');
  expect(
    await twice(
      me,
      { kind: 'end_break', payload: { entry_id: first, break_id: pause } },
      (tx) => tx`select end_break()`,
    ),
  ).toBe('repeated');
  expect(
    await twice(
      me,
      { kind: 'switch', payload: { entry_id: second, from_entry_id: first, ...work } },
      (tx) => tx`select switch_project(${us.project}, null, '', ${second})`,
    ),
  ).toBe('repeated');
  expect(
    await twice(
      me,
      { kind: 'entry', payload: { entry_id: second, notes: 'Level 3' } },
      (tx) => tx`update time_entries set notes = 'Level 3' where id = ${second}`,
    ),
  ).toBe('applied');
  expect(
    await twice(
      me,
      { kind: 'clock_out', payload: { entry_id: second } },
      (tx) => tx`select clock_out(${second})`,
    ),
  ).toBe('repeated');
  expect(await entries(me)).toMatchObject([
    { id: first, breaks: 1, clock_out: expect.any(Date) },
    { id: second, breaks: 0, notes: 'Level 3', clock_out: expect.any(Date) },
  ]);
  expect(await heldOf(me)).toEqual([]);
});

test('a quantity and time typed in by hand, each sent twice', async () => {
  const me = await hire(db.sql, us.owner, 'employee');
  const [quantity_id, entry_id] = [randomUUID(), randomUUID()];
  const [day] = await db.sql`select (now() - interval '3 hours')::date::text as date`;
  const quantity = {
    quantity_id,
    project_id: us.project,
    cost_code_id: us.costCode,
    work_date: day?.['date'],
    quantity: 12,
    area: null,
    note: null,
    photo_id: null,
  };
  expect(
    await twice(
      me,
      { kind: 'quantity', payload: quantity },
      (tx) =>
        tx`insert into quantities (company_id, id, project_id, cost_code_id, work_date, quantity)
        values (${us.id}, ${quantity_id}, ${us.project}, ${us.costCode}, ${day?.['date']}, 12)`,
    ),
  ).toBe('repeated');
  const hour = 3_600_000;
  const now = Math.floor(Date.now() / hour) * hour;
  const [from, to] = [new Date(now - 3 * hour), new Date(now - hour)];
  const pause = {
    started_at: new Date(now - 2 * hour).toISOString(),
    ended_at: new Date(now - 1.5 * hour).toISOString(),
    kind: 'meal',
    paid: false,
  };
  // As typed: with spaces around it, and with nothing in a field.
  for (const notes of ['  Level 3 ', '', null]) {
    const id = notes === null ? entry_id : randomUUID();
    const payload = {
      entry_id: id,
      clock_in: from.toISOString(),
      clock_out: to.toISOString(),
      project_id: us.project,
      cost_code_id: null,
      equipment_id: null,
      notes,
      breaks: [pause],
      reason: null,
      meal_waived: false,
    };
    const result = await twice(
      me,
      { kind: 'entry', payload },
      (tx) =>
        tx`select save_time_entry(${id}, ${me.employeeId}, ${from}, ${to}, ${us.project}, null, ${notes}, ${tx.json([pause] as never)})`,
    );
    expect(result).toBe('repeated');
    expect(await entries(me)).toMatchObject([{ id, breaks: 1 }]);
    await db.sql`delete from time_entries where id = ${id}`;
  }
  expect(await heldOf(me)).toEqual([]);
});

test('a crew punch sent twice, also where that phone punched for the person before', async () => {
  const ana = await hire(db.sql, us.owner, 'employee');
  const boss = us.manager;
  const start = (id: string) => (tx: Tx) =>
    tx`select crew_clock_in(employee_ids_param => ${[ana.employeeId]}::uuid[], project_id_param => ${us.project},
      cost_code_id_param => null, ids_param => ${[id]}::uuid[])`;
  const stopTwice = () =>
    twice(
      boss,
      { kind: 'clock_out', employee_id: ana.employeeId, payload: {} },
      (tx) => tx`select crew_clock_out(${[ana.employeeId]}::uuid[])`,
    );
  const entry_id = randomUUID();
  const payload = { entry_id, project_id: us.project, cost_code_id: null };
  const started = { kind: 'clock_in', employee_id: ana.employeeId, payload };
  expect(await twice(boss, started, start(entry_id))).toBe('repeated');
  expect(await stopTwice()).toBe('repeated');
  // Today's start was answered at once, so only its stop comes twice.
  const today = randomUUID();
  await as(db.sql, boss, start(today));
  await db.sql.begin(async (tx) => {
    await tx`alter table time_entries disable trigger user`;
    await tx`update time_entries set clock_in = clock_in - interval '1 day', clock_out = clock_out - interval '1 day'
      where id = ${entry_id}`;
    await tx`update time_entries set clock_in = clock_in - interval '1 hour' where id = ${today}`;
    await tx`alter table time_entries enable trigger user`;
  });
  expect(await stopTwice()).toBe('repeated');
  expect(await entries(ana)).toMatchObject([
    { clock_out: expect.any(Date) },
    { clock_out: expect.any(Date) },
  ]);
  expect(await heldOf(ana)).toEqual([]);
});

test('what arrived directly is not held for a doubt about the phone', async () => {
  const me = await hire(db.sql, us.owner, 'employee');
  const [entry_id, pause] = [randomUUID(), randomUUID()];
  const work = { project_id: us.project, cost_code_id: null };
  // Its clock was right then and two hours off when it was sent again.
  const sent_offset_ms = -7_200_000;
  const again = async (sent: Sent) => {
    const event = { ...written(sent), sent_offset_ms };
    const [row] = await as(
      db.sql,
      me,
      (tx) => tx`select * from sync_events(${tx.json([event] as never)})`,
    );
    return row?.['result'];
  };
  await as(db.sql, me, (tx) => tx`select clock_in(${us.project}, null, null, ${entry_id})`);
  expect(await again({ kind: 'clock_in', payload: { entry_id, ...work } })).toBe('repeated');
  await as(db.sql, me, (tx) => tx`select start_break('meal', false, ${pause})`);
  expect(await again({ kind: 'start_break', payload: { entry_id, break_id: pause } })).toBe(
    'repeated',
  );
  await as(db.sql, me, (tx) => tx`select end_break()`);
  expect(await again({ kind: 'end_break', payload: { entry_id, break_id: pause } })).toBe(
    'repeated',
  );
  await as(db.sql, me, (tx) => tx`select clock_out(${entry_id})`);
  expect(await again({ kind: 'clock_out', payload: { entry_id } })).toBe('repeated');
  expect(await heldOf(me)).toEqual([]);
  // What did not arrive is doubted as before, and somebody else's entry is nobody's answer.
  expect(await again({ kind: 'clock_in', payload: { entry_id: randomUUID(), ...work } })).toBe(
    'held',
  );
  const other = await hire(db.sql, us.owner, 'employee');
  const theirs = randomUUID();
  await as(db.sql, other, (tx) => tx`select clock_in(${us.project}, null, null, ${theirs})`);
  expect(await again({ kind: 'clock_in', payload: { entry_id: theirs, ...work } })).toBe('held');
  expect(await again({ kind: 'clock_out', payload: { entry_id: theirs } })).toBe('held');
  expect(await entries(other)).toMatchObject([{ id: theirs, clock_out: null }]);
});

test('what is pressed in order counts in order, though two clocks differ by seconds', async () => {
  const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();
  const stop = async (secondsBefore: number) => {
    const me = await hire(db.sql, us.owner, 'employee');
    await knowDevices(db.sql, me, 'phone');
    const entry_id = randomUUID();
    await as(db.sql, me, (tx) => tx`select clock_in(${us.project}, null, null, ${entry_id})`);
    await as(db.sql, me, (tx) => tx`select start_break('meal', false)`);
    await as(db.sql, me, (tx) => tx`select end_break()`);
    const event = {
      ...written({ kind: 'clock_out', payload: { entry_id } }),
      happened_at: at(secondsBefore),
    };
    const [row] = await as(
      db.sql,
      me,
      (tx) => tx`select result from sync_events(${tx.json([event] as never)})`,
    );
    const [entry] = await db.sql`
      select e.clock_out > b.ended_at as ordered, e.clock_out from time_entries e
        join time_entry_breaks b on b.time_entry_id = e.id where e.id = ${entry_id}`;
    return [row?.['result'], entry?.['ordered']];
  };
  expect(await stop(3)).toEqual(['applied', true]);
  // A clock that is minutes off is for somebody to judge.
  expect(await stop(600)).toEqual(['held', null]);
});
