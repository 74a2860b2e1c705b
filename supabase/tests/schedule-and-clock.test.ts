import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
/** A project whose team is the colleague alone. */
let gym: string;

beforeAll(async () => {
  gym = await teamProject('Gym', us.colleague);
});

async function teamProject(name: string, member: Person): Promise<string> {
  return act(us.manager, async (tx) => {
    const [row] = await tx`insert into projects (name) values (${name}) returning id`;
    await tx`insert into project_members (project_id, employee_id)
      values (${row?.['id']}, ${member.employeeId})`;
    return row?.['id'];
  });
}

/** The day it is in New York, moved by some days. */
const day = async (days: number): Promise<string> =>
  (
    await db.sql`select ((now() at time zone 'America/New_York')::date + ${days}::integer)::text as day`
  )[0]?.['day'];

interface Shift {
  employee_id?: string;
  project_id?: string;
  days?: number;
  from?: string;
  to?: string;
}

/** A draft by the manager, at New York's wall clock. */
async function plan({ days = 0, from = '07:00', to = '15:30', ...fields }: Shift) {
  const date = await day(days);
  const [row] = await act(
    us.manager,
    (tx) => tx`insert into shifts (project_id, employee_id, starts_at, ends_at)
      values (${fields.project_id ?? us.project}, ${fields.employee_id ?? null},
        (${date}::date + ${from}::time) at time zone 'America/New_York',
        (${date}::date + ${to}::time) at time zone 'America/New_York') returning id`,
  );
  return row?.['id'] as string;
}

async function publish(): Promise<void> {
  const [from, to] = [await day(-10), await day(30)];
  await act(us.manager, (tx) => tx`select * from publish_shifts(${from}, ${to})`);
}

const clockIn = (who: Person, project: string) =>
  act(who, (tx) => tx`select * from clock_in(${project})`);
const clockOut = (who: Person) => act(who, (tx) => tx`select * from clock_out()`);
const reads = async (who: Person, project: string) =>
  (await act(who, (tx) => tx`select id from projects where id = ${project}`)).length === 1;
const refused = { hint: 'project_not_open_to_you' };

