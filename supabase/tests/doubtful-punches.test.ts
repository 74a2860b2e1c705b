import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { knowDevices } from './offline-stage.ts';
import { as, hire, makeCompany, openCompany, type Person, type Tx } from './world.ts';

const { db, us } = await openCompany();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeAll(async () => {
  await db.sql`update companies set own_time_add = 'not_allowed' where id = ${us.id}`;
});

/** A worker whose phone the server has known for a year. */
async function stage() {
  const worker = await hire(db.sql, us.owner, 'employee');
  let sequence = 0;
  await knowDevices(db.sql, worker, 'phone');
  const event = (kind: string, ago: number, payload: object = {}, extra: object = {}) => {
    sequence += 1;
    return {
      id: randomUUID(),
      device_id: 'phone',
      sequence,
      kind,
      happened_at: new Date(Date.now() - ago).toISOString(),
      offset_ms: 0,
      payload,
      ...extra,
    };
  };
  /** A shift of an hour that began so long ago. */
  const shift = (ago: number, extra: object = {}) => {
    const entry_id = randomUUID();
    return [
      event('clock_in', ago, { entry_id, project_id: us.project }, extra),
      event('clock_out', ago - HOUR, { entry_id }, extra),
    ];
  };
  const send = async (events: readonly object[], who: Person = worker) =>
    (
      await as(db.sql, who, (tx) => tx`select result from sync_events(${tx.json(events as never)})`)
    ).map(({ result }) => result as string);
  const held = async () =>
    (
      await db.sql`select problem from held_events where employee_id = ${worker.employeeId} and status = 'held' order by counts_at`
    ).map(({ problem }) => problem as string);
  const entries = () =>
    db.sql`select id, source, clock_in, clock_out from time_entries where employee_id = ${worker.employeeId} order by clock_in`;
  return { worker, event, shift, send, held, entries };
}

describe('age', () => {
  test.each([3, 30, 100, 200])('hours of %i days ago are held, with their end', async (days) => {
    const { shift, send, held, entries } = await stage();
    expect(await send(shift(days * DAY))).toEqual(['held', 'held']);
    expect(await held()).toEqual(['late', 'late']);
    expect(await entries()).toEqual([]);
  });

  test('the company says how old is too old, owners only', async () => {
    const { shift, send, worker } = await stage();
    expect(await send(shift(47 * HOUR))).toEqual(['applied', 'applied']);
    const set = (who: Person, hours: number) =>
      as(
        db.sql,
        who,
        (tx) =>
          tx`update companies set late_punch_hours = ${hours} where id = ${us.id} returning id`,
      );
    expect(await set(us.manager, 12)).toEqual([]);
    expect(await set(worker, 12)).toEqual([]);
    await expect(set(us.owner, 0)).rejects.toMatchObject({ code: '23514' });
    await set(us.owner, 12);
    expect(await send(shift(13 * HOUR))).toEqual(['held', 'held']);
    expect(await send(shift(11 * HOUR))).toEqual(['applied', 'applied']);
    await set(us.owner, 48);
  });

  test('a foreman’s old punches for the crew are held as well', async () => {
    const { worker, event, send, held } = await stage();
    const [team] =
      await db.sql`insert into projects (company_id, name) values (${us.id}, 'Team') returning id`;
    await db.sql`insert into project_members (company_id, project_id, employee_id) values
      (${us.id}, ${team?.['id']}, ${us.foreman.employeeId}), (${us.id}, ${team?.['id']}, ${worker.employeeId})`;
    await knowDevices(db.sql, us.foreman, 'phone');
    const start = (ago: number) =>
      event(
        'clock_in',
        ago,
        { entry_id: randomUUID(), project_id: team?.['id'] },
        { employee_id: worker.employeeId },
      );
    expect(await send([start(60 * DAY)], us.foreman)).toEqual(['held']);
    expect(await held()).toEqual(['late']);
    expect(await send([start(HOUR)], us.foreman)).toEqual(['applied']);
  });

  test('a manager lets it count, and the worker’s explanation is beside it', async () => {
    const { worker, shift, send, entries } = await stage();
    const events = shift(3 * DAY);
    await send(events);
    const id = events[0]?.id as string;
    const explain = (who: Person | 'anon', text: string) =>
      as(db.sql, who, (tx) => tx`select explanation from explain_held_event(${id}, ${text})`);
    const others = await makeCompany(db.sql, 'Others');
    for (const who of [us.colleague, us.manager, others.owner]) {
      await expect(explain(who, 'Not mine')).rejects.toMatchObject({ hint: 'not_found' });
    }
    await expect(explain('anon', 'x')).rejects.toMatchObject({ code: '42501' });
    await expect(explain(worker, 'x'.repeat(501))).rejects.toMatchObject({
      hint: 'explanation_too_long',
    });
    expect(await explain(worker, ' My phone was in the truck. ')).toEqual([
      { explanation: 'My phone was in the truck.' },
    ]);
    const [item] = await as(
      db.sql,
      us.manager,
      (tx) => tx`select detail from verification_items() where subject_id = ${id}`,
    );
    expect(item?.['detail']).toMatchObject({
      problem: 'late',
      detail: { hours: 48 },
      explanation: 'My phone was in the truck.',
    });
    await as(db.sql, us.manager, (tx) => tx`select resolve_held_event(${id}, 'apply')`);
    expect(await entries()).toMatchObject([{ source: 'timer' }]);
    await expect(explain(worker, 'Too late')).rejects.toMatchObject({
      hint: 'held_event_resolved',
    });
  });
});

