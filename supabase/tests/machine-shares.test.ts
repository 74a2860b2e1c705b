import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { knowDevices } from './offline-stage.ts';
import { addTime, hire, hoursAgo, openCompanies, type Person } from './world.ts';

// The parts of an entry with several machines: what they may be, whose they are to write, and what they add up to.
const DAY = '2026-03-10';
const { db, us, them, act } = await openCompanies();
let digger: string;
let roller: string;
let truck: string;
let theirs: string;

beforeAll(async () => {
  const made = await act(us.manager, async (tx) => {
    const [diggers] =
      await tx`insert into equipment_classes (name, operating_rate, standby_rate, travel_rate)
      values ('Excavators', 85, 32, 41.37) returning id`;
    const [rollers] =
      await tx`insert into equipment_classes (name, operating_rate) values ('Rollers', 60) returning id`;
    return tx`insert into equipment (name, class_id)
      values ('Digger', ${diggers?.['id']}), ('Roller', ${rollers?.['id']}), ('Truck', null) returning id`;
  });
  [digger, roller, truck] = made.map((row) => row['id']) as [string, string, string];
  const [crane] = await act(
    them.manager,
    (tx) => tx`insert into equipment (name) values ('Crane') returning id`,
  );
  theirs = crane?.['id'];
});

const at = (time: string, day = DAY) => new Date(`${day}T${time}:00-04:00`);
const part = (equipment_id: string | null, share: number, kind = 'working') => ({
  equipment_id,
  share,
  kind,
});
type Parts = readonly unknown[];

const stored = async (id: string) =>
  (await db.sql`select equipment_id, machines from time_entries where id = ${id}`)[0];
const split = (id: string, parts: Parts, who: Person = us.manager) =>
  act(
    who,
    (tx) =>
      tx`update time_entries set machines = ${tx.json(parts as never)} where id = ${id} returning id`,
    { 'x-reason': 'Two machines' },
  );
const totals = (id: string) =>
  db.sql`select k.equipment_id as machine, k.seconds, k.entries from work_totals k
    join time_entries t on t.company_id = k.company_id and t.employee_id = k.employee_id and t.work_date = k.work_date
    where t.id = ${id} order by k.seconds desc`;
const differences = () => db.sql`select * from private.work_totals_differences()`;
const entry = (from = '07:00', to = '15:00', who: Person = us.employee) =>
  addTime(db.sql, who, at(from), at(to), { project_id: us.project });
const remove = (...ids: string[]) => db.sql`delete from time_entries where id = any (${ids})`;

test('the parts are written in one way, the first machine stands for the entry', async () => {
  const id = await entry();
  await split(id, [{ share: 30 }, part(digger.toUpperCase(), 42.5), part(roller, 27.5, 'standby')]);
  expect(await stored(id)).toEqual({
    equipment_id: digger,
    machines: [part(null, 30), part(digger, 42.5), part(roller, 27.5, 'standby')],
  });
  expect(await totals(id)).toEqual([
    { machine: digger, seconds: 204 * 60, entries: 0 },
    { machine: null, seconds: 144 * 60, entries: 1 },
    { machine: roller, seconds: 132 * 60, entries: 0 },
  ]);
  expect(await differences()).toEqual([]);
  await remove(id);
});

test('one machine that worked all the time is no split; one that travelled is', async () => {
  const id = await entry();
  await split(id, [part(digger, 100)]);
  expect(await stored(id)).toEqual({ equipment_id: digger, machines: null });
  await split(id, [part(digger, 100, 'travel')]);
  expect(await stored(id)).toMatchObject({ equipment_id: digger, machines: [{ kind: 'travel' }] });
  await remove(id);
});

test('who names one machine means all of the time, and null leaves the first', async () => {
  const id = await entry();
  await split(id, [part(digger, 60), part(roller, 40)]);
  await act(
    us.manager,
    (tx) => tx`update time_entries set equipment_id = ${truck} where id = ${id}`,
    {
      'x-reason': 'Only the truck',
    },
  );
  expect(await stored(id)).toEqual({ equipment_id: truck, machines: null });
  expect(await totals(id)).toEqual([{ machine: truck, seconds: 8 * 3600, entries: 1 }]);
  expect(await differences()).toEqual([]);
  await remove(id);
});

