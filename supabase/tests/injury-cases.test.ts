import { beforeEach, expect, test } from 'vitest';
import { addTime, as, type Company, makeCompany, openDatabase, type Person } from './world.ts';

const db = await openDatabase();
let us: Company;
let place: string;
beforeEach(async () => {
  us = await makeCompany(db.sql);
  const [made] = await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into osha_establishments (name, street, city, state, zip, naics_code)
      values ('Yard', '12 Mill St', 'Denver', 'CO', '80202', '236220') returning id`,
  );
  place = made?.['id'];
});

type Span = [kind: 'away' | 'restricted', from: string, to: string | null];
type Facts = Readonly<Record<string, unknown>>;

async function addCase(happenedOn: string, spans: Span[] = [], facts: Facts = {}): Promise<string> {
  return as(db.sql, us.owner, async (tx) => {
    const row = { establishment_id: place, employee_id: us.employee.employeeId, ...facts };
    const [made] =
      await tx`insert into injury_cases ${tx({ ...row, happened_on: happenedOn })} returning id`;
    for (const [kind, from, to] of spans)
      await tx`insert into injury_case_days ${tx({ case_id: made?.['id'], kind, from_date: from, to_date: to })}`;
    return made?.['id'];
  });
}

const log = async (year: number, who: Person = us.owner) =>
  (await as(db.sql, who, (tx) => tx`select osha_log(${place}, ${year}) as found`))[0]?.['found'];
const line = async (year: number) => {
  const [{ outcome, away, restricted }] = await log(year);
  return [outcome, away, restricted];
};
const summary = async (
  year: number,
  employees: number | null = null,
  hours: number | null = null,
) =>
  (
    await as(
      db.sql,
      us.owner,
      (tx) => tx`select osha_summary(${place}, ${year}, ${employees}, ${hours}) as found`,
    )
  )[0]?.['found'];

test('F-0: a week at home and ten days of light work are column H with 7 and 10', async () => {
  await addCase('2026-03-02', [
    ['away', '2026-03-02', '2026-03-09'],
    ['restricted', '2026-03-10', '2026-03-19'],
  ]);
  expect(await line(2026)).toEqual(['away', 7, 10]);
});

test.each<[string, string, Span[], Facts, [string, number, number]]>([
  [
    '150 days away and 60 restricted stop at 180',
    '2025-01-01',
    [
      ['away', '2025-01-02', '2025-05-31'],
      ['restricted', '2025-06-01', '2025-07-30'],
    ],
    {},
    ['away', 150, 30],
  ],
  [
    'restricted first: the order of time decides what the cap cuts',
    '2025-01-01',
    [
      ['restricted', '2025-01-02', '2025-05-31'],
      ['away', '2025-06-01', '2025-07-30'],
    ],
    {},
    ['away', 30, 150],
  ],
  [
    'days over a year’s end belong to the year of the injury',
    '2024-12-20',
    [['away', '2024-12-21', '2025-01-10']],
    {},
    ['away', 21, 0],
  ],
  ['a leap day counts', '2024-02-27', [['away', '2024-02-28', '2024-03-01']], {}, ['away', 3, 0]],
  [
    'a restriction on the day of the injury alone is none',
    '2026-03-02',
    [['restricted', '2026-03-02', '2026-03-02']],
    {},
    ['other', 0, 0],
  ],
  [
    'away on the day of the injury alone is none',
    '2026-03-02',
    [['away', '2026-03-02', '2026-03-02']],
    {},
    ['other', 0, 0],
  ],
  [
    'only restricted is column I',
    '2026-03-02',
    [['restricted', '2026-03-05', '2026-03-06']],
    {},
    ['restricted', 0, 2],
  ],
  [
    'days stop when the person leaves for another reason',
    '2026-03-02',
    [['away', '2026-03-03', null]],
    { stopped_on: '2026-03-12' },
    ['away', 10, 0],
  ],
  [
    'an open end stops at 180 days',
    '2020-03-02',
    [['away', '2020-03-03', null]],
    {},
    ['away', 180, 0],
  ],
  [
    'a death is column G, whatever came before',
    '2026-03-02',
    [['away', '2026-03-03', null]],
    { died_on: '2026-03-06' },
    ['death', 3, 0],
  ],
  [
    'weekends and holidays count',
    '2025-12-19',
    [['away', '2025-12-20', '2025-12-28']],
    {},
    ['away', 9, 0],
  ],
])('%s', async (_, happenedOn, spans, facts, expected) => {
  await addCase(happenedOn, spans, facts);
  expect(await line(Number(happenedOn.slice(0, 4)))).toEqual(expected);
});

test('rates of F.3: 5.07, 3.38 and 1.69; average employees are rounded up', async () => {
  await addCase('2025-03-02', [['away', '2025-03-03', '2025-03-04']]);
  await addCase('2025-04-02', [['restricted', '2025-04-03', '2025-04-04']], { illness: 2 });
  await addCase('2025-05-02');
  expect(await summary(2025, 42, 118_240)).toMatchObject({
    cases: 3,
    deaths: 0,
    away_cases: 1,
    restricted_cases: 1,
    other_cases: 1,
    away_days: 2,
    restricted_days: 2,
    kinds: [2, 1, 0, 0, 0, 0],
    hours: 118_240,
    rates: { recordable: '5.07', dart: '3.38', lost_time: '1.69' },
  });
  const [average] = await db.sql`select private.average_employees(1079, 26) as people`;
  expect(average?.['people']).toBe(42);
});

test('people and hours come from the time of the company, each site with its own log', async () => {
  for (const day of ['2025-06-02', '2025-06-03'])
    for (const who of [us.employee, us.colleague])
      await addTime(db.sql, who, new Date(`${day}T14:00:00Z`), new Date(`${day}T22:00:00Z`));
  expect(await summary(2025)).toMatchObject({ counted_hours: 32, hours: 32 });
  const [site] = await as(
    db.sql,
    us.owner,
    (tx) =>
      tx`insert into osha_establishments (name, project_id) values ('Long site', ${us.project}) returning id`,
  );
  const of = async (id: string) =>
    (await as(db.sql, us.owner, (tx) => tx`select osha_summary(${id}, 2025) as found`))[0]?.[
      'found'
    ].counted_hours;
  const [entry] =
    await db.sql`select project_id from time_entries where company_id = ${us.id} limit 1`;
  const onSite = entry?.['project_id'] === us.project;
  expect([await of(place), await of(site?.['id'])]).toEqual(onSite ? [0, 32] : [32, 0]);
});

test('a case that was two gets a second number, one that was none stays struck out', async () => {
  const first = await addCase('2025-03-02', [['away', '2025-03-03', '2025-03-04']], {
    description: 'Cut, left hand',
  });
  const [second] = await as(
    db.sql,
    us.owner,
    (tx) => tx`select * from split_injury_case(${first})`,
  );
  expect(second).toMatchObject({ number: 2, year: 2025, description: 'Cut, left hand' });
  await as(db.sql, us.owner, (tx) => tx`select void_injury_case(${first}, 'First aid only')`);
  expect((await log(2025)).map((row: Facts) => [row['number'], row['voided']])).toEqual([
    [1, true],
    [2, false],
  ]);
  expect(await summary(2025)).toMatchObject({ cases: 1, away_days: 0 });
  await expect(
    as(db.sql, us.owner, (tx) => tx`update injury_cases set place = 'x' where id = ${first}`),
  ).rejects.toMatchObject({ hint: 'case_voided' });
  await as(db.sql, us.owner, (tx) => tx`select void_injury_case(${first}, null)`);
  expect(await summary(2025)).toMatchObject({ cases: 2, away_days: 2 });
  await addCase('2025-07-01');
  expect((await log(2025)).length).toBe(3);
});

test('another year gives another number; numbers are never given twice', async () => {
  const moved = await addCase('2025-03-02');
  await addCase('2025-03-05');
  await as(
    db.sql,
    us.owner,
    (tx) => tx`update injury_cases set happened_on = '2024-12-31' where id = ${moved}`,
  );
  const last = await addCase('2025-03-07');
  expect((await log(2024)).map((row: Facts) => row['number'])).toEqual([1]);
  expect((await log(2025)).map((row: Facts) => row['number'])).toEqual([2, 3]);
  await as(
    db.sql,
    us.owner,
    (tx) => tx`update injury_cases set happened_on = '2024-12-30' where id = ${last}`,
  );
  await addCase('2025-03-08');
  expect((await log(2024)).map((row: Facts) => row['number'])).toEqual([1, 2]);
  expect((await log(2025)).map((row: Facts) => row['number'])).toEqual([2, 4]);
});

test('a privacy concern case has no name in the log', async () => {
  await addCase('2025-03-02', [], { private_name: true });
  expect((await log(2025))[0].name).toBeNull();
});

test('wrong days and dates are refused and change nothing', async () => {
  const id = await addCase('2025-03-02', [['away', '2025-03-03', '2025-03-09']]);
  const tries: [string, Facts][] = [
    [
      'injury_case_days_no_overlap',
      { kind: 'restricted', from_date: '2025-03-09', to_date: '2025-03-12' },
    ],
    [
      'injury_case_days_start_before_end',
      { kind: 'away', from_date: '2025-04-09', to_date: '2025-04-01' },
    ],
    ['injury_case_days_kind_known', { kind: 'sick', from_date: '2025-04-09', to_date: null }],
  ];
  for (const [constraint, row] of tries)
    await expect(
      as(db.sql, us.owner, (tx) => tx`insert into injury_case_days ${tx({ case_id: id, ...row })}`),
    ).rejects.toMatchObject({ constraint: constraint });
  await expect(addCase('2999-01-01')).rejects.toMatchObject({ hint: 'case_in_future' });
  await expect(addCase('2025-03-02', [], { died_on: '2025-03-01' })).rejects.toMatchObject({
    constraint: 'injury_cases_death_after',
  });
  const [incident] = await db.sql`insert into incidents (company_id, employee_id)
    values (${us.id}, ${us.colleague.employeeId}) returning id`;
  await expect(addCase('2025-03-02', [], { incident_id: incident?.['id'] })).rejects.toMatchObject({
    hint: 'case_of_another',
  });
  expect(await line(2025)).toEqual(['away', 7, 0]);
});

test('a summary is certified by an owner, complete, and stays', async () => {
  await addCase('2025-03-02');
  const certify = (who: Person, name: string, people: number | null = 12) =>
    as(
      db.sql,
      who,
      (tx) =>
        tx`select * from certify_osha_summary(${place}, 2025, ${name}, 'Owner', '555-0100', ${people}, 24000)`,
    );
  await expect(certify(us.owner, ' ')).rejects.toMatchObject({ hint: 'certifier_required' });
  await expect(certify(us.owner, 'Ann Lee', 0)).rejects.toMatchObject({
    hint: 'osha_figures_wrong',
  });
  await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into safety_officers (employee_id) values (${us.manager.employeeId})`,
  );
  await expect(certify(us.manager, 'Ann Lee')).rejects.toMatchObject({ hint: 'owners_only' });
  expect((await certify(us.owner, 'Ann Lee'))[0]).toMatchObject({ revision: 1 });
  await addCase('2025-04-02');
  const [second] = await certify(us.owner, 'Ann Lee');
  expect(second).toMatchObject({ revision: 2 });
  const stored = await db.sql`select revision, content -> 'cases' as cases from osha_summaries
    where company_id = ${us.id} order by revision`;
  expect(stored.map((row) => [row['revision'], row['cases']])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  await expect(
    db.sql`update osha_summaries set certified_name = 'X' where company_id = ${us.id}`,
  ).rejects.toThrow();
});

