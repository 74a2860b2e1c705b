import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Account, pairedTablet, tablet, workerWithPin } from './kiosk-stage.ts';
import { as, hire, openCompanies, type Person, signUp, type Tx } from './world.ts';

const { db, us, them } = await openCompanies();
let worker: Person;
/** Leads the worker's crew since today. */
let lead: Person;
/** Works on a project's team with the worker. */
let teammate: Person;
let team: string;
let before: { id: string; clockOut: Date };

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString();

class Undo<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('undo');
    this.result = result;
  }
}

/** What the story answers, or the hint of what refused it; nothing of it stays. */
async function tried<T>(who: Parameters<typeof as>[1], story: (tx: Tx) => Promise<T>) {
  const run = as(db.sql, who, async (tx) => {
    throw new Undo(await story(tx));
  });
  return run.catch((cause: unknown) => {
    if (cause instanceof Undo) return cause.result as T;
    const { hint, code } = cause as { hint?: string; code?: string };
    return `refused: ${hint || code}`;
  });
}

let sequence = 0;
const event = (kind: string, payload: object, happened = ago(0)) => {
  sequence += 1;
  return {
    id: randomUUID(),
    device_id: 'phone',
    sequence,
    kind,
    happened_at: happened,
    offset_ms: 0,
    employee_id: worker.employeeId,
    payload,
  };
};

/** What happens to one event about the worker: its result, or the hint of a refused call. */
const sent = (who: Parameters<typeof as>[1], one: object) =>
  tried(who, async (tx) => {
    const [row] = await tx`select * from sync_events(${tx.json([one] as never)})`;
    return row?.['result'] === 'held' ? `held: ${row['reason']}` : (row?.['result'] as string);
  });

const worked = (outcome: unknown) => outcome === 'applied' || outcome === true;

beforeAll(async () => {
  worker = await workerWithPin(db.sql, us);
  lead = await hire(db.sql, us.owner, 'foreman');
  teammate = await hire(db.sql, us.owner, 'foreman');
  const [crew] = await as(
    db.sql,
    us.manager,
    (tx) =>
      tx`insert into crews (name, foreman_id) values ('Concrete', ${lead.employeeId}) returning id`,
  );
  await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
    select ${us.id}, ${crew?.['id']}, ${worker.employeeId}, (now() at time zone c.time_zone)::date from companies c where c.id = ${us.id}`;
  const [project] =
    await db.sql`insert into projects (company_id, name) values (${us.id}, 'Team') returning id`;
  team = project?.['id'];
  await db.sql`insert into project_members (company_id, project_id, employee_id) values
    (${us.id}, ${team}, ${teammate.employeeId}), (${us.id}, ${team}, ${worker.employeeId})`;
  const [entry] =
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id)
      values (${us.id}, ${worker.employeeId}, now() - interval '60 days', now() - interval '60 days' + interval '3 hours', ${us.project})
      returning id, clock_out`;
  await db.sql`insert into private.known_devices (company_id, user_id, device_id, first_seen_at)
    select company_id, user_id, 'phone', now() - interval '30 days' from employees where user_id is not null`;
  before = { id: entry?.['id'], clockOut: entry?.['clock_out'] };
});

/** Somebody with a role of the company's own over a group of one. */
async function withRole(right: string, over: Person, base = 'employee'): Promise<Person> {
  const person = await hire(db.sql, us.owner, base);
  await db.sql`insert into private.known_devices (company_id, user_id, device_id, first_seen_at)
    values (${us.id}, ${person.userId}, 'phone', now() - interval '30 days')`;
  const [group] = await db.sql`insert into employee_groups (company_id, name)
    values (${us.id}, ${randomUUID()}) returning id`;
  await db.sql`insert into employee_group_members (company_id, group_id, employee_id)
    values (${us.id}, ${group?.['id']}, ${over.employeeId})`;
  const [role] =
    await db.sql`insert into company_roles (company_id, name, base, rights, scope, group_id)
    values (${us.id}, ${randomUUID()}, ${base}, array[${right}], 'group', ${group?.['id']}) returning id`;
  await db.sql`update employees set company_role_id = ${role?.['id']} where id = ${person.employeeId}`;
  return person;
}

/** Everyone of the permission matrix, and a tablet. */
async function everyone(): Promise<[string, Parameters<typeof as>[1]][]> {
  return [
    ['anonymous', 'anon'],
    ['account without a company', await signUp(db.sql)],
    ['tablet', await tablet(db.sql)],
    ['the worker', worker],
    ['colleague', us.colleague],
    ['foreman of others', us.foreman],
    ['foreman of the crew', lead],
    ['foreman on the team', teammate],
    ['manager', us.manager],
    ['owner', us.owner],
    ['deactivated', us.deactivated],
    ['employee of others', them.employee],
    ['owner of others', them.owner],
    ['role that edits time of the worker', await withRole('edit_time', worker)],
    ['role that edits time of somebody else', await withRole('edit_time', us.colleague)],
    ['role that only approves time of the worker', await withRole('approve_time', worker)],
    [
      'foreman with a role that edits time of the worker',
      await withRole('edit_time', worker, 'foreman'),
    ],
  ];
}