test('shares that are no whole, and machines that cannot be, are refused in words', async () => {
  const id = await entry();
  await split(id, [part(digger, 60), part(roller, 40)]);
  const before = await stored(id);
  const refused: [Parts, object][] = [
    [
      [part(digger, 60), part(roller, 39.99)],
      { hint: 'machines_not_whole', message: expect.stringContaining('99.99') },
    ],
    [[part(digger, 60), part(roller, 41)], { hint: 'machines_not_whole' }],
    [[part(digger, 120), part(roller, -20)], { hint: 'machines_not_whole' }],
    [[part(digger, 33.333), part(roller, 66.667)], { hint: 'machines_not_whole' }],
    [[part(digger, 60), part(digger, 40)], { hint: 'machine_named_twice' }],
    [[part(null, 100)], { hint: 'machines_unreadable' }],
    [[part(null, 50, 'travel'), part(digger, 50)], { hint: 'machines_unreadable' }],
    [[part(digger, 50, 'parked'), part(roller, 50)], { hint: 'machines_unreadable' }],
    [[{ equipment_id: digger, share: '100' }], { hint: 'machines_unreadable' }],
    [[part('no id', 100)], { hint: 'machines_unreadable' }],
    [['digger'], { hint: 'machines_unreadable' }],
    [[], { hint: 'machines_unreadable' }],
    [Array.from({ length: 7 }, () => part(digger, 100 / 7)), { hint: 'machines_unreadable' }],
    [[part(digger, 50), part(theirs, 50)], { constraint: 'time_entries_equipment' }],
    [[part(digger, 50), part(randomUUID(), 50)], { constraint: 'time_entries_equipment' }],
  ];
  for (const [parts, reason] of refused) {
    await expect(split(id, parts), JSON.stringify(parts)).rejects.toMatchObject(reason);
  }
  expect(await stored(id)).toEqual(before);
  await remove(id);
});

test('hours and cost: work, travel and standby by their own rates, to the minute and the cent', async () => {
  const id = await entry('07:00', '14:41');
  await split(id, [
    part(digger, 33.33),
    part(digger, 33.33, 'travel'),
    part(digger, 16.67, 'standby'),
    part(roller, 16.67, 'travel'),
  ]);
  const rows = await act(us.manager, (tx) => tx`select * from equipment_hours(${DAY}, ${DAY})`);
  // 461 minutes: 153.65, 307.3, 384.15 and 461, rounded.
  expect(rows).toMatchObject([
    {
      equipment_id: digger,
      operator_seconds: String(384 * 60),
      working_seconds: String(154 * 60),
      travel_seconds: String(153 * 60),
      idle_seconds: String(77 * 60),
      cost: ((154 * 85 + 153 * 41.37 + 77 * 32) / 60).toFixed(2),
    },
    // A class without a rate for travel: as a working hour.
    { equipment_id: roller, working_seconds: '0', travel_seconds: String(77 * 60), cost: '77.00' },
  ]);
  const [spent] =
    await db.sql`select sum(amount) from private.machine_cost(${us.id}, ${us.project})`;
  expect(spent?.['sum']).toBe((Number(rows[0]?.['cost']) + Number(rows[1]?.['cost'])).toFixed(2));
  const [report] =
    await db.sql`select private.field_report_figures(${us.id}, ${us.project}, ${DAY}) -> 'equipment' as machines`;
  expect(report?.['machines']).toMatchObject([
    { working_seconds: 154 * 60, travel_seconds: 153 * 60, idle_seconds: 77 * 60 },
    { working_seconds: 0, travel_seconds: 77 * 60 },
  ]);
  const [ticket] = await act(
    us.manager,
    (tx) => tx`select ticket_work(${us.project}, ${DAY}) as work`,
  );
  expect(ticket?.['work'].machines).toMatchObject([{ equipment_id: digger, seconds: 154 * 60 }]);
  await remove(id);
});

