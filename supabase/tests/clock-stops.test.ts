import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { knowDevices } from './offline-stage.ts';
import { hire, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
const SITE = { latitude: 39.7392, longitude: -104.9903 };
const place = (meters: number) => ({
  latitude: SITE.latitude + meters / 111_195,
  longitude: SITE.longitude,
  accuracy_m: 10,
  fix_age_s: 2,
});
await db.sql`update companies set capture_location = true, time_zone = 'America/Denver' where id = ${us.id}`;
await db.sql`insert into geofences (company_id, project_id, latitude, longitude, radius_m)
  values (${us.id}, ${us.project}, ${SITE.latitude}, ${SITE.longitude}, 100)`;

let ana: Person;
beforeEach(async () => {
  await db.sql`delete from clock_in_rules`;
  ana = await hire(db.sql, us.owner, 'employee');
});

const rule = (draft: Record<string, unknown>) =>
  act(us.owner, (tx) => tx`select * from save_clock_rules(${tx.json(draft as never)})`);
/** As if the rule had been there for years. */
const oldRule = async (draft: Record<string, unknown>) => {
  await rule(draft);
  await db.sql`alter table clock_in_rules disable trigger touch_updated_at`;
  await db.sql`update clock_in_rules set updated_at = now() - interval '3 years', created_at = now() - interval '3 years'`;
  await db.sql`alter table clock_in_rules enable trigger touch_updated_at`;
};
/** Nobody runs this clock but the test: all others of the company are stopped first. */
async function running(clockIn: Date, who = ana): Promise<string> {
  const [entry] =
    await db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in, source)
    values (${us.id}, ${who.employeeId}, ${us.project}, ${clockIn}, 'timer') returning id`;
  return entry?.['id'];
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const stopClocks = async (at = new Date()) => {
  const [row] = await db.sql`select private.stop_clocks(${at}) as stopped`;
  return row?.['stopped'];
};
const entry = async (id: string) => {
  const [row] =
    await db.sql`select clock_in, clock_out, updated_by from time_entries where id = ${id}`;
  return row as { clock_in: Date; clock_out: Date | null };
};
const stopOf = async (id: string) => {
  const [row] = await db.sql`select * from clock_stops where time_entry_id = ${id}`;
  return row as { id: string; status: string; rule: string; stopped_at: Date; claimed_at: Date };
};

describe('hours on the clock', () => {
  test('end it at exactly that time, once, with an open break, and the person is asked', async () => {
    await oldRule({ stop_after_minutes: 600 });
    const started = hoursAgo(11);
    const id = await running(started);
    await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, kind, paid)
      values (${us.id}, ${id}, ${new Date(started.getTime() + 9 * 3_600_000)}, 'meal', false)`;
    expect(await stopClocks()).toBe(1);
    const end = new Date(started.getTime() + 10 * 3_600_000);
    expect((await entry(id)).clock_out).toEqual(end);
    expect(
      await db.sql`select ended_at from time_entry_breaks where time_entry_id = ${id}`,
    ).toEqual([{ ended_at: end }]);
    const [total] =
      await db.sql`select sum(seconds)::integer as seconds from work_totals where employee_id = ${ana.employeeId}`;
    expect(total?.['seconds']).toBe(9 * 3600);
    expect(await stopOf(id)).toMatchObject({ rule: 'hours', status: 'open', stopped_at: end });
    expect(
      await act(ana, (tx) => tx`select event from notifications where event = 'clock_stopped'`),
    ).toHaveLength(1);
    expect(await stopClocks()).toBe(0);
    const [history] = await act(
      us.manager,
      (tx) =>
        tx`select reason from time_entry_history(${id}) where entity = 'time_entries' order by occurred_at desc limit 1`,
    );
    expect(history?.['reason']).toBe('Stopped by a rule: hours on the clock');
  });

  test('count over a switch, and not over a gap', async () => {
    await oldRule({ stop_after_minutes: 600 });
    const first = await running(hoursAgo(11));
    await db.sql`update time_entries set clock_out = ${hoursAgo(4)} where id = ${first}`;
    const [last] = await db.sql`select clock_out from time_entries where id = ${first}`;
    const second = await running(last?.['clock_out']);
    const ben = await hire(db.sql, us.owner, 'employee');
    const early = await running(hoursAgo(11), ben);
    await db.sql`update time_entries set clock_out = ${hoursAgo(5)} where id = ${early}`;
    const later = await running(hoursAgo(4), ben);
    expect(await stopClocks()).toBe(1);
    expect((await entry(second)).clock_out).toEqual(
      new Date((await entry(first)).clock_in.getTime() + 10 * 3_600_000),
    );
    expect((await entry(later)).clock_out).toBeNull();
  });

  test('do not reach behind the rule, nor behind what was punched since', async () => {
    const id = await running(hoursAgo(11));
    await rule({ stop_after_minutes: 600 });
    expect(await stopClocks()).toBe(1);
    expect((await entry(id)).clock_out?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    const ben = await hire(db.sql, us.owner, 'employee');
    await oldRule({ employee_id: ben.employeeId, stop_after_minutes: 600 });
    const worked = await running(hoursAgo(11), ben);
    await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
      values (${us.id}, ${worked}, ${hoursAgo(0.5)}, ${hoursAgo(0.25)}, 'rest', true)`;
    const now = new Date();
    await stopClocks(now);
    expect((await entry(worked)).clock_out).toEqual(now);
  });

  test('are not counted where the rule is off, in a locked period, or again after somebody went on', async () => {
    await oldRule({ stop_after_minutes: 600 });
    await rule({ employee_id: ana.employeeId, stop_after_minutes: 0 });
    const id = await running(hoursAgo(11));
    expect(await stopClocks()).toBe(0);
    await db.sql`delete from clock_in_rules where employee_id = ${ana.employeeId}`;
    await db.sql`insert into pay_periods (company_id, start_date, end_date, status, locked_at)
      values (${us.id}, current_date - 20, current_date + 20, 'locked', now())`;
    expect(await stopClocks()).toBe(0);
    expect((await entry(id)).clock_out).toBeNull();
    await db.sql`delete from pay_periods where company_id = ${us.id}`;
    expect(await stopClocks()).toBe(1);
    await db.sql`update time_entries set clock_out = null where id = ${id}`;
    expect(await stopOf(id)).toMatchObject({ status: 'settled' });
    expect(await stopClocks()).toBe(0);
  });
});

describe('the end of the day', () => {
  const endsAt = async (clockIn: string, time: string, zone: string) => {
    const [row] =
      await db.sql`select private.next_local_time(${clockIn}, ${time}::time, ${zone}) as at`;
    return new Date(row?.['at']).toISOString();
  };

  test.each([
    ['the same day', '2026-03-02T14:00:00Z', '18:00', '2026-03-03T01:00:00.000Z'],
    [
      'the next for whoever starts after it',
      '2026-03-03T02:00:00Z',
      '18:00',
      '2026-03-04T01:00:00.000Z',
    ],
    ['midnight', '2026-03-02T14:00:00Z', '00:00', '2026-03-03T07:00:00.000Z'],
    [
      'over the night the clocks go forward',
      '2026-03-08T05:00:00Z',
      '04:00',
      '2026-03-08T10:00:00.000Z',
    ],
    ['at a time the clocks skip', '2026-03-08T05:00:00Z', '02:30', '2026-03-08T09:30:00.000Z'],
    [
      'over the night the clocks go back',
      '2026-11-01T04:00:00Z',
      '04:00',
      '2026-11-01T11:00:00.000Z',
    ],
  ])('is %s', async (_name, clockIn, time, end) => {
    expect(await endsAt(clockIn, time, 'America/Denver')).toBe(end);
  });

  test('stops whoever is still on the clock, in the zone of the site', async () => {
    await oldRule({ ends_day: true, day_ends_at: '18:00' });
    const [site] = await db.sql`insert into projects (company_id, name, time_zone)
      values (${us.id}, 'Far', 'America/New_York') returning id`;
    const id = await running(hoursAgo(23));
    await db.sql`update time_entries set project_id = ${site?.['id']} where id = ${id}`;
    const [due] =
      await db.sql`select private.next_local_time(clock_in, '18:00', 'America/New_York') as at
      from time_entries where id = ${id}`;
    const [viewer] = await act(ana, (tx) => tx`select viewer() as viewer`);
    expect(new Date(viewer?.['viewer'].clock_rules.ends_at)).toEqual(due?.['at']);
    await stopClocks(new Date(due?.['at'].getTime() - 1));
    expect((await entry(id)).clock_out).toBeNull();
    // Never in the future, so the job of then is asked only once that time has come.
    if (due?.['at'].getTime() <= Date.now()) {
      await stopClocks();
      expect((await entry(id)).clock_out).toEqual(due?.['at']);
      expect(await stopOf(id)).toMatchObject({ rule: 'day_end' });
    }
  });
});

describe('the edge of the site', () => {
  const start = async (who: Person, meters: number) => {
    const [row] = await act(
      who,
      (tx) =>
        tx`select id from clock_in(project_id_param => ${us.project}, location_param => ${tx.json(place(meters))})`,
    );
    return row?.['id'] as string;
  };
  const report = (who: Person, id: string, meters: number) =>
    act(who, (tx) => tx`select clock_out from report_left_site(${id}, ${tx.json(place(meters))})`);

  test('stops who has left it for certain, not who is at lunch, was never there, or has no such rule', async () => {
    const id = await start(ana, 0);
    expect(await report(ana, id, 500)).toEqual([{ clock_out: null }]);
    await rule({ stop_at_edge: true });
    expect(await report(ana, id, 95)).toEqual([{ clock_out: null }]);
    await act(ana, (tx) => tx`select start_break()`);
    expect(await report(ana, id, 500)).toEqual([{ clock_out: null }]);
    await act(ana, (tx) => tx`select end_break()`);
    for (const who of [us.colleague, us.manager, them.owner])
      await expect(report(who, id, 500)).rejects.toMatchObject({ hint: 'not_running' });
    const [stopped] = await report(ana, id, 500);
    expect(stopped?.['clock_out']).toBeInstanceOf(Date);
    expect(await stopOf(id)).toMatchObject({ rule: 'edge', status: 'open' });
    const ben = await hire(db.sql, us.owner, 'employee');
    const away = await start(ben, 900);
    expect(await report(ben, away, 900)).toEqual([{ clock_out: null }]);
  });
});

describe('what the person says', () => {
  const stopped = async () => {
    await oldRule({ stop_after_minutes: 600 });
    const id = await running(hoursAgo(11));
    await stopClocks();
    return { id, stop: await stopOf(id) };
  };

  test('right: it stays as it is, and is asked no more', async () => {
    const { id, stop } = await stopped();
    const [before] = await act(ana, (tx) => tx`select viewer() as viewer`);
    expect(before?.['viewer'].clock_rules.stop).toMatchObject({ id: stop.id, rule: 'hours' });
    await act(ana, (tx) => tx`select answer_clock_stop(${stop.id})`);
    expect(await stopOf(id)).toMatchObject({ status: 'confirmed' });
    const [after] = await act(ana, (tx) => tx`select viewer() as viewer`);
    expect(after?.['viewer'].clock_rules.stop).toBeNull();
  });

  test('another time is a question for the manager, who takes it or keeps the end', async () => {
    const { id, stop } = await stopped();
    const claimed = hoursAgo(0.5);
    await act(
      ana,
      (tx) => tx`select answer_clock_stop(${stop.id}, ${claimed}, 'Poured until then')`,
    );
    expect((await entry(id)).clock_out).toEqual(stop.stopped_at);
    const items = await act(
      us.manager,
      (tx) =>
        tx`select detail ->> 'note' as note from verification_items() where kind = 'clock_stop' and subject_id = ${stop.id}`,
    );
    expect(items).toEqual([{ note: 'Poured until then' }]);
    for (const who of [ana, us.foreman, us.colleague, them.owner])
      await expect(
        act(who, (tx) => tx`select decide_clock_stop(${stop.id}, 'accept')`),
      ).rejects.toThrow();
    await act(us.manager, (tx) => tx`select decide_clock_stop(${stop.id}, 'accept')`);
    expect((await entry(id)).clock_out).toEqual(claimed);
    expect(await stopOf(id)).toMatchObject({ status: 'settled' });
    expect(
      await db.sql`select status from verifications where kind = 'clock_stop' and subject_id = ${stop.id}`,
    ).toEqual([{ status: 'resolved' }]);
  });

  test('nobody else answers, and no time that cannot be', async () => {
    const { id, stop } = await stopped();
    for (const who of [us.colleague, us.manager, us.deactivated, them.employee, 'anon'] as const)
      await expect(act(who, (tx) => tx`select answer_clock_stop(${stop.id})`)).rejects.toThrow();
    for (const at of [hoursAgo(12), hoursAgo(-1)])
      await expect(
        act(ana, (tx) => tx`select answer_clock_stop(${stop.id}, ${at})`),
      ).rejects.toMatchObject({ hint: 'stated_end_invalid' });
    await expect(
      act(ana, (tx) => tx`update clock_stops set status = 'confirmed'`),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await stopOf(id)).toMatchObject({ status: 'open' });
  });
});

describe('what was punched without signal', () => {
  const send = async (events: Record<string, unknown>[]) => {
    const device = `phone-${ana.employeeId}`;
    await knowDevices(db.sql, ana, device);
    const batch = events.map((event, index) => ({
      id: randomUUID(),
      device_id: device,
      sequence: index + 1,
      offset_ms: 0,
      ...event,
    }));
    return act(ana, (tx) => tx`select result from sync_events(${tx.json(batch as never)})`);
  };

  test('an earlier end goes before the rule’s, with the break it ended; a later one is held', async () => {
    await oldRule({ stop_after_minutes: 600 });
    const id = await running(hoursAgo(11));
    const breakId = randomUUID();
    await db.sql`insert into time_entry_breaks (company_id, id, time_entry_id, started_at, kind, paid)
      values (${us.id}, ${breakId}, ${id}, ${hoursAgo(4)}, 'meal', false)`;
    await stopClocks();
    const later = {
      kind: 'clock_out',
      happened_at: hoursAgo(0.5).toISOString(),
      payload: { entry_id: id },
    };
    expect(await send([later])).toEqual([{ result: 'held' }]);
    const back = hoursAgo(3);
    const left = hoursAgo(2);
    expect(
      await send([
        {
          kind: 'end_break',
          happened_at: back.toISOString(),
          payload: { entry_id: id, break_id: breakId },
          sequence: 5,
        },
        {
          kind: 'clock_out',
          happened_at: left.toISOString(),
          payload: { entry_id: id },
          sequence: 6,
        },
      ]),
    ).toEqual([{ result: 'applied' }, { result: 'applied' }]);
    expect((await entry(id)).clock_out).toEqual(left);
    expect(await db.sql`select ended_at from time_entry_breaks where id = ${breakId}`).toEqual([
      { ended_at: back },
    ]);
    expect(await stopOf(id)).toMatchObject({ status: 'settled' });
  });

  test('what the person agreed to, or a manager changed, stays', async () => {
    await oldRule({ stop_after_minutes: 600 });
    const id = await running(hoursAgo(11));
    await stopClocks();
    const stop = await stopOf(id);
    await act(ana, (tx) => tx`select answer_clock_stop(${stop.id})`);
    const out = {
      kind: 'clock_out',
      happened_at: hoursAgo(2).toISOString(),
      payload: { entry_id: id },
    };
    expect(await send([out])).toEqual([{ result: 'held' }]);
    expect((await entry(id)).clock_out).toEqual(stop.stopped_at);
  });
});
