import { beforeAll, expect, test } from 'vitest';
import { publicProject } from './public-work-stage.ts';
import { openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
let site: string;

beforeAll(async () => {
  site = (await publicProject(db.sql, us.id, [{ name: 'Laborer', base: 25, fringe: 10 }])).project;
});

interface Sent {
  code?: unknown;
  name?: unknown;
  base_rate?: unknown;
  fringe_rate?: unknown;
  [field: string]: unknown;
}

const classOf = (fields: Sent = {}): Sent => ({
  code: 'ELEC',
  name: 'ELECTRICIAN',
  name_es: 'Electricista',
  craft: 'ELECTRICIAN',
  base_rate: '34.15',
  fringe_rate: '16.7001',
  zone_add: '0',
  overtime: null,
  ...fields,
});

const determinationOf = (fields: Sent = {}): Sent => ({
  number: 'VA20260200',
  modification: '2',
  published_on: '2026-07-31',
  effective_from: '2026-08-01',
  kind: 'federal',
  classes: [classOf()],
  ...fields,
});

const save = (
  who: Pick<Person, 'userId'> | 'anon',
  determinations: unknown,
  project = site,
  text: string | null = 'General Decision Number: VA20260200',
) =>
  act(who, async (tx) => {
    const [row] =
      await tx`select save_determination(${project}, ${JSON.stringify(determinations)}::jsonb, ${text}) as saved`;
    return row?.['saved'] as {
      determinations: { id: string; number: string; effective_from: string; classes: number }[];
    };
  });

const stored = async (number: string, project = site) =>
  db.sql`select d.modification, d.effective_from::text, d.source_text, k.code, k.base_rate::text as base, k.fringe_rate::text as fringe, k.name_es
    from wage_determinations d left join work_classifications k on k.company_id = d.company_id and k.determination_id = d.id
    where d.project_id = ${project} and d.number = ${number} order by d.effective_from, k.code`;

async function problems(determinations: unknown): Promise<unknown> {
  const refusal = await save(us.manager, determinations).then(
    () => null,
    (cause: { hint?: string; detail?: string }) => cause,
  );
  expect(refusal?.hint).toBe('determination_lines');
  return JSON.parse(refusal?.detail ?? 'null');
}

test('A manager saves a determination with its raises, classes and text, all at once', async () => {
  const saved = await save(us.manager, [
    determinationOf(),
    determinationOf({
      effective_from: '2027-07-01',
      classes: [
        classOf({
          base_rate: 36,
          overtime: {
            daily: [{ after: 480, mult: 1.5 }],
            day_rules: [
              { dow: 0, mult: 2 },
              { holiday: true, mult: 2 },
            ],
          },
        }),
      ],
    }),
  ]);
  expect(saved.determinations).toMatchObject([
    { number: 'VA20260200', effective_from: '2026-08-01', classes: 1 },
    { number: 'VA20260200', effective_from: '2027-07-01', classes: 1 },
  ]);
  const text = 'General Decision Number: VA20260200';
  expect(await stored('VA20260200')).toMatchObject([
    {
      modification: '2',
      effective_from: '2026-08-01',
      source_text: text,
      code: 'ELEC',
      base: '34.1500',
      fringe: '16.7001',
      name_es: 'Electricista',
    },
    { effective_from: '2027-07-01', source_text: text, base: '36.0000' },
  ]);
  const terms =
    await db.sql`select t.base_e4, t.valid_from::text, t.valid_to::text from private.classification_terms(${us.id}) t
    join work_classifications k on k.id = t.effective_classification_id and k.code = 'ELEC'
    where t.classification_id = (select id from work_classifications where code = 'ELEC' and base_rate = 36) order by t.base_e4`;
  expect(terms).toMatchObject([
    { base_e4: 341500, valid_to: '2027-07-01' },
    { base_e4: 360000, valid_to: 'infinity' },
  ]);
});

test('Pasted again it changes nothing; further classes are added, others stay', async () => {
  const number = 'VA20260201';
  const first = await save(us.manager, [determinationOf({ number })]);
  const before =
    await db.sql`select count(*)::int as n from audit_events where company_id = ${us.id}`;
  const again = await save(us.manager, [determinationOf({ number })]);
  expect(again).toEqual(first);
  expect(
    await db.sql`select count(*)::int as n from audit_events where company_id = ${us.id}`,
  ).toEqual(before);
  await save(us.owner, [
    determinationOf({
      number,
      modification: '3',
      classes: [classOf({ code: 'PLUM', name: 'PLUMBER' })],
    }),
  ]);
  expect(await stored(number)).toMatchObject([
    { modification: '3', code: 'ELEC' },
    { modification: '3', code: 'PLUM' },
  ]);
});

test('Every wrong line is named, and nothing of the rest is saved', async () => {
  const wrong: [string, Sent][] = [
    ['base_rate_not_positive', { base_rate: '0' }],
    ['base_rate_not_positive', { base_rate: -5 }],
    ['base_rate_missing', { base_rate: 'NaN' }],
    ['base_rate_missing', { base_rate: null }],
    ['base_rate_missing', { base_rate: '1e9' }],
    ['base_rate_too_high', { base_rate: '10000' }],
    ['fringe_rate_negative', { fringe_rate: '-0.01' }],
    ['fringe_rate_missing', { fringe_rate: { a: 1 } }],
    ['zone_add_wrong', { zone_add: '-1' }],
    ['name_missing', { name: '  ' }],
    ['name_too_long', { name: 'x'.repeat(301) }],
    ['code_missing', { code: null }],
    ['code_too_long', { code: 'x'.repeat(61) }],
    ['ends_on_wrong', { ends_on: '2026-02-30' }],
    ['overtime_wrong', { overtime: { daily: [{ after: 'x', mult: 1.5 }] } }],
    ['overtime_wrong', { overtime: { weekly: [] } }],
    ['overtime_wrong', { overtime: [1] }],
  ];
  const classes = [
    classOf({ code: 'GOOD' }),
    ...wrong.map(([, fields], at) => classOf({ code: `C${at}`, ...fields })),
    classOf({ code: 'GOOD' }),
    'nothing',
  ];
  expect(await problems([determinationOf({ number: 'VA20260202', classes })])).toMatchObject([
    ...wrong.map(([problem], at) => ({ determination: 0, class: at + 1, problem })),
    { class: wrong.length + 1, code: 'GOOD', problem: 'code_twice' },
    { class: wrong.length + 2, problem: 'not_readable' },
  ]);
  expect(await stored('VA20260202')).toEqual([]);
});

test('So is every wrong determination', async () => {
  const number = 'VA20260203';
  const wrong: [string, unknown][] = [
    ['number_missing', determinationOf({ number: ' ' })],
    ['number_too_long', determinationOf({ number: 'x'.repeat(61) })],
    ['modification_too_long', determinationOf({ number, modification: 'x'.repeat(41) })],
    ['effective_from_missing', determinationOf({ number, effective_from: null })],
    ['effective_from_missing', determinationOf({ number, effective_from: '2026-13-01' })],
    ['published_on_wrong', determinationOf({ number, published_on: 'July' })],
    ['kind_unknown', determinationOf({ number, kind: 'mars' })],
    ['no_classes', determinationOf({ number, effective_from: '2026-08-02', classes: [] })],
    ['no_classes', determinationOf({ number, effective_from: '2026-08-03', classes: 5 })],
    ['not_readable', 7],
  ];
  expect(await problems(wrong.map(([, item]) => item))).toMatchObject(
    wrong.map(([problem], determination) => ({ determination, class: null, problem })),
  );
  expect(await problems([determinationOf({ number }), determinationOf({ number })])).toMatchObject([
    { determination: 1, problem: 'determination_twice' },
  ]);
  for (const [sent, hint] of [
    [[], 'determination_not_readable'],
    [{}, 'determination_not_readable'],
    [null, 'determination_not_readable'],
  ] as const)
    await expect(save(us.manager, sent)).rejects.toMatchObject({ hint });
  await expect(
    save(us.manager, [determinationOf({ number })], site, 'x'.repeat(2_000_001)),
  ).rejects.toMatchObject({ hint: 'determination_too_long' });
  expect(await stored(number)).toEqual([]);
});

test('Rates that somebody saved since the text was compared are not replaced', async () => {
  const number = 'VA20260207';
  await save(us.manager, [determinationOf({ number, classes: [classOf({ base_rate: '34.20' })] })]);
  const again = (based_on: object | null, base_rate = '36') =>
    determinationOf({ number, classes: [classOf({ base_rate, based_on })] });
  const seen = { base_rate: '34.20', fringe_rate: String(classOf({}).fringe_rate), zone_add: '0' };
  const outdated = [{ determination: 0, class: 0, code: 'ELEC', problem: 'changed_meanwhile' }];
  expect(await problems([again(null)])).toEqual(outdated);
  expect(await problems([again({ ...seen, base_rate: '34.15' })])).toEqual(outdated);
  expect(await problems([again({ base_rate: 'x' })])).toMatchObject([{ problem: 'not_readable' }]);
  expect(await stored(number)).toMatchObject([{ base: '34.2000' }]);
  // The same rates are no conflict, and what was seen may be replaced.
  await save(us.manager, [again(null, '34.20')]);
  await save(us.manager, [again(seen)]);
  expect(await stored(number)).toMatchObject([{ base: '36.0000' }]);
});

test('Rates of a class that time was recorded on are not replaced; a later date is', async () => {
  const number = 'VA20260204';
  const saved = await save(us.manager, [determinationOf({ number })]);
  const [{ id: classId }] = (await db.sql`select id from work_classifications
    where determination_id = ${saved.determinations[0]?.id ?? null}`) as [{ id: string }];
  // Nobody worked yet: a corrected rate is taken.
  await save(us.manager, [determinationOf({ number, classes: [classOf({ base_rate: '34.20' })] })]);
  await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, classification_id)
    values (${us.id}, ${us.employee.employeeId}, '2026-08-03T12:00Z', '2026-08-03T20:00Z', ${site}, ${classId})`;
  const changed = [
    determinationOf({ number, classes: [classOf({ code: 'PLUM' }), classOf({ base_rate: '35' })] }),
  ];
  expect(await problems(changed)).toEqual([
    { determination: 0, class: 1, code: 'ELEC', problem: 'class_in_use' },
  ]);
  expect(await stored(number)).toMatchObject([{ code: 'ELEC', base: '34.2000' }]);
  // Its names may change, and a later modification is a further determination.
  await save(us.manager, [
    determinationOf({ number, classes: [classOf({ base_rate: '34.20', name_es: 'Eléctrico' })] }),
    determinationOf({
      number,
      effective_from: '2026-09-01',
      classes: [classOf({ base_rate: '35' })],
    }),
  ]);
  expect(await stored(number)).toMatchObject([
    { base: '34.2000', name_es: 'Eléctrico' },
    { effective_from: '2026-09-01', base: '35.0000' },
  ]);
});

test('Only managers of the company save one', async () => {
  const number = 'VA20260205';
  const refusal: [Pick<Person, 'userId'> | 'anon', object][] = [
    [us.employee, { hint: 'managers_only' }],
    [us.foreman, { hint: 'managers_only' }],
    [us.deactivated, { hint: 'managers_only' }],
    [them.owner, { hint: 'project_unknown' }],
    ['anon', { code: '42501' }],
  ];
  for (const [who, expected] of refusal)
    await expect(save(who, [determinationOf({ number })])).rejects.toMatchObject(expected);
  await expect(save(us.manager, [determinationOf({ number })], them.project)).rejects.toMatchObject(
    {
      hint: 'project_unknown',
    },
  );
  expect(await stored(number)).toEqual([]);
  expect(await stored(number, them.project)).toEqual([]);
});

test('Two at once save it once', async () => {
  const number = 'VA20260206';
  const sent = [determinationOf({ number })];
  const both = await Promise.all([save(us.manager, sent), save(us.owner, sent)]);
  expect(both[0]).toEqual(both[1]);
  expect(await stored(number)).toHaveLength(1);
});

test('A modification has all classes of the one before, or does not exist', async () => {
  const number = 'VA20260300';
  const overtime = { daily: [{ after: 480, mult: 1.5 }] };
  const { determinations } = await save(us.manager, [
    determinationOf({
      number,
      kind: 'ca',
      classes: [classOf({ overtime }), classOf({ code: 'PLUM', name: 'PLUMBER' })],
    }),
  ]);
  const before = determinations[0]?.id ?? '';
  const add = (who: Pick<Person, 'userId'> | 'anon', from: string | null, id = before) =>
    act(who, (tx) => tx`select add_modification(${id}, ' 3 ', null, ${from}) as id`);
  const all = () =>
    db.sql`select d.modification, d.effective_from::text, d.kind, k.code, k.base_rate::text as base, k.name_es, k.overtime
      from wage_determinations d left join work_classifications k on k.company_id = d.company_id and k.determination_id = d.id
      where d.number = ${number} order by d.effective_from, k.code`;
  const first = await all();

  // Nobody else, nothing twice on a day, none without a day, and nothing of it stands.
  for (const who of [us.foreman, us.colleague, them.owner, 'anon'] as const)
    await expect(add(who, '2027-01-04')).rejects.toThrow();
  await expect(add(us.manager, '2026-08-01')).rejects.toMatchObject({
    constraint: 'wage_determinations_once',
  });
  await expect(add(us.manager, null)).rejects.toMatchObject({ code: '23502' });
  await expect(add(us.manager, '2027-01-04', us.id)).rejects.toMatchObject({ hint: 'row_gone' });
  expect(await all()).toEqual(first);

  await add(us.manager, '2027-01-04');
  expect(await all()).toMatchObject([
    ...first,
    { modification: '3', effective_from: '2027-01-04', kind: 'ca', code: 'ELEC', overtime },
    { modification: '3', code: 'PLUM', base: '34.1500', name_es: 'Electricista' },
  ]);
});