test('managers, foremen, colleagues and leavers read nothing; whom an owner named reads all until it ends', async () => {
  const id = await addCase('2025-03-02', [['away', '2025-03-03', '2025-03-04']], {
    description: 'Back strain',
  });
  const seen = async (who: Person) => {
    const found = await as(db.sql, who, async (tx) => [
      ...(await tx`select id from injury_cases`),
      ...(await tx`select id from injury_case_days`),
    ]);
    return found.length;
  };
  const others = [us.manager, us.foreman, us.colleague, us.deactivated];
  for (const who of others) {
    expect(await seen(who)).toBe(0);
    await expect(log(2025, who)).rejects.toMatchObject({ code: '42501' });
    await as(db.sql, who, (tx) => tx`update injury_cases set place = 'x' where id = ${id}`);
    await expect(
      as(db.sql, who, (tx) => tx`select void_injury_case(${id}, 'x')`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      as(
        db.sql,
        who,
        (tx) => tx`insert into safety_officers (employee_id) values (${us.manager.employeeId})`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  }
  expect(await seen(us.employee)).toBe(2);
  const name = (who: Person) =>
    as(
      db.sql,
      us.owner,
      (tx) => tx`insert into safety_officers (employee_id) values (${who.employeeId})`,
    );
  await expect(name(us.foreman)).rejects.toMatchObject({ hint: 'officer_not_manager' });
  await name(us.manager);
  expect(await seen(us.manager)).toBe(2);
  expect((await log(2025, us.manager)).length).toBe(1);
  const setRole = (role: string) =>
    db.sql`update employees set role = ${role} where id = ${us.manager.employeeId}`;
  await setRole('foreman');
  expect(await seen(us.manager)).toBe(0);
  await setRole('manager');
  expect(await seen(us.manager)).toBe(2);
  await as(
    db.sql,
    us.owner,
    (tx) => tx`delete from safety_officers where employee_id = ${us.manager.employeeId}`,
  );
  expect(await seen(us.manager)).toBe(0);
  const [kept] = await db.sql`select place, voided_at from injury_cases where id = ${id}`;
  expect(kept).toEqual({ place: '', voided_at: null });
});

test('the history says that a case changed and nothing of what it says', async () => {
  const id = await addCase('2025-03-02', [], { description: 'Secret sickness', place: 'Roof' });
  await as(
    db.sql,
    us.owner,
    (tx) => tx`update injury_cases set injury = 'Secret sickness of the skin' where id = ${id}`,
  );
  const events = await db.sql`select action, employee_id, before, after from audit_events
    where company_id = ${us.id} and entity = 'injury_cases' order by sequence`;
  expect(events.map((event) => event['action'])).toEqual(['created', 'updated']);
  expect(JSON.stringify(events)).not.toMatch(/Secret|Roof/);
  expect(JSON.stringify(events)).not.toContain(us.employee.employeeId);
  expect(events[1]?.['before'].content_hash).not.toBe(events[1]?.['after'].content_hash);
});

test('managers read no history of a case, owners nothing of its days in it; its hash changes with them', async () => {
  const id = await addCase('2025-03-02');
  const hash = async () =>
    (await db.sql`select content_hash from injury_cases where id = ${id}`)[0]?.['content_hash'];
  const hashes = [await hash()];
  const [span] = await as(
    db.sql,
    us.owner,
    (tx) => tx`insert into injury_case_days (case_id, kind, from_date, to_date)
      values (${id}, 'away', '2025-03-03', '2025-03-09') returning id`,
  );
  hashes.push(await hash());
  await as(
    db.sql,
    us.owner,
    (tx) => tx`update injury_case_days set to_date = '2025-03-12' where id = ${span?.['id']}`,
  );
  hashes.push(await hash());
  const events = (who: typeof us.owner) =>
    as(
      db.sql,
      who,
      (tx) => tx`select action, before, after from audit_events
      where entity in ('injury_cases', 'injury_case_days') order by sequence`,
    );
  expect(await events(us.manager)).toEqual([]);
  const read = await events(us.owner);
  expect(read.length).toBeGreaterThan(2);
  expect(JSON.stringify(read)).not.toMatch(/away|2025-03-03|2025-03-09|2025-03-12/);
  await as(db.sql, us.owner, (tx) => tx`delete from injury_case_days where id = ${span?.['id']}`);
  expect(new Set(hashes).size).toBe(3);
  expect(await hash()).toBe(hashes[0]);
});

test('days of a case that was struck out stay', async () => {
  const id = await addCase('2025-03-02', [['away', '2025-03-03', '2025-03-04']]);
  await as(db.sql, us.owner, (tx) => tx`select void_injury_case(${id}, 'First aid only')`);
  await expect(
    as(db.sql, us.owner, (tx) => tx`delete from injury_case_days where case_id = ${id}`),
  ).rejects.toMatchObject({ hint: 'case_voided' });
  expect((await db.sql`select id from injury_case_days where case_id = ${id}`).length).toBe(1);
});
