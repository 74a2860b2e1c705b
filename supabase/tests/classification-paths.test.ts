import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { makePublicWork, type PublicWork } from './classification-stage.ts';
import { pairedTablet, workerWithPin } from './kiosk-stage.ts';
import { knowDevices } from './offline-stage.ts';
import { hire, openCompanies, type Person, type Tx } from './world.ts';

const { db, us, them, act } = await openCompanies({ connections: 4 });
let work: PublicWork;
let theirs: PublicWork;
let carpenter: string;
let laborer: string;
let operator: string;

beforeAll(async () => {
  work = await makePublicWork(db.sql, us);
  theirs = await makePublicWork(db.sql, them);
  [carpenter, laborer, operator] = ['CARP', 'LABO', 'OPER'].map(
    (code) => work.modified[code] as string,
  ) as [string, string, string];
});

/** The classes of a person's time in its order, with what still runs. */
async function day(person: Person) {
  const rows =
    await db.sql`select coalesce(k.code, '-') || case when t.clock_out is null then ' runs' else '' end as text
    from time_entries t left join work_classifications k on k.company_id = t.company_id and k.id = t.classification_id
    where t.employee_id = ${person.employeeId} order by t.clock_in`;
  return rows.map((row) => row['text']);
}

const worker = () => hire(db.sql, us.owner, 'employee');