describe('the device', () => {
  test('one that nobody knew at the time is held, and known from then on', async () => {
    const { shift, send, held, event } = await stage();
    expect(await send(shift(5 * HOUR, { device_id: 'new phone' }))).toEqual(['held', 'held']);
    expect(await held()).toEqual(['new_device', 'new_device']);
    const now = event('clock_in', MINUTE, { entry_id: randomUUID(), project_id: us.project });
    expect(await send([{ ...now, device_id: 'new phone' }])).toEqual(['applied']);
  });

  test('announced while there was a signal, or signed in at the time, it is believed', async () => {
    const { worker, shift, send } = await stage();
    const register = (name: string) =>
      as(db.sql, worker, (tx) => tx`select register_device(${name})`);
    await register('tablet');
    await register('tablet');
    await expect(register('')).rejects.toMatchObject({ hint: 'unknown_device' });
    await db.sql`update private.known_devices set first_seen_at = now() - interval '1 day' where device_id = 'tablet'`;
    expect(await send(shift(9 * HOUR, { device_id: 'tablet' }))).toEqual(['applied', 'applied']);

    const session = randomUUID();
    await db.sql`insert into auth.sessions (id, user_id, created_at, updated_at)
      values (${session}, ${worker.userId}, now() - interval '1 day', now())`;
    const signedIn = (events: readonly object[]) =>
      as(db.sql, worker, async (tx: Tx) => {
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({
          role: 'authenticated',
          sub: worker.userId,
          session_id: session,
        })}, true)`;
        return tx`select result from sync_events(${tx.json(events as never)})`;
      });
    expect(await signedIn(shift(6 * HOUR, { device_id: 'browser' }))).toMatchObject([
      { result: 'applied' },
      { result: 'applied' },
    ]);
    expect(await signedIn(shift(30 * HOUR, { device_id: 'other browser' }))).toMatchObject([
      { result: 'held' },
      { result: 'held' },
    ]);
  });

  test('only as many devices are remembered as anybody uses', async () => {
    const { worker } = await stage();
    await as(
      db.sql,
      worker,
      (tx) => tx`select register_device('d' || n) from generate_series(1, 150) n`,
    );
    const [known] =
      await db.sql`select count(*)::int as devices, bool_or(device_id = 'phone') as phone from private.known_devices where user_id = ${worker.userId}`;
    expect(known).toEqual({ devices: 100, phone: true });
    await expect(as(db.sql, 'anon', (tx) => tx`select register_device('x')`)).rejects.toMatchObject(
      { code: '42501' },
    );
  });
});

describe('what the server saw meanwhile', () => {
  test('a phone that sent others since had nothing to say about that time', async () => {
    const { worker, event, shift, send, held } = await stage();
    expect(await send(shift(10 * HOUR))).toEqual(['applied', 'applied']);
    await db.sql`update synced_events set created_at = now() - interval '2 hours' where employee_id = ${worker.employeeId}`;
    expect(await send(shift(6 * HOUR))).toEqual(['held', 'held']);
    expect(await held()).toEqual(['contradiction', 'contradiction']);
    // After the last contact, and another account's phone: nothing speaks against it.
    expect(
      await send([event('clock_in', HOUR, { entry_id: randomUUID(), project_id: us.project })]),
    ).toEqual(['applied']);
  });

  test('so had a person who used the clock with a signal since', async () => {
    const { worker, shift, send, held } = await stage();
    await as(db.sql, worker, async (tx) => {
      await tx`select clock_in(${us.project})`;
      await tx`select clock_out()`;
    });
    await db.sql.begin(async (tx) => {
      await tx`alter table time_entries disable trigger user`;
      await tx`update time_entries set created_at = now() - interval '2 hours', clock_in = now() - interval '2 hours',
        clock_out = now() - interval '90 minutes' where employee_id = ${worker.employeeId}`;
      await tx`alter table time_entries enable trigger user`;
    });
    expect(await send(shift(6 * HOUR))).toEqual(['held', 'held']);
    expect(await held()).toEqual(['contradiction', 'contradiction']);
    expect(await send(shift(80 * MINUTE))).toEqual(['applied', 'applied']);
  });

  test('time entered by a manager says nothing about the phone', async () => {
    const { worker, shift, send } = await stage();
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id)
      values (${us.id}, ${worker.employeeId}, now() - interval '3 hours', now() - interval '2 hours', ${us.project})`;
    expect(await send(shift(6 * HOUR))).toEqual(['applied', 'applied']);
  });
});

