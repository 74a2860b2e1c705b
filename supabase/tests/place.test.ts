import { describe, expect, test } from 'vitest';
import { pairedTablet } from './kiosk-stage.ts';
import { knowDevices } from './offline-stage.ts';
import { as, hire, openCompanies, type Person, signUp } from './world.ts';

const { db, us, them } = await openCompanies();

type Ring = [longitude: number, latitude: number][];
interface Fence {
  circle?: [latitude: number, longitude: number, radius: number];
  polygon?: Ring[];
}

const box = (south: number, west: number, north: number, east: number): Ring => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
];
const C: Fence = { circle: [39.7392, -104.9903, 100] };
const SQ = box(39.999, -105.001, 40.001, -104.999);
const HOLE = box(39.9997, -105.0003, 40.0003, -104.9997);
const L: Ring = [
  [-105.001, 39.999],
  [-104.999, 39.999],
  [-104.999, 40],
  [-105, 40],
  [-105, 40.001],
  [-105.001, 40.001],
];
const AM = box(51.999, 179.999, 52.001, -179.999);

async function newProject(...fences: Fence[]): Promise<string> {
  return as(db.sql, us.manager, async (tx) => {
    const [project] = await tx`insert into projects (name) values ('Fenced') returning id`;
    const id = project?.['id'] as string;
    for (const { circle, polygon } of fences) {
      if (circle)
        await tx`insert into geofences (project_id, latitude, longitude, radius_m) values (${id}, ${circle[0]}, ${circle[1]}, ${circle[2]})`;
      else
        await tx`insert into geofences (project_id, shape, polygon) values (${id}, 'polygon', ${tx.json(polygon ?? null)})`;
    }
    return id;
  });
}

const at = (latitude: number, longitude: number, accuracy_m = 10, fix_age_s = 2) => ({
  latitude,
  longitude,
  accuracy_m,
  fix_age_s,
});

async function clockIn(who: Person, project: string, location: unknown): Promise<string> {
  const [entry] = await as(
    db.sql,
    who,
    (tx) =>
      tx`select * from clock_in(project_id_param => ${project}, location_param => ${tx.json(location as never)})`,
  );
  return entry?.['id'];
}

const placesOf = (who: Person) =>
  as(db.sql, who, (tx) => tx`select * from punch_locations order by punched_at, moment`);

/** Clocks someone new in at the place and reads back what was kept. */
async function punch(project: string, location: unknown) {
  const worker = await hire(db.sql, us.owner, 'employee');
  await clockIn(worker, project, location);
  const [row] = await placesOf(worker);
  return row;
}

const VECTORS: [string, Fence[], ReturnType<typeof at>, number, boolean | null][] = [
  ['GF-1', [C], at(39.7392, -104.9903, 8), -100, true],
  ['GF-2', [C], at(39.74, -104.9903, 8), -11, true],
  ['GF-3', [C], at(39.74, -104.9903, 15), -11, null],
  ['GF-4', [C], at(39.7392, -104.989, 30), 11.2, null],
  ['GF-5', [C], at(39.7392, -104.989, 5), 11.2, false],
  ['GF-6', [{ circle: [51.88, 179.999, 200] }], at(51.88, -179.999), -62.7, true],
  ['GF-7', [{ circle: [89.999, 0, 250] }], at(89.999, 180), -27.6, true],
  ['GF-8', [{ polygon: [SQ] }], at(40, -104.9995), -42.6, true],
  ['GF-9', [{ polygon: [SQ, HOLE] }], at(40, -105), 25.6, false],
  ['GF-10', [{ polygon: [L] }], at(40.0005, -104.9995), 42.6, false],
  ['GF-11', [{ polygon: [AM] }], at(52, 179.9999), -61.6, true],
  ['GF-12', [C], at(39.7392, -104.9903, 8, 121), -100, null],
];