test('who had the machine all along doubles a share of a split, and no split doubles anybody', async () => {
  const ids = [
    await entry('07:00', '15:00'),
    await entry('07:00', '15:00', us.colleague),
    await entry('07:00', '15:00', us.foreman),
  ];
  await db.sql`update time_entries set equipment_id = ${digger} where id = ${ids[0] as string}`;
  await split(ids[1] as string, [part(digger, 25), part(roller, 75)]);
  await split(ids[2] as string, [part(truck, 50), part(roller, 50)]);
  const rows =
    await db.sql`select equipment_id, sum(working_seconds)::int as working, sum(overlap_seconds)::int as doubled
    from private.machine_pieces(${us.id}, ${DAY}, ${DAY}, null) group by 1`;
  expect(
    Object.fromEntries(
      rows.map((row) => [row['equipment_id'], [row['working'] / 3600, row['doubled'] / 3600]]),
    ),
  ).toEqual({
    [digger]: [8, 2],
    [roller]: [10, 0],
    [truck]: [4, 0],
  });
  await remove(...ids);
});

test('300 random splits, some over midnight: the parts are the day to the minute', async () => {
  const me = await hire(db.sql, us.owner, 'employee');
  const rows = await db.sql`
    with days as (select n, '2026-01-01 05:00Z'::timestamptz + n * interval '1 day' + random() * interval '14 hours' as starts from generate_series(1, 300) n),
    made as (insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, source, machines)
      select ${us.id}, ${me.employeeId}, d.starts, d.starts + interval '1 minute' + random() * interval '9 hours', ${us.project}, 'import',
        jsonb_build_array(jsonb_build_object('equipment_id', ${digger}::uuid, 'share', s.one), jsonb_build_object('equipment_id', ${roller}::uuid, 'kind', 'standby', 'share', s.two),
          jsonb_build_object('share', 100 - s.one - s.two))
      from days d cross join lateral (select (1 + floor(random() * 5000))::numeric / 100 as one, (1 + floor(random() * 4900) + d.n * 0)::numeric / 100 as two) s
      returning id, clock_in, clock_out, machines)
    select * from made`;
  const pieces =
    await db.sql`select entry_id, work_date::text as day, sum(seconds)::int as seconds, array_agg(seconds) as parts, sum(entries)::int as entries
    from private.work_pieces where employee_id = ${me.employeeId} group by 1, 2`;
  for (const row of rows) {
    const minute = (moment: Date) => Math.floor(moment.getTime() / 60_000);
    const whole = (minute(row['clock_out']) - minute(row['clock_in'])) * 60;
    const own = pieces.filter((piece) => piece['entry_id'] === row['id']);
    expect(own.reduce((sum, piece) => sum + piece['seconds'], 0)).toBe(whole);
    expect(own.reduce((sum, piece) => sum + piece['entries'], 0)).toBe(1);
    for (const piece of own) {
      const shares = (row['machines'] as { share: number }[]).map(({ share }) => share);
      for (const [index, seconds] of (piece['parts'] as number[]).entries()) {
        expect(seconds % 60).toBe(0);
        expect(
          Math.abs(seconds - (piece['seconds'] * (shares[index] as number)) / 100),
        ).toBeLessThanOrEqual(60);
      }
    }
  }
  expect(await differences()).toEqual([]);
  await db.sql`delete from time_entries where employee_id = ${me.employeeId}`;
});