describe('a phone whose clock is hours off', () => {
  const off = (hours: number, extra: object = {}) => ({
    offset_ms: -hours * HOUR,
    sent_offset_ms: -hours * HOUR,
    ...extra,
  });

  test('and was so all along is believed with the difference that was measured', async () => {
    const { shift, send, entries, worker } = await stage();
    // Two hours ahead: it punched by its own clock.
    const events = shift(5 * HOUR - 2 * HOUR, off(2));
    expect(await send(events)).toEqual(['applied', 'applied']);
    const began = Date.parse(events[0]?.happened_at as string) - 2 * HOUR;
    expect(await entries()).toMatchObject([{ clock_in: new Date(began) }]);
    const [evidence] =
      await db.sql`select offset_ms::int, payload ->> 'sent_offset_ms' as sent from synced_events
        where employee_id = ${worker.employeeId} order by sequence limit 1`;
    expect(evidence).toEqual({ offset_ms: -2 * HOUR, sent: String(-2 * HOUR) });
  });

  test.each([
    ['the difference changed before it was sent', { sent_offset_ms: -1 * HOUR }],
    ['it was not measured again', { sent_offset_ms: null }],
    ['it is off by more than a day', { offset_ms: -25 * HOUR, sent_offset_ms: -25 * HOUR }],
    ['it counts in the future', { offset_ms: 6 * HOUR, sent_offset_ms: 6 * HOUR }],
  ])('is not where %s', async (_, extra) => {
    const { shift, send, held } = await stage();
    expect(await send(shift(3 * HOUR, { ...off(2), ...extra }))).toEqual(['held', 'held']);
    expect(new Set(await held())).toEqual(new Set(['clock_wrong']));
  });

  test('is not where the counter shows that the clock was set back', async () => {
    const { event, send, held } = await stage();
    const sentAt = Date.now();
    const counted = (ago: number, sent_monotonic_ms: number) =>
      event(
        'clock_in',
        ago,
        { entry_id: randomUUID(), project_id: us.project, monotonic_ms: 1000, monotonic_origin: 7 },
        off(2, { sent_at_ms: sentAt, sent_monotonic_ms, sent_monotonic_origin: 7 }),
      );
    // Three hours went by on the counter, one on the clock.
    expect(await send([counted(HOUR, 3 * HOUR)])).toEqual(['held']);
    expect(await held()).toEqual(['clock_wrong']);
    // A phone that slept counted less, which says nothing.
    expect(await send([counted(HOUR, 20 * MINUTE)])).toEqual(['applied']);
  });

  test('still does not stop the clock before it was started with a signal', async () => {
    const { worker, event, send, held } = await stage();
    await as(db.sql, worker, (tx) => tx`select clock_in(${us.project})`);
    const early = event('clock_out', -2 * HOUR + 30 * MINUTE, {}, off(2));
    expect(await send([early])).toEqual(['held']);
    expect(await held()).toEqual(['waiting']);
    const right = event('clock_out', -2 * HOUR, {}, off(2));
    expect(await send([right])).toEqual(['applied']);
  });

  test('nonsense about the clock holds nothing up', async () => {
    const { event, send } = await stage();
    const odd = event(
      'clock_in',
      HOUR,
      { entry_id: randomUUID(), project_id: us.project, monotonic_ms: 'x', monotonic_origin: {} },
      { sent_offset_ms: 'later', sent_at_ms: [], sent_monotonic_ms: null },
    );
    expect(await send([odd])).toEqual(['applied']);
  });
});