describe('an event without a signal is allowed to whom the act with a signal is', () => {
  /** The act with a signal, now, and the event that stands for it. */
  const acts = (): [string, (tx: Tx) => Promise<unknown>, () => object][] => [
    [
      'clocking in',
      (tx) =>
        tx`select case when private.my_employee_id() = ${worker.employeeId}::uuid then (clock_in(${us.project})).id
          else (select entry_id from crew_clock_in(array[${worker.employeeId}::uuid], ${us.project})) end`,
      () => event('clock_in', { entry_id: randomUUID(), project_id: us.project }),
    ],
    [
      'adding time',
      (tx) =>
        tx`insert into time_entries (employee_id, clock_in, clock_out, project_id)
          values (${worker.employeeId}, ${ago(30 * DAY)}, ${ago(30 * DAY - HOUR)}, ${us.project}) returning id`,
      () =>
        event('entry', {
          entry_id: randomUUID(),
          project_id: us.project,
          clock_in: ago(30 * DAY),
          clock_out: ago(30 * DAY - HOUR),
        }),
    ],
    [
      'changing time of a day before the crew',
      (tx) =>
        tx`select id from save_time_entry(${before.id}, ${worker.employeeId},
          (select clock_in from time_entries where id = ${before.id}), ${new Date(before.clockOut.getTime() + HOUR)},
          ${us.project}, null, null, null, 'Told so')`,
      () =>
        event('entry', {
          entry_id: before.id,
          project_id: us.project,
          clock_in: new Date(before.clockOut.getTime() - 3 * HOUR),
          clock_out: new Date(before.clockOut.getTime() + HOUR),
          reason: 'Told so',
        }),
    ],
    [
      'changing time without a reason',
      (tx) =>
        tx`select id from save_time_entry(${before.id}, ${worker.employeeId},
          (select clock_in from time_entries where id = ${before.id}), ${new Date(before.clockOut.getTime() + HOUR)}, ${us.project})`,
      () =>
        event('entry', {
          entry_id: before.id,
          project_id: us.project,
          clock_in: new Date(before.clockOut.getTime() - 3 * HOUR),
          clock_out: new Date(before.clockOut.getTime() + HOUR),
        }),
    ],
  ];

  test.each(acts().map(([name], index) => [name, index] as const))('%s', async (_, index) => {
    const [, online, made] = acts()[index] as ReturnType<typeof acts>[number];
    const expected: Record<string, boolean> = {};
    const seen: Record<string, boolean> = {};
    for (const [name, who] of await everyone()) {
      const answer = await tried(who, async (tx) => {
        const rows = (await online(tx)) as Record<string, unknown>[];
        return rows.length > 0 && Object.values(rows[0] ?? {})[0] !== null;
      });
      expected[name] = worked(answer);
      seen[name] = worked(await sent(who, made()));
    }
    expect(seen).toEqual(expected);
    expect(Object.values(seen).some(Boolean)).toBe(true);
    const [entry] =
      await db.sql`select clock_out, count(*) over ()::int as entries from time_entries where employee_id = ${worker.employeeId}`;
    expect(entry).toEqual({ clock_out: before.clockOut, entries: 1 });
  });
});