test('rights are those of the entry: own, managers, the foreman; nobody else, and nothing moves', async () => {
  const id = await entry();
  await split(id, [part(digger, 60), part(roller, 40)]);
  const before = await stored(id);
  for (const who of [us.colleague, us.foreman, them.owner, us.deactivated]) {
    expect(await split(id, [part(truck, 100, 'travel')], who)).toEqual([]);
  }
  await expect(
    act('anon' as never, (tx) => tx`update time_entries set machines = null where id = ${id}`),
  ).rejects.toMatchObject({ code: '42501' });
  expect(await stored(id)).toEqual(before);
  expect(await split(id, [part(truck, 100, 'travel')], us.employee)).toHaveLength(1);

  await db.sql`update companies set own_time_edit = 'not_allowed' where id = ${us.id}`;
  await expect(split(id, [part(digger, 100, 'standby')], us.employee)).rejects.toMatchObject({
    hint: 'own_time_edit_refused',
  });
  await db.sql`update companies set own_time_edit = 'allowed' where id = ${us.id}`;
  await db.sql`insert into approvals (company_id, employee_id, work_date, approved_by)
    values (${us.id}, ${us.employee.employeeId}, ${DAY}, ${us.manager.employeeId})`;
  await expect(split(id, [part(digger, 100, 'standby')])).rejects.toMatchObject({
    hint: expect.stringMatching(/approved|frozen/),
  });
  expect(await stored(id)).toMatchObject({ machines: [part(truck, 100, 'travel')] });
  await db.sql`delete from approvals where company_id = ${us.id}`;
  await remove(id);
});

test('save_time_entry: null leaves the parts, [] ends them, and what somebody else split meanwhile is not overwritten', async () => {
  const id = await entry();
  const read = async () => {
    const [row] = await db.sql`select * from time_entries where id = ${id}`;
    return {
      equipment_id: row?.['equipment_id'],
      machines: row?.['machines'],
      notes: row?.['notes'],
    };
  };
  const save = (notes: string, machines: Parts | null, basedOn: object | null) =>
    act(
      us.manager,
      (
        tx,
      ) => tx`select save_time_entry(${id}, ${us.employee.employeeId}, ${at('07:00')}, ${at('15:00')}, ${us.project},
      notes_param => ${notes}, equipment_id_param => ${digger}, reason_param => 'Because', based_on_param => ${basedOn ? tx.json(basedOn as never) : null},
      machines_param => ${machines ? tx.json(machines as never) : null})`,
    );
  const empty = await read();
  await save('one', [part(digger, 50), part(roller, 50)], empty);
  const seen = await read();
  expect(seen.machines).toHaveLength(2);
  await save('two', null, null);
  expect(await read()).toEqual({ ...seen, notes: 'two' });
  // Who saw no split and changes only the words leaves it; who splits as well is told.
  await expect(save('three', [part(truck, 100, 'travel')], empty)).rejects.toMatchObject({
    hint: 'changed_meanwhile',
  });
  await save('three', [], await read());
  expect(await read()).toEqual({ equipment_id: digger, machines: null, notes: 'three' });
  await remove(id);
});

test('what is run is said with the clock by everyone; an hour later it is an edit', async () => {
  const me = await hire(db.sql, us.owner, 'employee');
  await db.sql`update employees set own_time_edit = 'not_allowed' where id = ${me.employeeId}`;
  const [started] = await act(me, (tx) => tx`select * from clock_in(${us.project})`);
  const id = started?.['id'];
  const say = (parts: Parts, who: Person = me) =>
    act(who, (tx) => tx`select set_entry_machines(${id}, ${tx.json(parts as never)})`);
  await expect(say([part(digger, 60), part(roller, 30)])).rejects.toMatchObject({
    hint: 'machines_not_whole',
  });
  await say([part(digger, 60), part(roller, 40)]);
  await act(me, (tx) => tx`select clock_out(${id})`);
  await say([part(roller, 10), part(digger, 90, 'standby')]);
  for (const who of [us.colleague, us.manager, them.owner]) {
    await expect(say([], who)).rejects.toMatchObject({ hint: 'entry_gone' });
  }
  await expect(say([], us.deactivated)).rejects.toMatchObject({ code: '42501' });
  expect(await stored(id)).toEqual({
    equipment_id: roller,
    machines: [part(roller, 10), part(digger, 90, 'standby')],
  });
  await say([]);
  expect(await stored(id)).toEqual({ equipment_id: null, machines: null });
  await db.sql`update time_entries set clock_in = ${hoursAgo(6)}, clock_out = ${hoursAgo(2)} where id = ${id}`;
  await expect(say([part(digger, 100)])).rejects.toMatchObject({ hint: 'own_time_edit_refused' });
  expect(await stored(id)).toEqual({ equipment_id: null, machines: null });
  await remove(id);
});