describe('inside or outside', () => {
  test.each(VECTORS)('%s', async (_id, fences, location, edge, inside) => {
    const row = await punch(await newProject(...fences), location);
    expect(Number(row?.['edge_m'])).toBeCloseTo(edge, 1);
    expect(row?.['inside']).toBe(inside);
  });

  test('a ring around the pole, closed and turned around, is the same ground', async () => {
    const ring: Ring = [
      [0, 89.99],
      [90, 89.99],
      [180, 89.99],
      [-90, 89.99],
    ];
    const first = ring[0] as [number, number];
    const closed = await punch(await newProject({ polygon: [[...ring, first]] }), at(90, 45));
    const turned = await punch(
      await newProject({ polygon: [ring.toReversed()] }),
      at(89.9999, -135),
    );
    // A square of 1111.9 m from center to corner: 786.3 m to an edge.
    expect(closed).toMatchObject({ inside: true, edge_m: '-786.3' });
    expect(turned).toMatchObject({ inside: true, edge_m: '-775.1' });
  });

  test('inside one of several fences is inside; outside needs all of them', async () => {
    const two = await newProject(C, { polygon: [SQ] });
    expect((await punch(two, at(40, -105)))?.['inside']).toBe(true);
    expect((await punch(two, at(39.7392, -104.989, 5)))?.['inside']).toBe(false);
    const near = await newProject(C, { circle: [39.7392, -104.9888, 10] });
    expect((await punch(near, at(39.7392, -104.989, 15)))?.['inside']).toBe(null);
  });

  test('without a fence or an accuracy nothing is decided', async () => {
    expect(await punch(await newProject(), at(40, -105))).toMatchObject({
      inside: null,
      edge_m: null,
    });
    const { accuracy_m: _, ...vague } = at(39.7392, -104.9903);
    expect(await punch(await newProject(C), vague)).toMatchObject({
      inside: null,
      accuracy_m: null,
    });
  });

  test('a fence must have a shape that holds', async () => {
    const project = await newProject();
    const add = (polygon: unknown) =>
      as(
        db.sql,
        us.manager,
        (tx) =>
          tx`insert into geofences (project_id, shape, polygon) values (${project}, 'polygon', ${tx.json(polygon as never)})`,
      );
    for (const polygon of [
      null,
      {},
      [],
      [[]],
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
      [
        [
          [1, 2],
          [3, 4],
          ['5', 6],
        ],
      ],
      [
        [
          [1, 2],
          [3, 4],
          [5, 96],
        ],
      ],
    ]) {
      await expect(add(polygon)).rejects.toMatchObject({ constraint: 'geofences_complete' });
    }
    await expect(
      as(
        db.sql,
        us.manager,
        (tx) =>
          tx`insert into geofences (project_id, latitude, longitude, radius_m) values (${project}, 'NaN', 1, 1)`,
      ),
    ).rejects.toMatchObject({ constraint: 'finite_latitude' });
  });
});

describe('the punch', () => {
  test('keeps five decimals, accuracy and age; nonsense is dropped and blocks nothing', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    const entry = await clockIn(worker, us.project, at(42.123456789, -73.5, 12.34, 7.6));
    for (const nonsense of [
      'x',
      3,
      [],
      { latitude: 'north' },
      { latitude: 91, longitude: 0 },
      { latitude: 1e300, longitude: 1 },
    ]) {
      await as(db.sql, worker, (tx) => tx`select clock_out(null, ${tx.json(nonsense as never)})`);
      await as(db.sql, worker, (tx) => tx`select undo_clock_out(${entry})`);
    }
    expect(await placesOf(worker)).toMatchObject([
      {
        moment: 'in',
        latitude: '42.12346',
        longitude: '-73.50000',
        accuracy_m: '12.3',
        fix_age_s: 8,
      },
    ]);
  });

  test('in, switch and out each keep theirs, decided by the project of that entry', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    const here = at(39.7392, -104.9903);
    await clockIn(worker, await newProject(C), here);
    const other = await newProject({ polygon: [SQ] });
    await as(
      db.sql,
      worker,
      (tx) =>
        tx`select switch_project(project_id_param => ${other}, location_param => ${tx.json(here)})`,
    );
    await as(db.sql, worker, (tx) => tx`select clock_out(null, ${tx.json(here)})`);
    const rows = await placesOf(worker);
    expect(rows.map(({ moment, inside }) => `${moment} ${inside}`)).toEqual([
      'in true',
      'out true',
      'switch false',
      'out false',
    ]);
    const [{ id = '' } = {}] =
      await db.sql`select time_entry_id as id from punch_locations where employee_id = ${worker.employeeId} and moment = 'switch'`;
    const history = await as(db.sql, worker, (tx) => tx`select * from time_entry_history(${id})`);
    const noted = history.filter(({ entity }) => entity === 'punch_locations');
    expect(noted.map(({ after }) => after.moment)).toEqual(['switch', 'out']);
    expect(JSON.stringify(noted)).not.toContain('39.73');
  });

  test('a repeated call and an undone stop leave one row each', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    const id = await clockIn(worker, us.project, at(1, 2));
    const again = () =>
      as(
        db.sql,
        worker,
        (tx) =>
          tx`select clock_in(project_id_param => ${us.project}, id_param => ${id}, location_param => ${tx.json(at(5, 6))})`,
      );
    await again();
    await as(db.sql, worker, (tx) => tx`select clock_out(null, ${tx.json(at(3, 4))})`);
    await as(db.sql, worker, (tx) => tx`select undo_clock_out(${id})`);
    expect(await placesOf(worker)).toMatchObject([{ moment: 'in', latitude: '1.00000' }]);
  });

  test('is never changed or added by anyone, only forgotten', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    await clockIn(worker, us.project, at(1, 2));
    const changes = [
      'update punch_locations set inside = true',
      'delete from punch_locations',
      "insert into punch_locations (time_entry_id, employee_id, moment, punched_at) select id, employee_id, 'out', clock_in from time_entries limit 1",
    ];
    const tries = [worker, us.owner, us.manager].flatMap((who) =>
      changes.map((change) => ({ who, change })),
    );
    for (const { who, change } of tries)
      await expect(as(db.sql, who, (tx) => tx.unsafe(change))).rejects.toMatchObject({
        code: '42501',
      });
    for (const change of changes.slice(0, 2))
      await expect(as(db.sql, 'service_role', (tx) => tx.unsafe(change))).rejects.toMatchObject({
        hint: 'append_only',
      });
    await expect(db.sql`update punch_locations set latitude = 5`).rejects.toMatchObject({
      hint: 'append_only',
    });
  });

  test('nothing is kept where the company records no locations', async () => {
    const worker = await hire(db.sql, them.owner, 'employee');
    await as(db.sql, them.owner, (tx) => tx`update companies set capture_location = false`);
    await clockIn(worker, them.project, at(1, 2));
    expect(await placesOf(worker)).toEqual([]);
    await as(db.sql, them.owner, (tx) => tx`update companies set capture_location = true`);
  });
});

