import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { pairedTablet, workerWithPin } from './kiosk-stage.ts';
import { knowDevices } from './offline-stage.ts';
import { asToken, makeCompanyToken } from './token-stage.ts';
import { hire, hoursAgo, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies({ connections: 4 });

const north = randomUUID();
const south = randomUUID();
const AREAS = [
  { id: north, name: 'North', name_es: 'Norte' },
  { id: south, name: 'South', name_es: null },
];

interface Field {
  on_table: string;
  name: string;
  kind?: string;
  choices?: unknown;
  required?: boolean;
  shown?: string;
}

async function add(field: Field, who: Person = us.owner): Promise<string> {
  const { on_table, name, kind = 'text', choices = [], required = false, shown = 'desk' } = field;
  const [row] = await act(
    who,
    (tx) => tx`insert into custom_fields (on_table, name, kind, choices, required, shown)
      values (${on_table}, ${name}, ${kind}, ${tx.json(choices as never)}, ${required}, ${shown}) returning id`,
  );
  return row?.['id'];
}

const change = (id: string, fields: Record<string, unknown>, who: Person = us.owner) =>
  act(
    who,
    (tx) =>
      tx`select save_changes('custom_fields', ${tx.json({ id })}, ${tx.json(fields as never)})`,
  );

const writeProject = (values: unknown, who: Person = us.manager, id = us.project) =>
  act(
    who,
    (tx) =>
      tx`update projects set custom = ${tx.json(values as never)} where id = ${id} returning id`,
  );
const ofProject = async (id = us.project) =>
  (await db.sql`select custom from projects where id = ${id}`)[0]?.['custom'];
const entryOf = async (person: Person) =>
  (
    await db.sql`select id, custom from time_entries where employee_id = ${person.employeeId} order by clock_in desc limit 1`
  )[0];

let po: string;
let area: string;
let permit: string;
let hours: string;

beforeAll(async () => {
  po = await add({ on_table: 'projects', name: 'PO number' });
  hours = await add({ on_table: 'projects', name: 'Hours planned', kind: 'number' }, us.manager);
  permit = await add({ on_table: 'projects', name: 'Permit until', kind: 'date' });
  area = await add({ on_table: 'projects', name: 'Area', kind: 'choice', choices: AREAS });
});

describe('who makes fields', () => {
  test('managers and owners; others read them, another company, a tablet and a leaver nothing', async () => {
    const kiosk = await pairedTablet(db.sql, us);
    for (const who of [us.foreman, us.employee, us.deactivated, kiosk as Person])
      await expect(add({ on_table: 'projects', name: 'Mine' }, who)).rejects.toMatchObject({
        code: '42501',
      });
    expect(await change(po, { name: 'Taken' }, us.employee).catch((e) => e.hint)).toBe('not_found');
    expect(await change(po, { name: 'Taken' }, them.owner).catch((e) => e.hint)).toBe('not_found');
    expect(await act(us.employee, (tx) => tx`select id from custom_fields`)).toHaveLength(4);
    for (const who of [them.owner, us.deactivated, kiosk])
      expect(await act(who, (tx) => tx`select id from custom_fields`)).toEqual([]);
    const [stored] = await db.sql`select name, company_id from custom_fields where id = ${po}`;
    expect(stored).toEqual({ name: 'PO number', company_id: us.id });
    await add({ on_table: 'projects', name: 'PO number' }, them.owner);
  });

  test('what is asked before the clock is the owner’s decision', async () => {
    const asked = {
      on_table: 'time_entries',
      name: 'Asked by a manager',
      required: true,
      shown: 'phone',
    };
    await expect(add(asked, us.manager)).rejects.toMatchObject({ hint: 'owners_only' });
    const id = await add({ ...asked, shown: 'desk' }, us.manager);
    await expect(change(id, { shown: 'phone' }, us.manager)).rejects.toMatchObject({
      hint: 'owners_only',
    });
    await change(id, { shown: 'phone' });
    await expect(change(id, { required: false }, us.manager)).rejects.toMatchObject({
      hint: 'owners_only',
    });
    await act(us.owner, (tx) => tx`delete from custom_fields where id = ${id}`);
  });

  test.each([
    ['the same name', { name: 'po NUMBER' }, { constraint_name: 'custom_fields_name_once' }],
    [
      'a choice without choices',
      { kind: 'choice' },
      { constraint_name: 'custom_fields_choices_kind' },
    ],
    [
      'a choice without a name',
      { kind: 'choice', choices: [{ id: north, name: ' ' }] },
      { hint: 'custom_choices_invalid' },
    ],
    [
      'two choices of a name',
      { kind: 'choice', choices: [AREAS[0], { id: south, name: 'north' }] },
      { hint: 'custom_choices_repeated' },
    ],
    [
      'choices of no shape',
      { kind: 'choice', choices: { id: 1 } },
      { hint: 'custom_choices_invalid' },
    ],
    ['an unknown kind', { kind: 'money' }, { constraint_name: 'custom_fields_kind_known' }],
    [
      'an unknown table',
      { on_table: 'payroll_lines' },
      { constraint_name: 'custom_fields_on_table_known' },
    ],
  ])('refuses %s', async (_, wrong, refusal) => {
    const before = await db.sql`select count(*) from custom_fields`;
    const failure = await add({ on_table: 'projects', name: 'Wrong', ...wrong }).catch((e) => e);
    expect({
      hint: failure.hint,
      constraint_name: failure.constraint ?? failure.constraint_name,
    }).toMatchObject(refusal);
    expect(await db.sql`select count(*) from custom_fields`).toEqual(before);
  });
});

describe('values', () => {
  test('are stored trimmed, without empty ones, and read by who reads the row', async () => {
    await writeProject({
      [po]: '  PO 77 ',
      [hours]: 12.5,
      [permit]: '2027-02-28',
      [area]: north,
      x: null,
    });
    const stored = { [po]: 'PO 77', [hours]: 12.5, [permit]: '2027-02-28', [area]: north };
    expect(await ofProject()).toEqual(stored);
    const [seen] = await act(
      us.employee,
      (tx) => tx`select custom from projects where id = ${us.project}`,
    );
    expect(seen).toEqual({ custom: stored });
    const [event] = await db.sql`select after -> 'custom' as custom from audit_events
      where entity = 'projects' and entity_id = ${us.project} order by sequence desc limit 1`;
    expect(event).toEqual({ custom: stored });
  });

  test.each([
    ['a field of nothing', () => ({ [randomUUID()]: 'x' }), 'custom_field_unknown'],
    ['no id at all', () => ({ name: 'x' }), 'custom_field_unknown'],
    ['a text for a number', () => ({ [hours]: '12' }), 'custom_number_wrong'],
    ['a number beyond reason', () => ({ [hours]: 1e15 }), 'custom_number_range'],
    ['a number for a text', () => ({ [po]: 5 }), 'custom_value_wrong'],
    ['a text without end', () => ({ [po]: 'x'.repeat(501) }), 'custom_text_long'],
    ['a day that is none', () => ({ [permit]: '2027-02-30' }), 'custom_date_wrong'],
    ['a day of another age', () => ({ [permit]: '0001-01-01' }), 'custom_date_wrong'],
    ['infinity', () => ({ [permit]: 'infinity' }), 'custom_date_wrong'],
    ['an unknown choice', () => ({ [area]: randomUUID() }), 'custom_choice_unknown'],
    ['a list', () => ({ [area]: [north] }), 'custom_value_wrong'],
    ['no object', () => [1], 'custom_values_invalid'],
  ])('refuse %s', async (_, values, hint) => {
    const before = await ofProject();
    await expect(writeProject(values())).rejects.toMatchObject({ hint });
    expect(await ofProject()).toEqual(before);
  });

  test('a field of another company or table is unknown', async () => {
    const theirs = await add({ on_table: 'projects', name: 'Theirs' }, them.owner);
    const machines = await add({ on_table: 'equipment', name: 'Plate' });
    for (const id of [theirs, machines])
      await expect(writeProject({ [id]: 'x' })).rejects.toMatchObject({
        hint: 'custom_field_unknown',
      });
    expect(await writeProject({ [po]: 'stolen' }, us.employee)).toEqual([]);
    expect(await writeProject({ [po]: 'stolen' }, them.owner)).toEqual([]);
    expect((await ofProject())[po]).toBe('PO 77');
  });
});

describe('a field that has values', () => {
  test('keeps its kind, its table and its used choices, and is archived, not deleted', async () => {
    await writeProject({ [po]: 'PO 77', [area]: north });
    const refusals: [string, Record<string, unknown>, string][] = [
      [po, { kind: 'number' }, 'custom_field_kind_in_use'],
      [po, { on_table: 'employees' }, 'custom_field_table_fixed'],
      [area, { choices: [AREAS[1]] }, 'custom_choice_in_use'],
    ];
    for (const [id, fields, hint] of refusals)
      await expect(change(id, fields)).rejects.toMatchObject({ hint });
    await expect(
      act(us.owner, (tx) => tx`delete from custom_fields where id = ${po}`),
    ).rejects.toMatchObject({ hint: 'custom_field_in_use' });
    // Renamed, archived, and one that nobody chose is removed.
    await change(area, { choices: [{ ...AREAS[0], name: 'Far north', archived: true }] });
    expect((await ofProject())[area]).toBe(north);
    await writeProject({ [po]: 'PO 78', [area]: north });
    await change(area, { choices: [{ ...AREAS[0], archived: true }, AREAS[1]] });
    await writeProject({ [area]: south });
    await expect(writeProject({ [area]: north })).rejects.toMatchObject({
      hint: 'custom_choice_unknown',
    });
    await change(area, { choices: AREAS });
    await writeProject({ [po]: 'PO 79' });
    await change(po, { archived_at: new Date().toISOString() });
    expect(await ofProject()).toEqual({ [po]: 'PO 79' });
    await writeProject({ [po]: 'PO 79', [area]: south });
    await expect(writeProject({ [po]: 'PO 80' })).rejects.toMatchObject({
      hint: 'custom_field_archived',
    });
    await change(po, { archived_at: null });
    await writeProject({});
    await change(po, { kind: 'number' });
    await change(po, { kind: 'text' });
  });

  test('a kind that changes while somebody writes a value waits for it', async () => {
    const id = await add({ on_table: 'projects', name: 'Raced' });
    let changing: Promise<unknown> | undefined;
    await act(us.manager, async (tx) => {
      await tx`update projects set custom = ${tx.json({ [id]: 'first' })} where id = ${us.project}`;
      changing = change(id, { kind: 'number' }).catch((e) => e.hint);
    });
    expect(await changing).toBe('custom_field_kind_in_use');
    await writeProject({});
  });
});

describe('a required field', () => {
  test('is asked of people at a form, not of programs, files and grids', async () => {
    const id = await add({ on_table: 'cost_codes', name: 'Ledger', required: true });
    const insert = (who: Person, values: unknown) =>
      act(
        who,
        (tx) => tx`insert into cost_codes (code, name, custom)
          values (${randomUUID().slice(0, 8)}, 'Framing', ${tx.json(values as never)}) returning id`,
      );
    await expect(insert(us.manager, {})).rejects.toMatchObject({ hint: 'custom_field_required' });
    const [row] = await insert(us.manager, { [id]: '5100' });
    await expect(
      act(us.manager, (tx) => tx`update cost_codes set custom = '{}' where id = ${row?.['id']}`),
    ).rejects.toMatchObject({ hint: 'custom_field_required' });
    // What is not about it goes on.
    await act(
      us.manager,
      (tx) => tx`update cost_codes set active = false where id = ${us.costCode}`,
    );
    const [grid] = await act(
      us.manager,
      (tx) =>
        tx`select result from save_rows('cost_codes', '[{"new": true, "values": {"code": "G1", "name": "Grid"}}]')`,
    );
    expect(grid).toEqual({ result: 'new' });
    const [file] = await act(
      us.manager,
      (tx) =>
        tx`select result from import_rows('cost_codes', '[{"code": "F1", "name": "File"}]', false)`,
    );
    expect(file).toEqual({ result: 'new' });
    const token = await makeCompanyToken(db.sql, us.owner, 'manager', ['projects:write']);
    const uses = [{ kind: 'table', name: 'cost_codes', writes: true }];
    const made = await asToken(
      db.sql,
      token,
      uses,
      (tx) => tx`insert into cost_codes (code, name) values ('T1', 'Token') returning custom`,
    );
    expect(made).toEqual([{ custom: {} }]);
    const [missing] =
      await db.sql`select count(*)::int as n from cost_codes where company_id = ${us.id}
      and not custom ? ${id} and code in ('G1', 'F1')`;
    expect(missing).toEqual({ n: 2 });
    await change(id, { required: false });
  });
});

describe('time', () => {
  let shift: string;
  let mileage: string;
  const day = randomUUID();
  const night = randomUUID();

  beforeAll(async () => {
    shift = await add({
      on_table: 'time_entries',
      name: 'Shift',
      kind: 'choice',
      choices: [
        { id: day, name: 'Day', name_es: 'Día' },
        { id: night, name: 'Night', name_es: 'Noche' },
      ],
      required: true,
      shown: 'phone',
    });
    mileage = await add({
      on_table: 'time_entries',
      name: 'Audited',
      shown: 'desk',
      required: true,
    });
  });

  test('a punch takes what fits and is never refused, with or without an answer', async () => {
    const person = await hire(db.sql, us.owner, 'employee');
    await act(
      person,
      (tx) => tx`select clock_in(${us.project}, custom_param => ${tx.json({ [shift]: night })})`,
    );
    expect((await entryOf(person))?.['custom']).toEqual({ [shift]: night });
    const wrong = { [shift]: randomUUID(), [mileage]: 'yes', [randomUUID()]: 1, [po]: 'x' };
    await act(
      person,
      (tx) => tx`select switch_project(${us.project}, custom_param => ${tx.json(wrong)})`,
    );
    expect((await entryOf(person))?.['custom']).toEqual({});
    await act(person, (tx) => tx`select switch_project(${us.project})`);
    expect((await entryOf(person))?.['custom']).toEqual({});
  });

  test('a tablet and a phone without a signal are taken too', async () => {
    const worker = await workerWithPin(db.sql, us);
    const kiosk = await pairedTablet(db.sql, us);
    const [punch] = await act(
      kiosk,
      (tx) => tx`select result from kiosk_punch(${worker.employeeId}, '4711', 'clock_in')`,
    );
    expect(punch).toEqual({ result: 'done' });
    const person = await hire(db.sql, us.owner, 'employee');
    const device = `phone-${person.employeeId}`;
    await knowDevices(db.sql, person, device);
    const sent = [
      { custom: { [shift]: day, [mileage]: 'x' }, hours: 3 },
      { custom: { [shift]: 'nonsense' }, hours: 2 },
      { hours: 1 },
    ].map(({ hours: ago, ...payload }, sequence) => ({
      id: randomUUID(),
      device_id: device,
      sequence: sequence + 1,
      kind: sequence === 0 ? 'clock_in' : 'switch',
      happened_at: hoursAgo(ago).toISOString(),
      offset_ms: 0,
      payload: { entry_id: randomUUID(), project_id: us.project, ...payload },
    }));
    const results = await act(
      person,
      (tx) => tx`select result from sync_events(${tx.json(sent as never)})`,
    );
    expect(results.map(({ result }) => result)).toEqual(['applied', 'applied', 'applied']);
    const entries =
      await db.sql`select custom from time_entries where employee_id = ${person.employeeId} order by clock_in`;
    expect(entries.map(({ custom }) => custom)).toEqual([{ [shift]: day }, {}, {}]);
  });

  const save = (who: Person, id: string, custom: unknown, employee = us.employee) =>
    act(
      who,
      (
        tx,
      ) => tx`select save_time_entry(${id}, ${employee.employeeId}, ${hoursAgo(60)}, ${hoursAgo(59)}, ${us.project},
        reason_param => 'Typed', custom_param => ${tx.json(custom as never)})`,
    );

  test('typed by hand: people answer what is on the phone, managers all of it', async () => {
    const id = randomUUID();
    await expect(save(us.employee, id, {})).rejects.toMatchObject({
      hint: 'custom_field_required',
    });
    await expect(save(us.employee, id, { [shift]: day, [mileage]: 'x' })).rejects.toMatchObject({
      hint: 'custom_field_desk_only',
    });
    expect(await db.sql`select id from time_entries where id = ${id}`).toEqual([]);
    await save(us.employee, id, { [shift]: day });
    await expect(save(us.manager, id, { [shift]: night })).rejects.toMatchObject({
      hint: 'custom_field_required',
    });
    await save(us.manager, id, { [shift]: night, [mileage]: 'checked' });
    await save(us.employee, id, { [shift]: day, [mileage]: 'checked' });
    await save(us.employee, id, null);
    const [stored] = await db.sql`select custom from time_entries where id = ${id}`;
    expect(stored).toEqual({ custom: { [shift]: day, [mileage]: 'checked' } });
    // Nobody else's, and nothing of a closed period.
    await expect(save(us.colleague, id, { [shift]: night })).rejects.toMatchObject({});
    await expect(save(them.manager, id, { [shift]: night })).rejects.toMatchObject({});
    await db.sql`insert into approvals (company_id, employee_id, work_date, approved_at)
      select company_id, employee_id, work_date, now() from time_entries where id = ${id}`;
    await expect(save(us.manager, id, { [shift]: night, [mileage]: 'x' })).rejects.toMatchObject({
      hint: 'time_approved',
    });
    expect(await db.sql`select custom from time_entries where id = ${id}`).toEqual([stored]);
  });

  test('is filtered by a value and by what is missing, and reported', async () => {
    const person = await hire(db.sql, us.owner, 'employee');
    const answered = randomUUID();
    await db.sql`insert into time_entries (company_id, id, employee_id, clock_in, clock_out, project_id, custom) values
      (${us.id}, gen_random_uuid(), ${person.employeeId}, ${hoursAgo(40)}, ${hoursAgo(38)}, ${us.project}, '{}'),
      (${us.id}, ${answered}, ${person.employeeId}, ${hoursAgo(36)}, ${hoursAgo(33)}, ${us.project}, ${db.sql.json({ [shift]: night })})`;
    const list = async (custom: unknown) => {
      const [row] = await act(
        us.manager,
        (tx) =>
          tx`select list_time_entries(${hoursAgo(48)}, now(), ${person.employeeId}, custom_param => ${tx.json(custom as never)}) as list`,
      );
      return row?.['list'];
    };
    expect((await list({ [shift]: night })).entries).toMatchObject([
      { id: answered, custom: { [shift]: night } },
    ]);
    expect((await list({ [shift]: null })).summary).toMatchObject({ entries: 1, minutes: 120 });
    const report = async (definition: object) => {
      const rows = await act(
        us.manager,
        (tx) =>
          tx`select keys, measures, labels from activity_report(${tx.json({
            start_date: hoursAgo(96).toISOString().slice(0, 10),
            end_date: hoursAgo(-24).toISOString().slice(0, 10),
            measures: ['hours', 'entries', 'cost'],
            ...definition,
          } as never)})`,
      );
      return rows.map(({ keys, measures, labels }) => [
        Object.values(keys)[0],
        measures.hours / 3600,
        labels[0][0],
      ]);
    };
    const filters = { employee: [person.employeeId] };
    expect(await report({ rows: [`entry_field:${shift}`], filters })).toEqual([
      [night, 3, 'Night'],
      [null, 2, null],
    ]);
    expect(
      await report({
        rows: ['employee'],
        filters: { ...filters, [`entry_field:${shift}`]: [night] },
      }),
    ).toEqual([[person.employeeId, 3, expect.any(String)]]);
    await writeProject({ [area]: south });
    expect(await report({ rows: [`project_field:${area}`], filters })).toEqual([
      [south, 5, 'South'],
    ]);
    expect(
      await report({
        rows: ['project'],
        filters: { ...filters, [`project_field:${area}`]: [north] },
      }),
    ).toEqual([]);
    const all = await act(
      us.owner,
      (tx) =>
        tx`select sum(seconds) as s from hours_report(${hoursAgo(96)}::date, ${hoursAgo(-24)}::date, ${`project_field:${area}`})`,
    );
    const plain = await act(
      us.owner,
      (tx) =>
        tx`select sum(seconds) as s from hours_report(${hoursAgo(96)}::date, ${hoursAgo(-24)}::date, 'project')`,
    );
    expect(all).toEqual(plain);
    await expect(report({ rows: [`entry_field:x`], filters })).rejects.toMatchObject({
      hint: 'report_unknown',
    });
  });

  test('who signs in is told what is asked at the clock', async () => {
    const [row] = await act(us.employee, (tx) => tx`select viewer() as v`);
    expect(row?.['v'].clock_fields).toMatchObject([{ id: shift, name: 'Shift', kind: 'choice' }]);
    expect(row?.['v'].custom_fields).toContain('time_entries');
    const [other] = await act(them.employee, (tx) => tx`select viewer() as v`);
    expect(other?.['v'].clock_fields).toEqual([]);
  });
});

describe('files', () => {
  test('are read by field, choices in either language, and taken back', async () => {
    const rows = (cells: object) =>
      act(
        us.manager,
        (tx) =>
          tx`select result, message from import_rows('projects', ${tx.json([{ name: 'From a file', ...cells }] as never)}, false)`,
      );
    expect(
      await rows({
        [`custom:${area}`]: 'norte',
        [`custom:${hours}`]: '12,5',
        [`custom:${permit}`]: '2027-01-31',
      }),
    ).toEqual([{ result: 'new', message: null }]);
    const [made] = await db.sql`select id, custom from projects where name = 'From a file'`;
    expect(made?.['custom']).toEqual({ [area]: north, [hours]: 12.5, [permit]: '2027-01-31' });
    expect(await rows({ [`custom:${area}`]: 'North' })).toEqual([
      { result: 'same', message: null },
    ]);
    expect(await rows({ [`custom:${po}`]: 'B-1' })).toEqual([{ result: 'changed', message: null }]);
    expect(await ofProject(made?.['id'])).toMatchObject({ [area]: north, [po]: 'B-1' });
    for (const [cells, message] of [
      [{ [`custom:${area}`]: 'East' }, 'custom_choice_unknown'],
      [{ [`custom:${hours}`]: 'many' }, 'custom_number_wrong'],
      [{ [`custom:${permit}`]: '2027-02-30' }, 'custom_date_wrong'],
      [{ [`custom:${randomUUID()}`]: 'x' }, 'custom_field_unknown'],
    ] as const)
      expect(await rows(cells)).toEqual([{ result: 'error', message }]);
    const [entry] = await act(
      us.manager,
      (tx) =>
        tx`select result, message from import_rows('time_entries', ${tx.json([
          {
            employee_id: us.colleague.employeeId,
            clock_in: '2026-01-05T08:00:00Z',
            clock_out: '2026-01-05T10:00:00Z',
            project_id: us.project,
          },
        ])}, false)`,
    );
    expect(entry).toEqual({ result: 'new', message: null });
  });
});