test('without a signal: what was run arrives after the punches, once; shares that cannot be wait for a person', async () => {
  const good = [part(digger, 75), part(roller, 25, 'standby')];
  for (const [parts, result, expected] of [
    [good, 'applied', good],
    [[part(digger, 75), part(roller, 20)], 'held', null],
    [[part(theirs, 100, 'travel')], 'held', null],
  ] as const) {
    const me = await hire(db.sql, us.owner, 'employee');
    await knowDevices(db.sql, me, 'phone');
    const id = randomUUID();
    const event = (kind: string, sequence: number, hours: number, payload: object) => ({
      id: randomUUID(),
      device_id: 'phone',
      sequence,
      kind,
      happened_at: hoursAgo(hours).toISOString(),
      offset_ms: 0,
      payload: { entry_id: id, ...payload },
    });
    const events = [
      event('clock_in', 1, 6, { project_id: us.project, equipment_id: truck }),
      event('clock_out', 2, 2, {}),
      event('entry', 3, 1.9, { machines: parts }),
    ];
    const send = () =>
      act(me, (tx) => tx`select result from sync_events(${tx.json(events as never)})`);
    const results = (await send()).map((row) => row['result']);
    expect(results).toEqual(['applied', 'applied', result]);
    expect((await send()).map((row) => row['result'])).toEqual([
      'repeated',
      'repeated',
      result === 'held' ? 'held' : 'repeated',
    ]);
    expect(await stored(id)).toMatchObject({
      machines: expected,
      equipment_id: expected ? digger : truck,
    });
    await remove(id);
  }
  expect(await differences()).toEqual([]);
});

test('without a signal: time typed by hand brings its machines', async () => {
  const me = await hire(db.sql, us.owner, 'employee');
  await knowDevices(db.sql, me, 'phone');
  const id = randomUUID();
  const send = (machines: Parts) => {
    const event = {
      id: randomUUID(),
      device_id: 'phone',
      sequence: Date.now(),
      kind: 'entry',
      happened_at: new Date().toISOString(),
      offset_ms: 0,
      payload: {
        entry_id: id,
        clock_in: hoursAgo(5).toISOString(),
        clock_out: hoursAgo(1).toISOString(),
        project_id: us.project,
        machines,
      },
    };
    return act(me, (tx) => tx`select result from sync_events(${tx.json([event] as never)})`);
  };
  expect(await send([part(digger, 75), part(null, 25)])).toEqual([{ result: 'applied' }]);
  expect(await stored(id)).toEqual({
    equipment_id: digger,
    machines: [part(digger, 75), part(null, 25)],
  });
  await remove(id);
});

test('a machine in a split is found, merged and not deleted', async () => {
  const id = await entry();
  await split(id, [part(roller, 50), part(truck, 20), part(digger, 30)]);
  await expect(
    act(us.manager, (tx) => tx`delete from equipment where id = ${truck}`),
  ).rejects.toMatchObject({ constraint: 'time_entries_equipment' });
  const [page] = await act(
    us.manager,
    (tx) =>
      tx`select list_time_entries(${at('00:00')}, ${at('23:00')}, equipment_id_param => ${truck}, group_by_param => 'equipment') as list`,
  );
  expect(page?.['list']).toMatchObject({
    entries: [{ id, machines: [{}, {}, {}] }],
    summary: { groups: [{ key: 'several', minutes: 480 }] },
  });
  const [spare] = await act(
    us.manager,
    (tx) => tx`insert into equipment (name) values ('Spare') returning id`,
  );
  const [preview] = await act(
    us.manager,
    (tx) => tx`select * from merge_preview('equipment', ${truck}, ${spare?.['id']})`,
  );
  expect(preview).toMatchObject({ entries_move: '1' });
  const [merged] = await act(
    us.manager,
    (tx) => tx`select merge_rows('equipment', ${truck}, ${roller}) as moved`,
  );
  expect(merged).toEqual({ moved: '1' });
  expect(await stored(id)).toEqual({
    equipment_id: roller,
    machines: [part(roller, 70), part(digger, 30)],
  });
  expect(await differences()).toEqual([]);
  await remove(id);
});