describe('a project that asks for a location', () => {
  test('refuses an own start without one, never a stop; a foreman starts it with a reason', async () => {
    const project = await newProject(C);
    await as(
      db.sql,
      us.manager,
      (tx) => tx`update projects set location_required = true where id = ${project}`,
    );
    const worker = await hire(db.sql, us.owner, 'employee');
    for (const member of [worker, us.foreman])
      await as(
        db.sql,
        us.manager,
        (tx) =>
          tx`insert into project_members (project_id, employee_id) values (${project}, ${member.employeeId})`,
      );
    for (const nothing of [null, {}, { latitude: 1 }])
      await expect(clockIn(worker, project, nothing)).rejects.toMatchObject({
        hint: 'location_required',
      });
    const crew = (headers?: Record<string, string>) =>
      as(
        db.sql,
        us.foreman,
        (tx) => tx`select * from crew_clock_in(${[worker.employeeId]}, ${project})`,
        headers,
      );
    await expect(crew()).rejects.toMatchObject({ hint: 'location_reason_required' });
    const [started] = await crew({ 'x-reason': 'Phone%20broken' });
    expect(started).toMatchObject({ result: 'started' });
    const history = await as(
      db.sql,
      worker,
      (tx) => tx`select * from time_entry_history(${started?.['entry_id']})`,
    );
    expect(history[0]).toMatchObject({ action: 'created', reason: 'Phone broken' });
    await as(db.sql, worker, (tx) => tx`select clock_out()`);
    await clockIn(worker, us.project, null);
    await expect(
      as(db.sql, worker, (tx) => tx`select switch_project(${project})`),
    ).rejects.toMatchObject({ hint: 'location_required' });
    await as(
      db.sql,
      worker,
      (tx) =>
        tx`select switch_project(project_id_param => ${project}, location_param => ${tx.json(at(10, 10))})`,
    );
    expect((await placesOf(worker)).at(-1)).toMatchObject({ inside: false });
  });
});