describe('a published shift opens the clock', () => {
  test('a draft does not; published, the first tap works, and the day after is closed again', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    await plan({ employee_id: worker.employeeId, project_id: gym });
    expect(await reads(worker, gym)).toBe(false);
    await expect(clockIn(worker, gym)).rejects.toMatchObject(refused);
    await publish();
    expect(await reads(worker, gym)).toBe(true);
    expect(await clockIn(worker, gym)).toMatchObject([{ project_id: gym, clock_out: null }]);
    await clockOut(worker);
    expect(
      (await act(worker, (tx) => tx`select project_id from recent_work(3)`)).map(
        (row) => row['project_id'],
      ),
    ).toEqual([gym]);
    // The same shift, four days from now: today it entitles to nothing, its place can be looked up.
    await db.sql`update shifts set published = published || jsonb_build_object(
        'starts_at', (published ->> 'starts_at')::bigint + 345600, 'ends_at', (published ->> 'ends_at')::bigint + 345600)
      where employee_id = ${worker.employeeId}`;
    await expect(clockIn(worker, gym)).rejects.toMatchObject(refused);
    expect(await act(worker, (tx) => tx`select * from recent_work(3)`)).toEqual([]);
    expect(await reads(worker, gym)).toBe(true);
  });

  test('only for whom it is: not a colleague, not another company, not who left', async () => {
    const [worker, other] = [
      await hire(db.sql, us.owner, 'employee'),
      await hire(db.sql, us.owner, 'employee'),
    ];
    await plan({ employee_id: worker.employeeId, project_id: gym });
    await publish();
    await expect(clockIn(other, gym)).rejects.toMatchObject(refused);
    expect(await reads(other, gym)).toBe(false);
    expect(await reads(them.manager, gym)).toBe(false);
    await expect(clockIn(them.employee, gym)).rejects.toMatchObject({ code: '23503' });
    await act(us.owner, (tx) => tx`select deactivate_employee(${worker.employeeId})`);
    await expect(clockIn(worker, gym)).rejects.toMatchObject({ hint: 'no_employee' });
    expect(await reads(worker, gym)).toBe(false);
    const rows =
      await db.sql`select from time_entries where employee_id in (${worker.employeeId}, ${other.employeeId})`;
    expect(rows).toEqual([]);
  });

  test('a switch, the crew clock and events sent later go by the same rule', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    await clockIn(worker, us.project);
    const change = () => act(worker, (tx) => tx`select * from switch_project(${gym})`);
    await expect(change()).rejects.toMatchObject(refused);
    await plan({ employee_id: worker.employeeId, project_id: gym });
    await publish();
    expect(await change()).toMatchObject([{ project_id: gym }]);
    await clockOut(worker);

    const crewMate = await hire(db.sql, us.owner, 'employee');
    await act(us.manager, async (tx) => {
      const [crew] =
        await tx`insert into crews (name, foreman_id) values (${randomUUID()}, ${us.foreman.employeeId}) returning id`;
      await tx`insert into crew_members (crew_id, employee_id, from_date)
        values (${crew?.['id']}, ${crewMate.employeeId}, ${await day(-5)})`;
    });
    const crewClockIn = () =>
      act(
        us.foreman,
        (tx) => tx`select * from crew_clock_in(${[crewMate.employeeId]}::uuid[], ${gym})`,
      );
    const running = () =>
      db.sql`select project_id from time_entries where employee_id = ${crewMate.employeeId}`;
    await crewClockIn().catch(() => null);
    expect(await running()).toEqual([]);
    await plan({ employee_id: crewMate.employeeId, project_id: gym });
    await publish();
    await crewClockIn();
    expect(await running()).toMatchObject([{ project_id: gym }]);

    const offline = await hire(db.sql, us.owner, 'employee');
    const send = () =>
      act(
        offline,
        (tx) =>
          tx`select result from sync_events(${JSON.stringify([
            {
              id: randomUUID(),
              device_id: offline.employeeId,
              sequence: Date.now(),
              kind: 'clock_in',
              happened_at: new Date().toISOString(),
              payload: { project_id: gym },
            },
          ])}::jsonb)`,
      );
    expect(await send()).toMatchObject([{ result: 'held' }]);
    await plan({ employee_id: offline.employeeId, project_id: gym });
    await publish();
    expect(await send()).toMatchObject([{ result: 'applied' }]);
  });
});