describe('a foreman without a signal', () => {
  test('clocks a person of the crew on the days they were in it, and no other', async () => {
    const yesterday = () =>
      event('clock_in', { entry_id: randomUUID(), project_id: us.project }, ago(26 * HOUR));
    expect(await sent(lead, yesterday())).toMatch('held');
    expect(await sent(us.manager, yesterday())).toBe('applied');
  });

  test('corrects a day of the crew with a reason, and the history has that reason', async () => {
    const [made] =
      await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id)
        select ${us.id}, ${worker.employeeId}, day, day + interval '1 second', ${us.project}
        from (select date_trunc('day', now() at time zone c.time_zone) at time zone c.time_zone as day from companies c where c.id = ${us.id}) d
        returning id, clock_in, clock_out`;
    const id = made?.['id'] as string;
    const change = (payload: object) =>
      event('entry', { entry_id: id, notes: 'Formwork', ...payload });
    expect(await sent(lead, change({}))).toMatch('held');
    expect(await sent(us.foreman, change({ reason: 'Told so' }))).toMatch('held');
    const times = { project_id: us.project, clock_out: made?.['clock_out'], reason: 'Wrong day' };
    const moved = change({ ...times, clock_in: ago(40 * DAY), clock_out: ago(40 * DAY - HOUR) });
    expect(await sent(lead, moved)).toMatch('held');
    const answer = await as(
      db.sql,
      lead,
      (tx) => tx`select * from sync_events(${tx.json([change({ reason: 'Told so' })] as never)})`,
    );
    expect(answer).toMatchObject([{ result: 'applied' }]);
    const history =
      await db.sql`select reason from audit_events where entity_id = ${id} and action = 'updated'`;
    expect(history).toEqual([{ reason: 'Told so' }]);
    await db.sql`delete from time_entries where id = ${id}`;
  });

  test('a break for someone else needs a day they led and a reason', async () => {
    await as(db.sql, worker, (tx) => tx`select clock_in(${us.project})`);
    const pause = (payload: object) => event('start_break', payload);
    expect(await sent(teammate, pause({ reason: 'Lunch' }))).toMatch('held');
    expect(await sent(lead, pause({}))).toMatch('held');
    expect(await sent(lead, pause({ reason: 'Lunch' }))).toBe('applied');
    await db.sql`delete from time_entries where employee_id = ${worker.employeeId} and clock_out is null`;
  });
});

test('time typed by hand keeps the rights of who typed it, whoever asks again', async () => {
  await db.sql`update employees set own_time_add = 'not_allowed' where id = ${worker.employeeId}`;
  const entry_id = randomUUID();
  const typed = event('entry', {
    entry_id,
    project_id: us.project,
    clock_in: ago(3 * HOUR),
    clock_out: ago(2 * HOUR),
  });
  const send = (who: Person, one: object) =>
    as(db.sql, who, (tx) => tx`select result from sync_events(${tx.json([one] as never)})`);
  expect(await send(worker, typed)).toEqual([{ result: 'held' }]);
  // A foreman's clock-out of that entry must not let it count.
  await send(lead, event('clock_out', { entry_id }, ago(HOUR)));
  expect(await db.sql`select from time_entries where id = ${entry_id}`).toHaveLength(0);
  await db.sql`update employees set own_time_add = null where id = ${worker.employeeId}`;
});

test('a project that asks for a location asks without a signal as well', async () => {
  const [row] =
    await db.sql`insert into projects (company_id, name, location_required) values (${us.id}, 'Fenced', true) returning id`;
  const start = (payload: object = {}) =>
    event('clock_in', { entry_id: randomUUID(), project_id: row?.['id'], ...payload });
  expect(await sent(worker, start())).toMatch('held');
  expect(await sent(worker, start({ location: { latitude: 45.5, longitude: -122.6 } }))).toBe(
    'applied',
  );
  expect(await sent(lead, start())).toMatch('held');
  expect(await sent(lead, start({ reason: 'Broken phone' }))).toBe('applied');
});

describe('a tablet without a signal', () => {
  const hash = (...parts: (Buffer | string)[]) =>
    createHash('sha256')
      .update(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
      .digest();

  async function sealedBy(account: Account, one: ReturnType<typeof event>, pin: string) {
    const [kit] = await as(db.sql, account, (tx) => tx`select kiosk_kit(true) as kit`);
    const { id, key } = (kit as { kit: { seal: { id: string; key: string } } }).kit.seal;
    const { project_id = '' } = one.payload as { project_id?: string };
    const about = [one.id, one.employee_id, one.kind, one.happened_at, project_id, ''].join('|');
    const pad = hash(Buffer.from(key, 'hex'), Buffer.of(2), about);
    const box = Buffer.from(pin.padEnd(8)).map((byte, place) => byte ^ (pad[place] ?? 0));
    return {
      ...one,
      device_id: 'tablet',
      sealed: { id, index: 0, box: Buffer.from(box).toString('hex') },
    };
  }

  test('does what it does with one: no notes, no places, no time by hand, no other kind of break', async () => {
    const account = await pairedTablet(db.sql, us);
    const [kiosk] =
      await db.sql`update kiosks set paired_at = now() - interval '30 days' where user_id = ${account.userId} returning id`;
    const send = async (one: object) => {
      const [row] = await as(
        db.sql,
        account,
        (tx) =>
          tx`select result from kiosk_sync_events(${kiosk?.['id']}, ${tx.json([one] as never)})`,
      );
      return row?.['result'];
    };
    const entry_id = randomUUID();
    const extras = {
      notes: 'Not typed here',
      meal_waived: true,
      location: { latitude: 45.5, longitude: -122.6 },
    };
    const start = event('clock_in', { entry_id, project_id: us.project, ...extras }, ago(HOUR));
    expect(await send(await sealedBy(account, start, '4711'))).toBe('applied');
    const rest = event('start_break', { break_kind: 'rest', paid: true }, ago(HOUR / 2));
    expect(await send(await sealedBy(account, rest, '4711'))).toBe('applied');
    const [entry] = await db.sql`select e.notes, e.source, b.kind, b.paid,
        (select count(*)::int from punch_locations l where l.time_entry_id = e.id) as places
      from time_entries e join time_entry_breaks b on b.time_entry_id = e.id where e.id = ${entry_id}`;
    expect(entry).toEqual({ notes: null, source: 'kiosk', kind: 'meal', paid: false, places: 0 });
    const typed = event('entry', { entry_id, notes: 'x' });
    expect(await send(await sealedBy(account, typed, '4711'))).toMatch('held');
    for (const [name, who] of await everyone()) {
      const answer = await tried(
        who,
        (tx) => tx`select * from kiosk_sync_events(${kiosk?.['id']}, ${tx.json([start] as never)})`,
      );
      expect(answer, name).toMatch(/^refused/);
    }
  });
});