describe('the clock', () => {
  test('starts with a class, and a switch of only the class is a switch', async () => {
    const person = await worker();
    await act(
      person,
      (tx) => tx`select clock_in(${work.project}, classification_id_param => ${carpenter})`,
    );
    await act(
      person,
      (tx) => tx`select switch_project(${work.project}, classification_id_param => ${laborer})`,
    );
    expect(await day(person)).toEqual(['CARP', 'LABO runs']);
    const recent = await act(person, (tx) => tx`select classification_id from recent_work()`);
    expect(recent.map((row) => row['classification_id'])).toEqual([laborer, carpenter]);
    const [gap] =
      await db.sql`select max(clock_in) = min(clock_out) as shared from time_entries where employee_id = ${person.employeeId}`;
    expect(gap).toEqual({ shared: true });
  });

  test.each([
    ['that ended', () => operator],
    ['of another company', () => theirs.modified['CARP'] as string],
    ['of nothing', () => randomUUID()],
  ])('a class %s stops no punch: it is stored without and flagged', async (_, chosen) => {
    const person = await worker();
    await act(
      person,
      (tx) =>
        tx`select clock_in(${work.project}, ${work.mappedCode}, classification_id_param => ${chosen()})`,
    );
    expect(await day(person)).toEqual(['- runs']);
    await act(person, (tx) => tx`select clock_out()`);
    const flags = async () =>
      (
        await db.sql`select kind, severity from private.time_issues(${us.id}, ${person.employeeId}, current_date - 2, current_date + 1)
          where kind = 'no_classification'`
      ).map((row) => ({ ...row }));
    expect(await flags()).toEqual([{ kind: 'no_classification', severity: 'check' }]);
    await act(
      us.manager,
      (tx) =>
        tx`update time_entries set classification_id = ${laborer} where employee_id = ${person.employeeId}`,
    );
    expect(await flags()).toEqual([]);
  });

  test('who started without a class names it from the start, where the rule for own time is strict too', async () => {
    const person = await worker();
    await db.sql`update employees set own_time_edit = 'not_allowed' where id = ${person.employeeId}`;
    const [started] = await act(person, (tx) => tx`select (clock_in(${work.project})).id`);
    const choose = (who: Parameters<typeof act>[0], chosen: string) =>
      act(who, (tx) => tx`select choose_classification(${started?.['id']}, ${chosen})`);
    const tablet = await pairedTablet(db.sql, us);
    for (const who of [
      us.colleague,
      us.manager,
      them.owner,
      us.deactivated,
      tablet,
      'anon',
    ] as const)
      await expect(choose(who, laborer)).rejects.toThrow();
    await expect(choose(person, operator)).rejects.toMatchObject({
      hint: 'classification_not_in_force',
    });
    await expect(choose(person, theirs.modified['CARP'] as string)).rejects.toMatchObject({
      hint: 'classification_not_on_project',
    });
    expect(await day(person)).toEqual(['- runs']);
    await choose(person, laborer);
    // A second answer of the same sheet changes nothing; other work is a switch.
    await choose(person, carpenter);
    expect(await day(person)).toEqual(['LABO runs']);
  });

  test('a foreman starts and switches a crew, others do not', async () => {
    const people = [await worker(), await worker()];
    const [crew] = await act(
      us.manager,
      (tx) =>
        tx`insert into crews (name, foreman_id) values ('Clock crew', ${us.foreman.employeeId}) returning id`,
    );
    await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
      select ${us.id}, ${crew?.['id']}, id, '2026-01-01' from unnest(${people.map((person) => person.employeeId)}::uuid[]) id`;
    const ids = people.map((person) => person.employeeId);
    const start = (who: Person) =>
      act(
        who,
        (tx) =>
          tx`select * from crew_clock_in(${ids}, ${work.project}, classification_id_param => ${carpenter})`,
      );
    for (const who of [us.colleague, them.foreman, us.deactivated]) {
      await expect(start(who)).rejects.toMatchObject({ code: '42501' });
    }
    expect(await day(people[0] as Person)).toEqual([]);
    await start(us.foreman);
    await act(
      us.foreman,
      (tx) =>
        tx`select * from crew_switch(${ids}, ${work.project}, classification_id_param => ${laborer})`,
    );
    expect(await Promise.all(people.map(day))).toEqual(Array(2).fill(['CARP', 'LABO runs']));
    const shown = await act(
      us.foreman,
      (tx) => tx`select classification_id from crew_today() where employee_id = any (${ids})`,
    );
    expect(shown.map((row) => row['classification_id'])).toEqual([laborer, laborer]);
  });

  test('a kiosk shows names without rates and takes a class with the PIN', async () => {
    const tablet = await pairedTablet(db.sql, us);
    const person = await workerWithPin(db.sql, us);
    const punch = (kind: string, pin: string, chosen: string) =>
      act(
        tablet,
        (tx) =>
          tx`select result from kiosk_punch(${person.employeeId}, ${pin}, ${kind}, ${work.project}, classification_id_param => ${chosen})`,
      );
    await punch('clock_in', '9999', carpenter);
    expect(await day(person)).toEqual([]);
    await punch('clock_in', '4711', carpenter);
    await punch('switch', '4711', laborer);
    expect(await day(person)).toEqual(['CARP', 'LABO runs']);
    const [row] = await act(
      tablet,
      (tx) => tx`select kiosk_person(${person.employeeId}, '4711') as shown, kiosk_kit() as kit`,
    );
    const shown = row?.['shown'];
    expect(shown.running).toMatchObject({
      classification_name: 'Laborer',
      classification_name_es: 'Peón',
    });
    expect(shown.recent).toMatchObject([
      { classification_id: laborer },
      { classification_id: carpenter },
    ]);
    expect(shown.classes).toEqual([
      {
        id: carpenter,
        project_id: work.project,
        code: 'CARP',
        name: 'Carpenter',
        name_es: 'Carpintero',
      },
      { id: laborer, project_id: work.project, code: 'LABO', name: 'Laborer', name_es: 'Peón' },
    ]);
    expect(row?.['kit'].classes).toEqual(shown.classes);
    expect(await act(tablet, (tx) => tx`select from work_classifications`)).toEqual([]);
  });
});

describe('while the office changes a determination', () => {
  /** Holds the change open until the story is over. */
  async function during(change: (tx: Tx) => Promise<unknown>, story: () => Promise<void>) {
    await act(us.manager, async (tx) => {
      await change(tx);
      await story();
    });
  }

  test('clocks start and stop without waiting for it', async () => {
    const person = await worker();
    await during(
      (tx) => tx`update work_classifications set base_rate = base_rate + 1 where id = ${carpenter}`,
      async () => {
        await act(
          person,
          (tx) => tx`select clock_in(${work.project}, classification_id_param => ${carpenter})`,
        );
        await act(person, (tx) => tx`select clock_out()`);
      },
    );
    expect(await day(person)).toEqual(['CARP']);
  });

  test('a class that goes away at that moment takes no punch along', async () => {
    const person = await worker();
    const [gone] = await act(
      us.manager,
      (tx) => tx`insert into work_classifications (determination_id, code, name, base_rate)
        select determination_id, 'GONE', 'Gone', 20 from work_classifications where id = ${carpenter} returning id`,
    );
    let started: Promise<unknown> | undefined;
    await during(
      (tx) => tx`delete from work_classifications where id = ${gone?.['id']}`,
      async () => {
        started = act(
          person,
          (tx) => tx`select clock_in(${work.project}, classification_id_param => ${gone?.['id']})`,
        );
        await expect.poll(() => db.sql`select from pg_locks where not granted`).not.toEqual([]);
      },
    );
    await started;
    expect(await day(person)).toEqual(['- runs']);
  });
});

describe('without a signal', () => {
  const send = (who: Person, events: readonly object[]) =>
    act(who, (tx) => tx`select result from sync_events(${tx.json(events as never)})`);
  const event = (sequence: number, kind: string, hours: number, payload: object) => ({
    id: randomUUID(),
    device_id: 'phone',
    sequence,
    kind,
    happened_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
    offset_ms: 0,
    payload: { project_id: work.project, ...payload },
  });

  test('clock-in, a switch of class and an entry arrive with theirs; nonsense is stored without', async () => {
    const person = await worker();
    await knowDevices(db.sql, person, 'phone');
    const events = [
      event(1, 'clock_in', 8, { classification_id: carpenter }),
      event(2, 'switch', 6, { classification_id: laborer }),
      event(3, 'switch', 4, { classification_id: 'no class at all' }),
      event(4, 'switch', 3, { classification_id: operator }),
      event(5, 'clock_out', 2, {}),
      event(6, 'entry', 1, {
        clock_in: new Date(Date.now() - 20 * 3_600_000).toISOString(),
        clock_out: new Date(Date.now() - 19 * 3_600_000).toISOString(),
        classification_id: carpenter,
      }),
    ];
    const results = await send(person, events);
    expect(results.map((row) => row['result'])).toEqual(Array(6).fill('applied'));
    expect(await day(person)).toEqual(['CARP', 'CARP', 'LABO', '-', '-']);
    // The answer was lost: everything again, and nothing happens twice.
    await send(person, events);
    expect(await day(person)).toHaveLength(5);
  });

  test('of somebody who left it is held, and of another company nothing is stored', async () => {
    const leaver = await worker();
    await act(us.owner, (tx) => tx`select deactivate_employee(${leaver.employeeId})`);
    const late = event(1, 'clock_in', 3, { classification_id: carpenter });
    expect(await send(leaver, [late])).toEqual([{ result: 'held' }]);
    const foreign = { ...late, id: randomUUID(), employee_id: us.colleague.employeeId };
    expect(await send(them.foreman, [foreign])).toEqual([{ result: 'held' }]);
    expect(await day(leaver)).toEqual([]);
    expect(
      await db.sql`select from time_entries where id = any (${[late.id, foreign.id]})`,
    ).toEqual([]);
  });

  test('a held punch is booked elsewhere with a class of there', async () => {
    const person = await worker();
    await knowDevices(db.sql, person, 'phone');
    const [closed] = await act(
      us.manager,
      (tx) => tx`insert into projects (name, status) values ('Over', 'completed') returning id`,
    );
    const held = event(1, 'clock_in', 3, {
      project_id: closed?.['id'],
      classification_id: operator,
    });
    expect(await send(person, [held])).toEqual([{ result: 'held' }]);
    await act(
      person,
      (tx) => tx`select correct_held_event(${held.id}, ${work.project}, null, ${carpenter})`,
    );
    expect(await day(person)).toEqual(['CARP runs']);
  });
});

describe('the crew matrix', () => {
  const DATE = '2026-03-10';

  test('gives a cell a class, own punches included, and leaves cells it is not told about', async () => {
    const person = await worker();
    const [crew] = await act(
      us.manager,
      (tx) =>
        tx`insert into crews (name, foreman_id) values ('Matrix', ${us.foreman.employeeId}) returning id`,
    );
    await db.sql`insert into crew_members (company_id, crew_id, employee_id, from_date)
      values (${us.id}, ${crew?.['id']}, ${person.employeeId}, '2026-01-01')`;
    const save = (rows: readonly object[], preview = false) =>
      act(us.foreman, (tx: Tx) => {
        const sent = tx.json(
          rows.map((row) => ({ employee_id: person.employeeId, ...row })) as never,
        );
        return preview
          ? tx`select result, entries from preview_crew_day(${crew?.['id']}, ${DATE}, ${work.project}, ${sent})`
          : tx`select result, message from save_crew_day(${crew?.['id']}, ${DATE}, ${work.project}, ${sent})`;
      });
    await act(
      person,
      (
        tx,
      ) => tx`insert into time_entries (employee_id, clock_in, clock_out, project_id, cost_code_id)
        values (${person.employeeId}, '2026-03-10T11:00:00Z', '2026-03-10T12:00:00Z', ${work.project}, ${us.costCode})`,
    );
    const cell = { cost_code_id: us.costCode, minutes: 120 };
    const [shown] = await save([{ ...cell, classification_id: laborer }], true);
    expect(shown?.['entries']).toMatchObject([{ classification_id: laborer }]);
    await save([cell, { cost_code_id: work.mappedCode, minutes: 60 }]);
    expect((await day(person)).sort()).toEqual(['-', '-', 'CARP']);
    expect(await save([{ ...cell, classification_id: laborer }])).toEqual([
      { result: 'saved', message: null },
    ]);
    expect((await day(person)).sort()).toEqual(['CARP', 'LABO', 'LABO']);
    expect(await save([{ ...cell, classification_id: laborer }])).toEqual([
      { result: 'same', message: null },
    ]);
    // More time of the cell has its class, and stays the matrix's own.
    await save([{ ...cell, minutes: 180 }]);
    const [crewDay] = await act(
      us.foreman,
      (tx) => tx`select crew_day(${crew?.['id']}, ${DATE}, ${work.project}) as people`,
    );
    const mine = crewDay?.['people'].find(
      (row: { employee_id: string }) => row.employee_id === person.employeeId,
    );
    expect(mine.cells).toEqual(
      expect.arrayContaining([
        { cost_code_id: us.costCode, classification_id: laborer, minutes: 180, own_minutes: 60 },
        {
          cost_code_id: work.mappedCode,
          classification_id: carpenter,
          minutes: 60,
          own_minutes: null,
        },
      ]),
    );
    expect(await save([{ ...cell, minutes: 180, classification_id: operator }])).toEqual([
      { result: 'conflict', message: 'classification_not_in_force' },
    ]);
  });
});

describe('imports', () => {
  const row = (start: string, more: object = {}) => ({
    employee_id: us.colleague.employeeId,
    project_id: work.project,
    clock_in: `2026-03-20T${start}:00`,
    clock_out: `2026-03-20T${start.slice(0, 3)}45:00`,
    ...more,
  });
  const run = (rows: readonly object[], id: string | null = null) =>
    act(
      us.manager,
      (tx) =>
        tx`select result, message, import_id from import_rows('time_entries', ${tx.json(rows as never)}, false, ${id})`,
    );

  test('read the class by code or name of the project, say which line is wrong, and take it back', async () => {
    const rows = [
      row('07:00', { classification: 'carp' }),
      row('08:00', { classification: 'Peón' }),
      row('09:00', { classification: 'Diver' }),
      row('10:00', { classification: 'OPER' }),
      row('11:00'),
      row('12:00', { project_id: us.project, classification: 'CARP' }),
    ];
    const results = await run(rows);
    expect(results.map((line) => line['message'] ?? line['result'])).toEqual([
      'new',
      'new',
      'import_classification_unknown',
      'classification_not_in_force',
      'new',
      'new',
    ]);
    expect(await day(us.colleague)).toEqual(['CARP', 'LABO', '-', '-']);
    // Read again it is the same; another class is a change, and the change can be undone.
    expect((await run(rows.slice(0, 1)))[0]).toMatchObject({ result: 'same' });
    const [changed] = await run([row('11:00', { classification: 'LABO' })]);
    expect(changed).toMatchObject({ result: 'changed' });
    expect(await day(us.colleague)).toEqual(['CARP', 'LABO', 'LABO', '-']);
    await act(us.manager, (tx) => tx`select undo_import(${changed?.['import_id']})`);
    expect(await day(us.colleague)).toEqual(['CARP', 'LABO', '-', '-']);
    const exported = await act(
      us.owner,
      (tx) =>
        tx`select row_values from export_rows('time_entries') where row_values ->> 'employee_id' = ${us.colleague.employeeId}
          order by row_values ->> 'clock_in'`,
    );
    expect(exported.map((line) => line['row_values'].classification)).toEqual([
      'CARP',
      'LABO',
      null,
      null,
    ]);
  });
});

describe('figures', () => {
  const FROM = '2026-05-04';
  let person: Person;

  beforeAll(async () => {
    person = await worker();
    for (const [hour, hours, chosen] of [
      [11, 3, carpenter],
      [15, 2, laborer],
      [18, 1, null],
    ] as const) {
      await act(
        us.manager,
        (
          tx,
        ) => tx`insert into time_entries (employee_id, clock_in, clock_out, project_id, classification_id)
          values (${person.employeeId}, ${`${FROM}T${hour}:00:00Z`}, ${`${FROM}T${hour + hours}:00:00Z`}, ${work.project}, ${chosen})`,
      );
    }
  });

  test('hours, cost and lists by class, and only of one', async () => {
    const byClass = { CARP: 10_800, LABO: 7_200, '': 3_600 };
    const report = (who: Person, filter: string[] | null = null) =>
      act(
        who,
        (
          tx,
        ) => tx`select coalesce(label, '') as label, seconds from hours_report(${FROM}, ${FROM}, 'classification',
          classification_ids_param => ${filter})`,
      );
    const sums = async (who: Person, filter: string[] | null = null) =>
      Object.fromEntries(
        (await report(who, filter)).map((row) => [row['label'], Number(row['seconds'])]),
      );
    expect(await sums(us.manager)).toEqual(byClass);
    expect(await sums(person)).toEqual(byClass);
    expect(await sums(us.colleague)).toEqual({});
    expect(await sums(them.owner)).toEqual({});
    expect(await sums(us.manager, [laborer])).toEqual({ LABO: 7_200 });
    // A month beside it: what is added up for the company knows no classes.
    await db.sql`select private.add_up_work()`;
    expect(await sums(us.manager)).toEqual(byClass);

    const activity = await act(
      us.manager,
      (tx) =>
        tx`select keys, measures from activity_report(${tx.json({
          rows: ['classification'],
          measures: ['hours', 'cost'],
          filters: { classification: [carpenter] },
          start_date: FROM,
          end_date: FROM,
        })})`,
    );
    expect(activity).toMatchObject([
      { keys: { classification: carpenter }, measures: { hours: 10_800 } },
    ]);
    const cost = await act(
      us.manager,
      (tx) =>
        tx`select group_key, minutes from labor_cost_report(${FROM}, ${FROM}, 'classification') where group_key is not null`,
    );
    expect(cost.map((row) => [row['group_key'], Number(row['minutes'])])).toEqual([
      [carpenter, 180],
      [laborer, 120],
    ]);

    const list = async (filter: string | null) => {
      const [row] = await act(
        us.manager,
        (
          tx,
        ) => tx`select list_time_entries(${`${FROM}T00:00:00Z`}, ${`${FROM}T23:59:00Z`}, group_by_param => 'classification',
          classification_id_param => ${filter}) as page`,
      );
      return row?.['page'];
    };
    const page = await list(null);
    expect(
      page.entries.map((entry: { classification_id: string }) => entry.classification_id),
    ).toEqual([carpenter, laborer, null]);
    expect(page.summary.groups).toContainEqual({ key: carpenter, entries: 1, minutes: 180 });
    expect((await list(laborer)).entries).toHaveLength(1);
  });

  test('a class is one line under all its modifications, and filtered by any of them', async () => {
    const other = await worker();
    for (const [day, chosen] of [
      ['2026-02-09', work.first['CARP']],
      ['2026-03-09', carpenter],
    ] as const) {
      await act(
        us.manager,
        (
          tx,
        ) => tx`insert into time_entries (employee_id, clock_in, clock_out, project_id, classification_id)
          values (${other.employeeId}, ${`${day}T15:00:00Z`}, ${`${day}T16:00:00Z`}, ${work.project}, ${chosen ?? null})`,
      );
    }
    const chosen = [work.first['CARP'] as string];
    const ask = (
      tx: Tx,
    ) => tx`select group_key, seconds::integer from hours_report('2026-02-09', '2026-03-09', 'classification',
      employee_ids_param => ${[other.employeeId]}, classification_ids_param => ${chosen})`;
    expect(await act(us.manager, ask)).toEqual([{ group_key: carpenter, seconds: 7_200 }]);
    const cost = await act(
      us.manager,
      (
        tx,
      ) => tx`select group_key, minutes::integer from labor_cost_report('2026-02-09', '2026-03-09', 'classification', 'employee')
        where then_key = ${other.employeeId}`,
    );
    expect(cost).toEqual([{ group_key: carpenter, minutes: 120 }]);
    const [row] = await act(
      us.manager,
      (tx) => tx`select list_time_entries('2026-02-01', '2026-04-01', ${other.employeeId},
        group_by_param => 'classification', classification_id_param => ${carpenter}) as page`,
    );
    expect(row?.['page']).toMatchObject({
      entries: [
        { classification_id: carpenter, group_key: carpenter },
        { classification_id: work.first['CARP'], group_key: carpenter },
      ],
      summary: { groups: [{ key: carpenter, entries: 2, minutes: 120 }] },
    });
  });

  test('a payroll file names the classes; one without public work has none', async () => {
    const source = async (who: Person) => {
      const [row] = await act(
        who,
        (tx) => tx`select payroll_export_preview(${FROM}, ${FROM}) as source`,
      );
      return row?.['source'];
    };
    expect((await source(us.manager)).classifications).toEqual({
      [carpenter]: { code: 'CARP', name: 'Carpenter', name_es: 'Carpintero' },
      [laborer]: { code: 'LABO', name: 'Laborer', name_es: 'Peón' },
    });
    expect(await source(them.manager)).not.toHaveProperty('classifications');
  });

  test('totals by class are what the entries say', async () => {
    expect(await db.sql`select * from private.work_totals_differences()`).toEqual([]);
  });
});