describe('planning and taking', () => {
  const warnings = async (who: Person, days: number) => {
    const date = await day(days);
    return act(
      who,
      (
        tx,
      ) => tx`select kind, severity, employee_id, shift_id from schedule_warnings(${date}, ${date})
        where kind = 'not_on_team'`,
    );
  };

  test('the plan says who is not on the team', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    const shift = await plan({ employee_id: worker.employeeId, project_id: gym, days: 20 });
    await plan({ employee_id: us.colleague.employeeId, project_id: gym, days: 20 });
    await plan({ employee_id: us.manager.employeeId, project_id: gym, days: 20 });
    await plan({ employee_id: worker.employeeId, days: 20, from: '16:00', to: '18:00' });
    expect(await warnings(us.manager, 20)).toEqual([
      {
        kind: 'not_on_team',
        severity: 'warning',
        employee_id: worker.employeeId,
        shift_id: shift,
      },
    ]);
    await act(
      us.manager,
      (tx) => tx`insert into project_members (project_id, employee_id)
        values (${gym}, ${worker.employeeId})`,
    );
    expect(await warnings(us.manager, 20)).toEqual([]);
  });

  const take = (who: Person, id: string) => act(who, (tx) => tx`select * from take_shift(${id})`);
  const holder = async (id: string) =>
    (await db.sql`select employee_id from shifts where id = ${id}`)[0]?.['employee_id'];

  test('nobody takes a shift while another of theirs is in the way; the refusal names it', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    const own = await plan({ employee_id: worker.employeeId, days: 3 });
    const [same, later] = [
      await plan({ days: 3, from: '15:00', to: '18:00' }),
      await plan({ days: 3, from: '15:30', to: '18:00' }),
    ];
    await publish();
    const refusal = await take(worker, same).catch((error) => error);
    expect(refusal).toMatchObject({ hint: 'shift_overlap' });
    expect(refusal.message).toContain('Harbor Point');
    expect(JSON.parse(refusal.detail)).toMatchObject({ shift_id: own, project: 'Harbor Point' });
    expect(await holder(same)).toBeNull();
    await take(worker, later);
    expect(await holder(later)).toBe(worker.employeeId);
    // What is only planned for them nobody has told them yet.
    const other = await hire(db.sql, us.owner, 'employee');
    await plan({ employee_id: other.employeeId, days: 3, from: '15:00', to: '16:00' });
    await take(other, same);
    expect(await holder(same)).toBe(other.employeeId);
  });

  test('two overlapping shifts taken at once: one of them', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    const ids = [await plan({ days: 4 }), await plan({ days: 4, from: '08:00' })];
    await publish();
    const results = await Promise.allSettled(ids.map((id) => take(worker, id)));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const holders = await Promise.all(ids.map(holder));
    expect(holders.filter((id) => id === worker.employeeId)).toHaveLength(1);
  });

  test('approved time off is in the way, asked-for time off is not', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    // A working day within reach: weekends are no time off.
    const [weekday] = await db.sql`select n from generate_series(5, 9) n
      where extract(isodow from (now() at time zone 'America/New_York')::date + n) < 6 limit 1`;
    const days = weekday?.['n'] as number;
    const shift = await plan({ days });
    await publish();
    const date = await day(days);
    const [type] =
      await db.sql`insert into time_off_types (company_id, name, paid) values (${us.id}, ${randomUUID()}, false) returning id`;
    const [request] =
      await db.sql`insert into time_off_requests (company_id, employee_id, type_id, start_date, end_date, hours, status)
      values (${us.id}, ${worker.employeeId}, ${type?.['id']}, ${date}, ${date}, 8, 'approved') returning id`;
    await expect(take(worker, shift)).rejects.toMatchObject({ hint: 'shift_time_off' });
    expect(await holder(shift)).toBeNull();
    await db.sql`update time_off_requests set status = 'requested' where id = ${request?.['id']}`;
    await take(worker, shift);
    expect(await holder(shift)).toBe(worker.employeeId);
  });

  test('a swap is not accepted and not approved into a double booking', async () => {
    const [giver, taker] = [
      await hire(db.sql, us.owner, 'employee'),
      await hire(db.sql, us.owner, 'employee'),
    ];
    const given = await plan({ employee_id: giver.employeeId, days: 12 });
    const inTheWay = await plan({ employee_id: taker.employeeId, days: 12 });
    await publish();
    const [swap] = await act(
      giver,
      (tx) => tx`select * from ask_for_swap(${given}, ${taker.employeeId})`,
    );
    const accept = () => act(taker, (tx) => tx`select * from answer_swap(${swap?.['id']}, true)`);
    await expect(accept()).rejects.toMatchObject({ hint: 'shift_overlap' });
    const free = (away: number) =>
      db.sql`update shifts set published = published || jsonb_build_object(
          'starts_at', (published ->> 'starts_at')::bigint + ${away}, 'ends_at', (published ->> 'ends_at')::bigint + ${away})
        where id = ${inTheWay}`;
    await free(86_400);
    await accept();
    await free(-86_400);
    const approve = () =>
      act(us.manager, (tx) => tx`select * from decide_swap(${swap?.['id']}, true)`);
    await expect(approve()).rejects.toMatchObject({ hint: 'shift_overlap' });
    expect(await holder(given)).toBe(giver.employeeId);
    await free(86_400);
    await approve();
    expect(await holder(given)).toBe(taker.employeeId);
  });
});
