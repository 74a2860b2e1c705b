import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { pairedTablet, workerWithPin } from './kiosk-stage.ts';
import { knowDevices } from './offline-stage.ts';
import { hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
const SITE = { latitude: 39.7392, longitude: -104.9903 };
const place = (meters: number, accuracy_m = 10) => ({
  latitude: SITE.latitude + meters / 111_195,
  longitude: SITE.longitude,
  accuracy_m,
  fix_age_s: 2,
});
const INSIDE = place(0);
const OUTSIDE = place(400);
/** Neither inside nor outside for certain. */
const UNSURE = place(100, 50);

await db.sql`update companies set capture_location = true where id = ${us.id}`;
await db.sql`insert into geofences (company_id, project_id, latitude, longitude, radius_m)
  values (${us.id}, ${us.project}, ${SITE.latitude}, ${SITE.longitude}, 100)`;
const [open] =
  await db.sql`insert into projects (company_id, name) values (${us.id}, 'No fence') returning id`;
const unfenced = open?.['id'] as string;
const [crew] = await db.sql`insert into crews (company_id, name, foreman_id)
  values (${us.id}, 'Concrete', ${us.foreman.employeeId}) returning id`;
await db.sql`update employees set phone = '+1 303 555 0110' where id = ${us.foreman.employeeId}`;
await db.sql`update employees set phone = '+1 303 555 0120' where id = ${us.manager.employeeId}`;

let ana: Person;
beforeEach(async () => {
  await db.sql`delete from clock_in_rules`;
  ana = await hire(db.sql, us.owner, 'employee');
  await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
    values (${us.id}, ${crew?.['id']}, ${ana.employeeId}, current_date - 30)`;
});

const rules = (draft: Record<string, unknown>) =>
  act(us.owner, (tx) => tx`select * from save_clock_rules(${tx.json(draft as never)})`);
const clockIn = (who: Person, project: string, location: unknown = null) =>
  act(
    who,
    (tx) =>
      tx`select * from clock_in(project_id_param => ${project}, location_param => ${tx.json(location as never)})`,
  );
const crewIn = (who: Person, people: Person[], location: unknown, reason?: string) =>
  act(
    who,
    (
      tx,
    ) => tx`select * from crew_clock_in(employee_ids_param => ${people.map((p) => p.employeeId)}::uuid[],
      project_id_param => ${us.project}, location_param => ${tx.json(location as never)})`,
    reason ? { 'x-reason': encodeURIComponent(reason) } : {},
  );
const entries = (who: Person) =>
  db.sql`select id, clock_in, clock_out from time_entries where employee_id = ${who.employeeId} order by clock_in`;
const exceptions = (who: Person) =>
  db.sql`select rule, outcome, reason, by_employee_id from clock_rule_exceptions where employee_id = ${who.employeeId} order by created_at`;
const shiftIn = (minutes: number, who = ana) =>
  db.sql`insert into shifts (company_id, employee_id, project_id, starts_at, ends_at, status)
    values (${us.id}, ${who.employeeId}, ${us.project}, date_trunc('minute', now()) + make_interval(mins => ${minutes}),
      date_trunc('minute', now()) + make_interval(mins => ${minutes + 480}), 'published')`;

describe('on site', () => {
  test('whoever is outside is refused, with whom to call, and inside starts', async () => {
    await rules({ on_site: 'refuse' });
    const refused = await clockIn(ana, us.project, OUTSIDE).catch((cause) => cause);
    expect(refused).toMatchObject({ hint: 'clock_rule_off_site' });
    expect(JSON.parse(refused.detail).contacts).toEqual([
      { name: 'foreman Example', phone: '+1 303 555 0110', role: 'foreman' },
    ]);
    for (const without of [null, UNSURE, { ...INSIDE, fix_age_s: 600 }])
      await expect(clockIn(ana, us.project, without)).rejects.toMatchObject({
        hint: 'clock_rule_no_fix',
      });
    expect(await entries(ana)).toEqual([]);
    await clockIn(ana, us.project, INSIDE);
    expect(await entries(ana)).toHaveLength(1);
    expect(await exceptions(ana)).toEqual([]);
  });

  test('without a usable position it starts and is to verify where the owner chose so', async () => {
    await rules({ on_site: 'flag' });
    await expect(clockIn(ana, us.project, OUTSIDE)).rejects.toMatchObject({
      hint: 'clock_rule_off_site',
    });
    await clockIn(ana, us.project);
    expect(await exceptions(ana)).toMatchObject([{ rule: 'no_fix', outcome: 'flagged' }]);
    const items = await act(
      us.manager,
      (tx) =>
        tx`select detail from verification_items() where kind = 'clock_rule' and employee_id = ${ana.employeeId}`,
    );
    expect(items).toMatchObject([{ detail: { rule: 'no_fix', overridden: false } }]);
  });

  test('a project without a fence, a company without places and managers are not stopped', async () => {
    await rules({ on_site: 'refuse', rule: 'refuse' });
    await clockIn(ana, unfenced);
    await clockIn(us.manager, us.project, OUTSIDE);
    await db.sql`update companies set capture_location = false where id = ${us.id}`;
    const ben = await hire(db.sql, us.owner, 'employee');
    await clockIn(ben, us.project);
    await db.sql`update companies set capture_location = true where id = ${us.id}`;
    expect(await exceptions(us.manager)).toEqual([]);
    await act(us.manager, (tx) => tx`select clock_out()`);
  });

  test('a switch is a start, a direct insert too, and what is typed by hand is flagged', async () => {
    await clockIn(ana, unfenced);
    await rules({ on_site: 'refuse' });
    await expect(
      act(
        ana,
        (tx) =>
          tx`select switch_project(project_id_param => ${us.project}, location_param => ${tx.json(OUTSIDE)})`,
      ),
    ).rejects.toMatchObject({ hint: 'clock_rule_off_site' });
    expect(await entries(ana)).toMatchObject([{ clock_out: null }]);
    await act(ana, (tx) => tx`select clock_out()`);
    await expect(
      act(
        ana,
        (tx) => tx`insert into time_entries (employee_id, project_id, clock_in)
          values (${ana.employeeId}, ${us.project}, now())`,
      ),
    ).rejects.toMatchObject({ hint: 'clock_rule_no_fix' });
    await act(
      ana,
      (tx) => tx`insert into time_entries (employee_id, project_id, clock_in, clock_out)
        values (${ana.employeeId}, ${us.project}, now() - interval '5 hours', now() - interval '4 hours')`,
    );
    expect(await exceptions(ana)).toMatchObject([{ rule: 'no_fix', outcome: 'flagged' }]);
  });

  test('moving a running entry to the site by hand is flagged', async () => {
    await clockIn(ana, unfenced);
    await rules({ on_site: 'refuse' });
    await act(
      ana,
      (tx) =>
        tx`update time_entries set project_id = ${us.project} where employee_id = ${ana.employeeId}`,
    );
    expect(await exceptions(ana)).toMatchObject([{ rule: 'no_fix', outcome: 'flagged' }]);
  });
});

describe('before the shift', () => {
  test('the clock starts from so many minutes before it, and the refusal says when', async () => {
    await rules({ rule: 'refuse', grace_minutes: 15 });
    await shiftIn(60);
    const refused = await clockIn(ana, unfenced).catch((cause) => cause);
    expect(refused).toMatchObject({ hint: 'clock_rule_early' });
    const { at, shift_starts_at } = JSON.parse(refused.detail);
    expect(Date.parse(shift_starts_at) - Date.parse(at)).toBe(15 * 60_000);
    const [viewer] = await act(ana, (tx) => tx`select viewer() as viewer`);
    expect(Date.parse(viewer?.['viewer'].clock_rules.from)).toBe(Date.parse(at));
    await db.sql`update clock_in_rules set grace_minutes = 75`;
    await clockIn(ana, unfenced);
    expect(await entries(ana)).toHaveLength(1);
  });

  test('a shift that runs, a draft, none, and one in thirteen hours stop nobody', async () => {
    await rules({ rule: 'refuse' });
    await clockIn(ana, unfenced);
    for (const minutes of [-30, 13 * 60]) {
      const who = await hire(db.sql, us.owner, 'employee');
      await shiftIn(minutes, who);
      await clockIn(who, unfenced);
    }
    const cleo = await hire(db.sql, us.owner, 'employee');
    await act(
      us.manager,
      (tx) => tx`insert into shifts (employee_id, project_id, starts_at, ends_at)
        values (${cleo.employeeId}, ${us.project}, now() + interval '1 hour', now() + interval '9 hours')`,
    );
    await clockIn(cleo, unfenced);
  });
});

describe('overriding', () => {
  test('a foreman says why; it counts for that punch, in the history and to verify', async () => {
    await rules({ on_site: 'refuse' });
    const refused = await crewIn(us.foreman, [ana], null).catch((cause) => cause);
    expect(refused).toMatchObject({ hint: 'clock_rule_reason_required' });
    expect(JSON.parse(refused.detail).people).toMatchObject([{ rule: 'no_fix' }]);
    expect(await entries(ana)).toEqual([]);
    await crewIn(us.foreman, [ana], OUTSIDE, 'Picks up lumber first');
    expect(await exceptions(ana)).toEqual([
      {
        rule: 'off_site',
        outcome: 'overridden',
        reason: 'Picks up lumber first',
        by_employee_id: us.foreman.employeeId,
      },
    ]);
    const [entry] = await entries(ana);
    const [history] = await act(
      us.manager,
      (tx) => tx`select reason from time_entry_history(${entry?.['id']}) where action = 'created'`,
    );
    expect(history?.['reason']).toBe('Picks up lumber first');
    await act(ana, (tx) => tx`select clock_out()`);
    await expect(clockIn(ana, us.project, OUTSIDE)).rejects.toMatchObject({
      hint: 'clock_rule_off_site',
    });
  });

  test('a foreman on site stands for the crew; where they stood is not stored', async () => {
    await rules({ on_site: 'refuse' });
    await crewIn(us.foreman, [ana], INSIDE);
    expect(await exceptions(ana)).toEqual([]);
    expect(await db.sql`select from punch_locations where employee_id = ${ana.employeeId}`).toEqual(
      [],
    );
  });

  test('nobody overrides for people who are not theirs, and workers override nothing', async () => {
    await rules({ on_site: 'refuse' });
    const stranger = await hire(db.sql, us.owner, 'employee');
    await expect(crewIn(us.foreman, [stranger], null, 'x')).rejects.toMatchObject({
      hint: 'not_your_crew',
    });
    for (const who of [ana, us.colleague, them.manager])
      await expect(crewIn(who, [ana], null, 'x')).rejects.toMatchObject({ hint: 'not_your_crew' });
    const said = { 'x-reason': 'I am there' };
    await expect(act(ana, (tx) => tx`select clock_in(${us.project})`, said)).rejects.toMatchObject({
      hint: 'clock_rule_no_fix',
    });
    expect(await entries(ana)).toEqual([]);
  });
});

describe('a kiosk', () => {
  test('of the site is on it; elsewhere it knows no place, and the shift counts everywhere', async () => {
    const kiosk = await pairedTablet(db.sql, us);
    const ben = await workerWithPin(db.sql, us);
    const [other] =
      await db.sql`insert into projects (company_id, name) values (${us.id}, 'Other site') returning id`;
    await db.sql`insert into geofences (company_id, project_id, latitude, longitude, radius_m)
      values (${us.id}, ${other?.['id']}, 40, -105, 100)`;
    await rules({ on_site: 'refuse', rule: 'refuse', grace_minutes: 10 });
    const punch = (project: string) =>
      act(
        kiosk,
        (tx) => tx`select * from kiosk_punch(${ben.employeeId}, '4711', 'clock_in', ${project})`,
      );
    await expect(punch(other?.['id'])).rejects.toMatchObject({ hint: 'clock_rule_no_fix' });
    await shiftIn(60, ben);
    await expect(punch(us.project)).rejects.toMatchObject({ hint: 'clock_rule_early' });
    const [person] = await act(
      kiosk,
      (tx) => tx`select kiosk_person(${ben.employeeId}, '4711') as person`,
    );
    expect(person?.['person'].clock_from).toBeTruthy();
    expect(await entries(ben)).toEqual([]);
    await db.sql`delete from shifts where employee_id = ${ben.employeeId}`;
    expect(await punch(us.project)).toMatchObject([{ result: 'done' }]);
  });
});

describe('without signal', () => {
  const send = async (who: Person, events: Record<string, unknown>[]) => {
    const device = `phone-${who.employeeId}`;
    await knowDevices(db.sql, who, device);
    const batch = events.map((event, index) => ({
      id: randomUUID(),
      device_id: device,
      sequence: index + 1,
      offset_ms: 0,
      ...event,
    }));
    return act(who, (tx) => tx`select * from sync_events(${tx.json(batch as never)})`);
  };
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  test('a start that a rule refuses is held with its end, never lost, and a manager lets it count', async () => {
    await rules({ on_site: 'refuse' });
    const entryId = randomUUID();
    const results = await send(ana, [
      {
        kind: 'clock_in',
        happened_at: minutesAgo(90),
        payload: { entry_id: entryId, project_id: us.project, location: OUTSIDE },
      },
      { kind: 'clock_out', happened_at: minutesAgo(30), payload: { entry_id: entryId } },
    ]);
    expect(results).toMatchObject([
      { result: 'held', reason: 'You were not on the site of the project.' },
      { result: 'held', reason: 'Waiting for the clock-in.' },
    ]);
    expect(await entries(ana)).toEqual([]);
    const [held] = await act(
      ana,
      (tx) => tx`select problem, detail from held_events where kind = 'clock_in'`,
    );
    expect(held).toMatchObject({
      problem: 'clock_rule',
      detail: { rule: 'off_site', contacts: [{ role: 'foreman' }] },
    });
    expect(JSON.stringify(held)).not.toContain('39.7');
    await act(
      us.manager,
      (tx) => tx`select resolve_held_event(${results[0]?.['id']}, 'apply', 'Was at the yard')`,
    );
    expect(await entries(ana)).toMatchObject([{ id: entryId, clock_out: expect.any(Date) }]);
  });

  test('on site it counts, without a place it is flagged where the owner chose so', async () => {
    await rules({ on_site: 'flag' });
    const [inside] = await send(ana, [
      {
        kind: 'clock_in',
        happened_at: minutesAgo(90),
        payload: { entry_id: randomUUID(), project_id: us.project, location: INSIDE },
      },
    ]);
    expect(inside?.['result']).toBe('applied');
    const ben = await hire(db.sql, us.owner, 'employee');
    const [without] = await send(ben, [
      {
        kind: 'clock_in',
        happened_at: minutesAgo(90),
        payload: { entry_id: randomUUID(), project_id: us.project },
      },
    ]);
    expect(without?.['result']).toBe('applied');
    expect(await exceptions(ben)).toMatchObject([{ rule: 'no_fix', outcome: 'flagged' }]);
  });

  test('a foreman who said why overrides, without it is held', async () => {
    await rules({ on_site: 'refuse' });
    const start = (payload: object) => ({
      kind: 'clock_in',
      employee_id: ana.employeeId,
      happened_at: minutesAgo(20),
      payload: { entry_id: randomUUID(), project_id: us.project, ...payload },
    });
    expect(await send(us.foreman, [start({})])).toMatchObject([{ result: 'held' }]);
    expect(
      await send(us.foreman, [{ ...start({ reason: 'Deep pit' }), sequence: 2 }]),
    ).toMatchObject([{ result: 'applied' }]);
    expect(await exceptions(ana)).toMatchObject([{ outcome: 'overridden', reason: 'Deep pit' }]);
  });
});

describe('which rules hold', () => {
  const holding = async (who: Person, project: string) => {
    const [row] =
      await db.sql`select rule, grace_minutes, on_site, stop_after_minutes, stop_at_edge, day_ends_at
      from private.clock_rules_for(${us.id}, ${who.employeeId}, ${project})`;
    return row;
  };

  test('of each rule the most specific that says anything about it', async () => {
    expect(await holding(ana, us.project)).toMatchObject({ rule: null, on_site: null });
    await rules({
      on_site: 'refuse',
      stop_after_minutes: 600,
      ends_day: true,
      day_ends_at: '18:00',
    });
    await rules({ name: 'Concrete', on_site: 'flag', members: [{ crew_id: crew?.['id'] }] });
    await rules({ name: 'Tower', stop_after_minutes: 720, members: [{ project_id: us.project }] });
    await rules({ project_id: us.project, rule: 'ask_reason', grace_minutes: 20 });
    await rules({ name: 'Guards', ends_day: false, members: [{ employee_id: ana.employeeId }] });
    expect(await holding(ana, us.project)).toEqual({
      rule: 'ask_reason',
      grace_minutes: 20,
      on_site: 'flag',
      stop_after_minutes: 720,
      stop_at_edge: false,
      day_ends_at: null,
    });
    await rules({ employee_id: ana.employeeId, on_site: 'off', stop_after_minutes: 0 });
    expect(await holding(ana, us.project)).toMatchObject({
      on_site: null,
      stop_after_minutes: null,
    });
    expect(await holding(us.colleague, unfenced)).toMatchObject({
      on_site: 'refuse',
      stop_after_minutes: 600,
      day_ends_at: '18:00:00',
    });
  });

  test('only owners write them; strangers, workers and anonymous callers read and change nothing', async () => {
    const [saved] = await rules({
      name: 'Night',
      on_site: 'refuse',
      members: [{ crew_id: crew?.['id'] }],
    });
    for (const who of [us.manager, us.foreman, ana, us.deactivated, them.owner, 'anon'] as const) {
      await expect(
        act(
          who,
          (tx) => tx`select save_clock_rules(${tx.json({ id: saved?.['id'], on_site: 'off' })})`,
        ),
      ).rejects.toThrow();
      await act(who, (tx) => tx`delete from clock_rule_members`).catch(() => null);
      await act(who, (tx) => tx`update clock_in_rules set on_site = 'off'`).catch(() => null);
    }
    expect(await act(ana, (tx) => tx`select * from clock_rule_members`)).toEqual([]);
    expect(await act(them.owner, (tx) => tx`select * from clock_in_rules`)).toEqual([]);
    expect(await db.sql`select on_site from clock_in_rules`).toEqual([{ on_site: 'refuse' }]);
    expect(await db.sql`select from clock_rule_members`).toHaveLength(1);
    await expect(
      rules({ name: 'Theirs', members: [{ employee_id: them.employee.employeeId }] }),
    ).rejects.toMatchObject({ code: '23503' });
    for (const bad of [
      { stop_after_minutes: 5 },
      { on_site: 'maybe' },
      { ends_day: true },
      { name: ' ' },
    ])
      await expect(rules(bad)).rejects.toMatchObject({ code: '23514' });
  });

  test('what somebody else changed meanwhile is not overwritten', async () => {
    const [saved] = await rules({ on_site: 'flag' });
    await rules({ id: saved?.['id'], on_site: 'refuse' });
    await expect(
      act(
        us.owner,
        (tx) =>
          tx`select save_clock_rules(${tx.json({ id: saved?.['id'], on_site: 'off' })}, ${saved?.['updated_at']})`,
      ),
    ).rejects.toMatchObject({ hint: 'rules_changed' });
  });
});
