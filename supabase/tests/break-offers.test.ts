import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hire, hoursAgo, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
let member: Person;
let entry: string;

beforeAll(async () => {
  for (const company of [us, them]) {
    await act(
      company.owner,
      (tx) => tx`select set_overtime_policy('CA', '2020-01-01', '{"rest_premium": true}')`,
    );
  }
  await db.sql`insert into geofences (company_id, project_id, latitude, longitude, radius_m)
    values (${us.id}, ${us.project}, 34.05223, -118.24368, 100)`;
});

beforeEach(async () => {
  member = await hire(db.sql, us.owner, 'employee');
  const [crew] = await db.sql`insert into crews (company_id, name, foreman_id)
    values (${us.id}, ${randomUUID()}, ${us.foreman.employeeId}) returning id`;
  await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
    values (${us.id}, ${crew?.['id']}, ${member.employeeId}, '2026-01-01')`;
  entry = await clockIn(member, 4.5);
});

async function clockIn(person: Person, hours: number, project = us.project): Promise<string> {
  await db.sql`delete from time_entries where employee_id = ${person.employeeId}`;
  const [row] =
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, project_id)
    values (${person.companyId}, ${person.employeeId}, ${hoursAgo(hours)}, ${person.companyId === us.id ? project : null}) returning id`;
  return row?.['id'];
}

const boardOf = (who: Person) => act(who, (tx) => tx`select * from break_board()`);
const rowOf = async (who: Person, person: Person) =>
  (await boardOf(who)).find((row) => row['employee_id'] === person.employeeId);
const dueFor = async (who: Person, person: Person) =>
  ((await rowOf(who, person))?.['due'] ?? []) as { kind: string; due_at: string; offer: object }[];
const offer = (who: Person, answer: string, more: Record<string, unknown> = {}) =>
  act(
    who,
    (
      tx,
    ) => tx`select * from offer_break(${entry}, ${(more['kind'] as string) ?? 'meal'}, ${(more['number'] as number) ?? 1}, ${answer},
      ${(more['take_at'] as Date) ?? null}, ${(more['note'] as string) ?? null}, ${(more['waives'] as boolean) ?? false}, null, ${(more['id'] as string) ?? null})`,
  );
const offersNow = async () =>
  (await db.sql`select count(*)::int as n from break_offers where time_entry_id = ${entry}`)[0]?.[
    'n'
  ];

describe('the board', () => {
  test('managers see everyone, a foreman the crew, others themselves, strangers nobody of us', async () => {
    const outsider = await hire(db.sql, us.owner, 'employee');
    await clockIn(outsider, 1);
    await clockIn(them.employee, 1);
    const ids = async (who: Person) => (await boardOf(who)).map((row) => row['employee_id']);
    expect(await ids(us.manager)).toEqual(
      expect.arrayContaining([member.employeeId, outsider.employeeId]),
    );
    expect(await ids(us.foreman)).toContain(member.employeeId);
    expect(await ids(us.foreman)).not.toContain(outsider.employeeId);
    expect(await ids(member)).toEqual([member.employeeId]);
    expect(await ids(them.owner)).toEqual([them.employee.employeeId]);
    await expect(boardOf(us.deactivated)).rejects.toMatchObject({ hint: 'no_employee' });
    await expect(act('anon', (tx) => tx`select * from break_board()`)).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('says what is due, who missed a meal, and what was offered', async () => {
    const row = await rowOf(us.foreman, member);
    expect(row).toMatchObject({
      meal_rule: true,
      rest_rule: true,
      worked_minutes: 270,
      missed_meals: 0,
    });
    expect(row?.['due']).toMatchObject([
      { kind: 'rest', number: 1, offer: null },
      { kind: 'meal', number: 1, offer: null },
    ]);
    await offer(us.foreman, 'postponed', { take_at: hoursAgo(-0.4), note: 'After the pour' });
    const [, meal] = await dueFor(us.manager, member);
    expect(meal?.offer).toMatchObject({
      answer: 'postponed',
      note: 'After the pour',
      by: 'foreman Example',
    });
    await clockIn(member, 10.5);
    expect(await rowOf(member, member)).toMatchObject({
      missed_meals: 1,
      missed_rests: 1,
      may_clock: false,
    });
  });

  test('is quick with 300 people on the clock', async () => {
    const crowd = await hire(db.sql, them.owner, 'employee');
    await db.sql`with people as (
        insert into employees (company_id, first_name, last_name)
        select ${crowd.companyId}, 'P' || n, 'Q' from generate_series(1, 300) n returning id)
      insert into time_entries (company_id, employee_id, clock_in)
      select ${crowd.companyId}, p.id, now() - interval '4 hours' from people p`;
    const started = performance.now();
    const rows = await boardOf(them.owner);
    const elapsed = performance.now() - started;
    expect(rows.length).toBeGreaterThanOrEqual(300);
    // About 0.1 s on one slow core; the limit only finds what grows with the square of people.
    expect(elapsed).toBeLessThan(3_000);
  });
});

describe('an offer', () => {
  test('is recorded by the foreman of the crew and by managers, once for an id', async () => {
    const id = randomUUID();
    await offer(us.foreman, 'declined', { id, note: 'Not hungry' });
    await offer(us.foreman, 'declined', { id, note: 'Not hungry' });
    await offer(us.manager, 'offered', { kind: 'rest' });
    expect(await offersNow()).toBe(2);
    const seen = (who: Person) =>
      act(who, (tx) => tx`select * from break_offers where time_entry_id = ${entry}`);
    expect(await seen(member)).toHaveLength(2);
    expect(await seen(us.foreman)).toHaveLength(2);
    expect(await seen(us.colleague)).toHaveLength(0);
    expect(await seen(them.owner)).toHaveLength(0);
    const [event] = await db.sql`select actor_id, after ->> 'note' as note from audit_events
      where entity = 'break_offers' and entity_id = ${id}`;
    expect(event).toMatchObject({ actor_id: us.foreman.userId, note: 'Not hungry' });
  });

  test("is nobody else's to record, and stays as it is", async () => {
    await expect(offer(member, 'declined')).rejects.toMatchObject({ hint: 'foremen_only' });
    await expect(offer(us.colleague, 'declined')).rejects.toMatchObject({ hint: 'foremen_only' });
    await expect(offer(us.deactivated, 'declined')).rejects.toMatchObject({ hint: 'no_employee' });
    await expect(offer(them.owner, 'declined')).rejects.toMatchObject({ hint: 'entry_gone' });
    const stranger = await hire(db.sql, us.owner, 'foreman');
    await expect(offer(stranger, 'declined')).rejects.toMatchObject({ hint: 'not_your_crew' });
    expect(await offersNow()).toBe(0);
    await offer(us.foreman, 'declined');
    await expect(
      db.sql`update break_offers set answer = 'taken' where time_entry_id = ${entry}`,
    ).rejects.toMatchObject({ hint: 'append_only' });
    await expect(
      act(us.owner, (tx) => tx`delete from break_offers where time_entry_id = ${entry}`),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test.each([
    ['a break that is none', 'declined', { kind: 'nap' }],
    ['an answer that is none', 'maybe', {}],
    ['postponed to no time', 'postponed', {}],
    ['the hundredth meal', 'declined', { number: 100 }],
    ['a waiver without what was said', 'declined', { waives: true }],
    ['a waived rest', 'declined', { waives: true, kind: 'rest', note: 'No' }],
  ])('%s is refused', async (_name, answer, more) => {
    await expect(offer(us.foreman, answer, more)).rejects.toMatchObject({ hint: 'invalid_offer' });
    expect(await offersNow()).toBe(0);
    expect(await waived()).toBe(false);
  });

  const waived = async () =>
    (await db.sql`select meal_waived from time_entries where id = ${entry}`)[0]?.['meal_waived'];

  test('declining is no waiver; a waiver is noted only where the rule allows one', async () => {
    await offer(us.foreman, 'declined', { note: 'Not hungry' });
    expect(await waived()).toBe(false);
    await expect(
      offer(us.foreman, 'declined', { number: 2, waives: true, note: 'Both' }),
    ).rejects.toMatchObject({ hint: 'waiver_not_allowed' });
    await offer(us.foreman, 'declined', { waives: true, note: 'Leaves at noon' });
    expect(await waived()).toBe(true);
    entry = await clockIn(member, 6.2);
    await expect(
      offer(us.foreman, 'declined', { waives: true, note: 'Leaves soon' }),
    ).rejects.toMatchObject({ hint: 'waiver_not_allowed' });
    expect(await waived()).toBe(false);
  });
});

describe('a break started for the crew', () => {
  const start = (who: Person, ids: string[], breaks: string[] | null = null) =>
    act(who, (tx) => tx`select * from crew_start_break(${ids}, 'meal', ${breaks})`);
  const breaksNow = async () =>
    db.sql`select kind, paid, ended_at from time_entry_breaks where employee_id = ${member.employeeId}`;

  test('starts once, ends once, and nothing is due meanwhile', async () => {
    const id = randomUUID();
    expect(await start(us.foreman, [member.employeeId], [id])).toMatchObject([
      { result: 'started' },
    ]);
    expect(await start(us.foreman, [member.employeeId], [id])).toMatchObject([
      { result: 'started' },
    ]);
    expect(await start(us.manager, [member.employeeId])).toMatchObject([
      { result: 'on_break', break_id: id },
    ]);
    expect(await breaksNow()).toMatchObject([{ kind: 'meal', paid: false, ended_at: null }]);
    expect(await rowOf(us.foreman, member)).toMatchObject({ break_kind: 'meal', due: [] });
    const end = () =>
      act(us.foreman, (tx) => tx`select result from crew_end_break(${[member.employeeId]})`);
    expect(await end()).toMatchObject([{ result: 'ended' }]);
    expect(await end()).toMatchObject([{ result: 'not_on_break' }]);
  });

  test('not for someone of another crew or company, nor by the crew itself', async () => {
    const stranger = await hire(db.sql, us.owner, 'foreman');
    for (const who of [stranger, member, us.colleague, them.owner])
      await expect(start(who, [member.employeeId])).rejects.toMatchObject({
        hint: 'not_your_crew',
      });
    expect(await breaksNow()).toEqual([]);
    await db.sql`update time_entries set clock_out = now() where id = ${entry}`;
    expect(await start(us.foreman, [member.employeeId])).toMatchObject([{ result: 'not_running' }]);
  });
});

describe('heat', () => {
  const record = (who: Person, weather: Record<string, unknown>, date: string | null = null) =>
    act(
      who,
      (tx) => tx`select * from record_site_weather(${us.project},
      coalesce(${date}::date, (now() at time zone 'America/New_York')::date), ${tx.json(weather as never)})`,
    );
  const heatDue = async (person = member) =>
    (await dueFor(us.foreman, person)).filter(({ kind }) => kind === 'heat_rest');

  test('asks for nothing until an owner switches it on and a temperature is high', async () => {
    await db.sql`delete from heat_rules`;
    await record(us.foreman, { temperature_f: 99 });
    expect(await heatDue()).toEqual([]);
    await expect(
      act(us.manager, (tx) => tx`insert into heat_rules (active) values (true)`),
    ).rejects.toMatchObject({ code: '42501' });
    await act(us.owner, (tx) => tx`insert into heat_rules (active) values (true)`);
    const [due] = await heatDue();
    // Two hours from when it was known, not from the start of the shift.
    expect(Math.round((Date.parse(due?.due_at ?? '') - Date.now()) / 60_000)).toBeGreaterThan(117);
    expect(await rowOf(us.foreman, member)).toMatchObject({
      temperature_f: 99,
      heat_level: 'high',
      temperature_source: 'entered',
    });
    await record(us.foreman, { temperature_f: 84 });
    expect(await heatDue()).toEqual([]);
    expect(await rowOf(us.foreman, member)).toMatchObject({ heat_level: 'shade' });
  });

  test('two hours begin anew after any pause that is long enough', async () => {
    await db.sql`delete from site_weather`;
    await record(us.foreman, { temperature_f: 96, read_at: hoursAgo(3).toISOString() });
    const [late] = await heatDue();
    expect(Math.round((Date.parse(late?.due_at ?? '') - Date.now()) / 60_000)).toBeLessThan(-55);
    await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
      values (${us.id}, ${entry}, ${hoursAgo(0.6)}, ${hoursAgo(0.5)}, 'rest', true)`;
    expect(await heatDue()).toMatchObject([{ due_at: late?.due_at }]);
    await db.sql`update time_entry_breaks set started_at = ${hoursAgo(0.7)} where time_entry_id = ${entry}`;
    const [next] = await heatDue();
    expect(Math.round((Date.parse(next?.due_at ?? '') - Date.now()) / 60_000)).toBeGreaterThan(85);
  });

  test('a project may be without', async () => {
    await record(us.foreman, { temperature_f: 99 });
    await act(
      us.owner,
      (tx) => tx`insert into heat_rules (project_id, active) values (${us.project}, false)`,
    );
    expect(await heatDue()).toEqual([]);
    await db.sql`delete from heat_rules where project_id is not null`;
  });

  test('a reading is recorded by foremen of the project and managers, and stays', async () => {
    await expect(record(member, { temperature_f: 90 })).rejects.toMatchObject({
      hint: 'foremen_only',
    });
    await expect(record(them.owner, { temperature_f: 90 })).rejects.toMatchObject({
      hint: 'project_unknown',
    });
    await expect(record(us.deactivated, { temperature_f: 90 })).rejects.toMatchObject({
      hint: 'no_employee',
    });
    const invalid = [
      { temperature_f: 400 },
      {},
      { temperature_f: 'hot' },
      { conditions: 'odd' },
      { low_f: 70, high_f: 50 },
      { temperature_f: 1e9 },
    ];
    for (const weather of invalid)
      await expect(record(us.foreman, weather)).rejects.toMatchObject({ hint: 'invalid_weather' });
    await expect(record(us.foreman, { temperature_f: 90 }, '2999-01-01')).rejects.toMatchObject({
      hint: 'weather_in_future',
    });
    const [saved] = await record(us.manager, {
      low_f: 51.4,
      high_f: 78.6,
      conditions: 'rain',
      wind_mph: 12,
      precipitation_in: 0.126,
      source: 'weather.example.com',
    });
    expect(saved).toMatchObject({
      low_f: 51,
      high_f: 79,
      precipitation_in: '0.13',
      source: 'weather.example.com',
      created_by: us.manager.userId,
    });
    await expect(
      db.sql`update site_weather set high_f = 60 where id = ${saved?.['id']}`,
    ).rejects.toMatchObject({ hint: 'append_only' });
    expect(await act(them.owner, (tx) => tx`select * from site_weather`)).toEqual([]);
  });
});

test('the place of a project is rounded, and asked for by who sees it', async () => {
  const place = (who: Person) => act(who, (tx) => tx`select * from weather_place(${us.project})`);
  const may = async (who: Person, latitude: number, longitude: number) =>
    (await act(who, (tx) => tx`select may_read_weather(${latitude}, ${longitude}) as may`))[0]?.[
      'may'
    ];
  expect(await place(member)).toEqual([{ latitude: 34.05, longitude: -118.24 }]);
  expect(await place(them.owner)).toEqual([]);
  expect(await may(member, 34.05, -118.24)).toBe(true);
  expect(await may(member, 34.07, -118.24)).toBe(false);
  expect(await may(them.owner, 34.05, -118.24)).toBe(false);
  expect(await may(us.deactivated, 34.05, -118.24)).toBe(false);
});

test('the server is asked to read the weather of sites with work, once', async () => {
  await db.sql`delete from site_weather`;
  const wanted = () =>
    db.sql`select key, latitude, longitude, day::text from private.weather_places() where key like ${`${us.id}%`} order by day desc`;
  const [site] = await wanted();
  expect(site).toMatchObject({
    key: `${us.id} ${us.project}`,
    latitude: 34.05,
    longitude: -118.24,
  });
  await db.sql`select private.take_weather(${site?.['key']}, ${site?.['day']}::date, ${db.sql.json({ temperature_f: 71.6, source: 'weather.example.com' })})`;
  expect((await wanted()).filter((row) => row['day'] === site?.['day'])).toEqual([]);
  const [reading] = await act(
    us.colleague,
    (tx) => tx`select * from site_weather where project_id = ${us.project}`,
  );
  expect(reading).toMatchObject({
    temperature_f: 72,
    source: 'weather.example.com',
    created_by: null,
  });
});

test('people hear of a break ten minutes before, foremen when it is late, each once', async () => {
  await db.sql`delete from heat_rules`;
  await db.sql`delete from time_entries where employee_id <> ${member.employeeId} and company_id = ${us.id}`;
  const notifyAt = async (minutes: number) => {
    const moment = new Date(started.getTime() + minutes * 60_000);
    await db.sql`select private.notify_of_breaks(${moment})`;
    return db.sql`select employee_id, event, template, data from notifications
      where company_id = ${us.id} order by created_at, template`;
  };
  await clockIn(member, 10);
  const [row] =
    await db.sql`select clock_in from time_entries where employee_id = ${member.employeeId}`;
  const started = row?.['clock_in'] as Date;
  expect(await notifyAt(228)).toEqual([]);
  expect(await notifyAt(231)).toMatchObject([
    { employee_id: member.employeeId, event: 'break_due', template: 'rest_due' },
  ]);
  expect(await notifyAt(235)).toHaveLength(1);
  const late = await notifyAt(243);
  expect(late).toHaveLength(2);
  expect(late[1]).toMatchObject({
    employee_id: us.foreman.employeeId,
    template: 'rest_late',
    data: { person: 'employee Example' },
  });
  expect(await notifyAt(244)).toHaveLength(2);
  const [entryNow] =
    await db.sql`select id from time_entries where employee_id = ${member.employeeId}`;
  entry = entryNow?.['id'];
  expect(await notifyAt(295)).toHaveLength(3);
  // Declined: the foreman knows.
  await offer(us.foreman, 'declined', { note: 'Later' });
  expect(await notifyAt(305)).toHaveLength(3);
  await db.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, kind, paid)
    values (${us.id}, ${entry}, ${new Date(started.getTime() + 306 * 60_000)}, 'meal', false)`;
  expect(await notifyAt(472)).toHaveLength(3);
});