describe('looking', () => {
  const TODAY = `(now() at time zone 'America/New_York')::date`;
  const look = (who: Person | 'anon', employee: string | null, purpose: string | null) =>
    as(
      db.sql,
      who,
      (tx) =>
        tx`select * from punch_locations_for(${employee}, ${tx.unsafe(TODAY)}, ${tx.unsafe(TODAY)}, ${purpose})`,
    );
  const looksAt = (who: Person) => as(db.sql, who, (tx) => tx`select * from my_location_views()`);

  test('managers see everyone, foremen their crew, and each look is there for the person', async () => {
    const project = await newProject();
    const worker = await hire(db.sql, us.owner, 'employee');
    const foreman = await hire(db.sql, us.owner, 'foreman');
    await clockIn(worker, us.project, at(1, 2));
    await expect(look(foreman, worker.employeeId, 'why')).rejects.toMatchObject({
      hint: 'not_your_crew',
    });
    for (const member of [worker, foreman])
      await as(
        db.sql,
        us.manager,
        (tx) =>
          tx`insert into project_members (project_id, employee_id) values (${project}, ${member.employeeId})`,
      );
    expect(await look(foreman, worker.employeeId, ' Check the morning ')).toMatchObject([
      { employee_id: worker.employeeId, latitude: '1.00000', moment: 'in', project_id: us.project },
    ]);
    expect(await look(us.manager, null, 'Map')).toContainEqual(
      expect.objectContaining({ employee_id: worker.employeeId }),
    );
    expect(await looksAt(worker)).toMatchObject([
      { viewer_id: us.manager.employeeId, viewer_role: 'manager', purpose: 'Map' },
      { viewer_id: foreman.employeeId, viewer_role: 'foreman', purpose: 'Check the morning' },
    ]);
  });

  test('the pages of one answer are one look, another reason is another', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    await clockIn(worker, us.project, at(1, 2));
    await look(us.manager, worker.employeeId, 'Map');
    await look(us.manager, worker.employeeId, ' Map');
    await look(us.manager, worker.employeeId, 'Safety');
    expect((await looksAt(worker)).map((view) => view['purpose']).sort()).toEqual([
      'Map',
      'Safety',
    ]);
  });

  test('a look that finds nothing is written down too, an own look is not', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    expect(await look(us.owner, worker.employeeId, 'Payroll')).toEqual([]);
    expect(await look(worker, worker.employeeId, null)).toEqual([]);
    expect(await looksAt(worker)).toMatchObject([{ purpose: 'Payroll' }]);
  });

  test('nobody else looks, and nobody without a purpose', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    await clockIn(worker, us.project, at(1, 2));
    for (const who of [us.colleague, us.deactivated, 'anon'] as const)
      await expect(look(who, worker.employeeId, 'why')).rejects.toMatchObject({ code: '42501' });
    await expect(look(us.colleague, null, 'why')).rejects.toMatchObject({ hint: 'foremen_only' });
    await expect(look(them.owner, worker.employeeId, 'why')).rejects.toMatchObject({
      hint: 'not_found',
    });
    for (const purpose of [null, ' ', 'x'.repeat(201)])
      await expect(look(us.owner, worker.employeeId, purpose)).rejects.toMatchObject({
        hint: 'purpose_required',
      });
    expect(await look(them.owner, null, 'why')).toEqual([]);
    expect(await looksAt(worker)).toEqual([]);
    for (const who of [us.owner, us.colleague, them.owner]) {
      const rows = await as(
        db.sql,
        who,
        (tx) => tx`select * from punch_locations where employee_id = ${worker.employeeId}`,
      );
      expect(rows).toEqual([]);
    }
  });

  test('coordinates are not in the history nor in any other list', async () => {
    const worker = await hire(db.sql, us.owner, 'employee');
    await clockIn(worker, await newProject(C), at(12.34567, 76.54321));
    const [row] =
      await db.sql`select string_agg(to_jsonb(a)::text, '') as text from audit_events a where a.company_id = ${us.id}`;
    expect(row?.['text']).toContain('"inside": false');
    expect(row?.['text']).not.toMatch(/12\.345|76\.543/);
    const off = await as(
      db.sql,
      us.manager,
      (tx) => tx`select * from off_site_punches(${tx.unsafe(TODAY)}, ${tx.unsafe(TODAY)})`,
    );
    expect(off).toContainEqual(
      expect.objectContaining({ employee_id: worker.employeeId, moment: 'in' }),
    );
    expect(JSON.stringify(off)).not.toContain('12.345');
  });
});