test('a file brings machines with their shares by name, an export by id; what cannot be is said of its row', async () => {
  const person = await hire(db.sql, us.owner, 'employee');
  const row = (day: number, machines: string, more: object = {}) => ({
    employee_id: person.employeeId,
    project_id: us.project,
    clock_in: `2026-04-0${day}T07:00:00-04:00`,
    clock_out: `2026-04-0${day}T15:00:00-04:00`,
    machines,
    ...more,
  });
  const bring = (rows: object[]) =>
    act(
      us.manager,
      (tx) => tx`select result, message from import_rows('time_entries', ${tx.json(rows)}, false)`,
    );
  const of = async (day: number) =>
    (
      await db.sql`select equipment_id, machines from time_entries
        where employee_id = ${person.employeeId} and work_date = ${`2026-04-0${day}`}`
    )[0];
  expect(
    await bring([
      row(1, 'Digger 60 %; roller 27,5% espera; 12.5 %'),
      row(2, JSON.stringify([part(roller, 50, 'travel'), part(digger, 50)])),
      row(3, 'Digger 100%'),
      row(6, '', { equipment: 'Digger' }),
    ]),
  ).toEqual(Array.from({ length: 4 }, () => ({ result: 'new', message: null })));
  expect(await of(1)).toEqual({
    equipment_id: digger,
    machines: [part(digger, 60), part(roller, 27.5, 'standby'), part(null, 12.5)],
  });
  expect(await of(2)).toMatchObject({ machines: [part(roller, 50, 'travel'), part(digger, 50)] });
  expect(await of(3)).toEqual({ equipment_id: digger, machines: null });
  expect(await of(6)).toEqual({ equipment_id: digger, machines: null });
  // The same file again changes nothing; another split is a change; without the cell it stays.
  expect(
    await bring([
      row(1, 'Digger 60 %; roller 27,5% espera; 12.5 %'),
      row(2, ''),
      row(3, 'Digger 100%'),
    ]),
  ).toEqual(Array.from({ length: 3 }, () => ({ result: 'same', message: null })));
  expect(await bring([row(1, 'Digger 40 %; Roller 60 %')])).toMatchObject([{ result: 'changed' }]);
  expect(await of(1)).toMatchObject({ machines: [part(digger, 40), part(roller, 60)] });
  const refused = [
    'Digger 60 %',
    'Digger 60 %; Digger 40 %',
    'Digger',
    'Digger 50 % parked; Roller 50 %',
  ];
  expect(
    (
      await act(
        us.manager,
        (tx) => tx`select result, message
        from import_rows('time_entries', ${tx.json([...refused, 'Crane 50 %; Roller 50 %', `[{"equipment_id":"${theirs}","share":100}]`, '[no'].map((word) => row(7, word)))}, true)`,
      )
    ).map(({ message }) => message),
  ).toEqual([
    'machines_not_whole',
    'machine_named_twice',
    'machines_unreadable',
    'machines_unreadable',
    'import_equipment_unknown',
    'import_equipment_unknown',
    'machines_unreadable',
  ]);
  expect(await of(7)).toBeUndefined();
  const [page] = await act(
    us.owner,
    (tx) => tx`select e.row_values ->> 'machines' as machines from export_rows('time_entries') e
      where e.row_values ->> 'employee_id' = ${person.employeeId} and e.row_values ->> 'clock_in' like '2026-04-02%'`,
  );
  expect(JSON.parse(page?.['machines'] as string)).toEqual([
    part(roller, 50, 'travel'),
    part(digger, 50),
  ]);
  expect(await differences()).toEqual([]);
  await db.sql`delete from time_entries where employee_id = ${person.employeeId}`;
});