test('who is on site: foremen of open projects and managers, with the state of the punch', async () => {
  const project = await newProject(C);
  const worker = await hire(db.sql, us.owner, 'employee');
  const foreman = await hire(db.sql, us.owner, 'foreman');
  await clockIn(worker, project, at(39.7392, -104.9903));
  await as(db.sql, worker, (tx) => tx`select start_break()`);
  const list = (who: Person, id: string | null = project) =>
    as(db.sql, who, (tx) => tx`select * from on_site_now(${id})`);
  for (const who of [us.owner, us.manager, foreman])
    expect(await list(who)).toMatchObject([
      { employee_id: worker.employeeId, status: 'break', inside: true },
    ]);
  expect(await list(us.manager, null)).toContainEqual(
    expect.objectContaining({ employee_id: worker.employeeId }),
  );
  await expect(list(us.colleague)).rejects.toMatchObject({ hint: 'foremen_only' });
  expect(await list(them.owner)).toEqual([]);
  // Whom to call stands there only where the person allows it.
  await as(
    db.sql,
    worker,
    (tx) => tx`insert into emergency_contacts (employee_id, name, phone)
      values (${worker.employeeId}, 'Luz', '555 0100')`,
  );
  expect(await list(foreman)).toMatchObject([{ emergency_name: null, emergency_phone: null }]);
  expect(await as(db.sql, foreman, (tx) => tx`select * from emergency_contacts`)).toEqual([]);
  await as(db.sql, worker, (tx) => tx`update emergency_contacts set on_roll_call = true`);
  expect(await list(foreman)).toMatchObject([
    { emergency_name: 'Luz', emergency_phone: '555 0100' },
  ]);
  await as(db.sql, us.colleague, (tx) => tx`delete from emergency_contacts`);
  await as(db.sql, them.owner, (tx) => tx`delete from emergency_contacts`);
  expect(await list(us.manager)).toMatchObject([{ emergency_name: 'Luz' }]);
  await as(
    db.sql,
    us.manager,
    (tx) =>
      tx`insert into project_members (project_id, employee_id) values (${project}, ${worker.employeeId})`,
  );
  expect(await list(foreman)).toEqual([]);
});

test('coordinates go after the days the owner set; inside or outside stays', async () => {
  const worker = await hire(db.sql, us.owner, 'employee');
  await clockIn(worker, await newProject(C), at(39.7392, -104.9903));
  const forget = (days: number) =>
    db.sql`select private.forget_locations(now() + make_interval(days => ${days}))`;
  await forget(89);
  expect(await placesOf(worker)).toMatchObject([{ latitude: '39.73920' }]);
  await expect(
    as(db.sql, us.manager, (tx) => tx`update companies set location_days = 5 returning 1`),
  ).resolves.toEqual([]);
  await as(db.sql, us.owner, (tx) => tx`update companies set location_days = 30`);
  await forget(31);
  expect(await placesOf(worker)).toMatchObject([
    {
      latitude: null,
      longitude: null,
      accuracy_m: null,
      fix_age_s: null,
      edge_m: null,
      inside: true,
    },
  ]);
});

test('a punch without signal brings the position of its moment, and leaves no copy for managers', async () => {
  const project = await newProject(C);
  const worker = await hire(db.sql, us.owner, 'employee');
  const entry = crypto.randomUUID();
  const event = (sequence: number, kind: string, minutes: number, payload: object) => ({
    id: crypto.randomUUID(),
    device_id: crypto.randomUUID(),
    sequence,
    kind,
    happened_at: new Date(Date.now() - minutes * 60_000).toISOString(),
    offset_ms: 0,
    payload,
  });
  const device_id = crypto.randomUUID();
  await knowDevices(db.sql, worker, device_id);
  const events = [
    event(1, 'clock_in', 60, {
      entry_id: entry,
      project_id: project,
      location: at(39.7392, -104.9903),
    }),
    event(2, 'clock_out', 30, { entry_id: entry, location: at(40.7392, -104.9903) }),
  ].map((one) => ({ ...one, device_id }));
  const results = await as(
    db.sql,
    worker,
    (tx) => tx`select * from sync_events(${tx.json(events as never)})`,
  );
  expect(results.map(({ result }) => result)).toEqual(['applied', 'applied']);
  const rows = await placesOf(worker);
  expect(rows.map(({ moment, inside }) => `${moment} ${inside}`)).toEqual(['in true', 'out false']);
  const seen = await as(
    db.sql,
    us.manager,
    (tx) => tx`select payload from synced_events where employee_id = ${worker.employeeId}`,
  );
  expect(seen).toHaveLength(2);
  expect(JSON.stringify(seen)).not.toContain('39.73');
});

test('managers and owners may have addresses looked up, nobody else', async () => {
  const may = async (who: Parameters<typeof as>[1]): Promise<boolean> => {
    const [row] = await as(db.sql, who, (tx) => tx`select may_find_addresses() as yes`);
    return row?.['yes'];
  };
  expect([await may(us.owner), await may(us.manager), await may(them.owner)]).toEqual([
    true,
    true,
    true,
  ]);
  for (const role of ['foreman', 'employee', 'deactivated'] as const) {
    expect(await may(us[role]), role).toBe(false);
  }
  expect(await may(await signUp(db.sql)), 'without a company').toBe(false);
  expect(await may(await pairedTablet(db.sql, us)), 'kiosk').toBe(false);
  expect(await may('anon').catch((error) => error.code)).toBe('42501');
});
