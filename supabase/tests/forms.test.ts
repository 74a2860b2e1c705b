import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openCompanies, type Person } from './world.ts';

// Forms: who makes, assigns, fills and reads them, what is refused, what becomes an item to verify, and what is due.
const { db, us, them, act } = await openCompanies();

const words = (text: string) => ({ en: text, es: `${text} (es)` });
const CHECK = {
  sections: [
    {
      id: 'cab',
      title: words('Cab'),
      questions: [
        { id: 'belt', kind: 'check', label: words('Belt'), required: true, photo_on_fail: true },
        {
          id: 'why',
          kind: 'text',
          label: words('Why'),
          required: true,
          when: { question: 'belt', is: ['fail'] },
        },
        { id: 'meter', kind: 'number', label: words('Meter') },
        { id: 'sign', kind: 'signature', label: words('Operator'), required: true },
      ],
    },
    {
      id: 'crew',
      title: words('Crew'),
      repeat: 'person',
      questions: [{ id: 'ok', kind: 'yes_no', label: words('Fit'), fails: ['no'] }],
    },
  ],
};
const sign = {
  name: 'Ann Lee',
  strokes: [
    [
      [1, 2],
      [3, 4],
    ],
  ],
};
const PASSED = { values: { belt: 'pass', sign }, people: {} };

interface Made {
  form: string;
  version: string;
}

const addForm = async (who: Person, definition: object, more: object = {}): Promise<Made> => {
  const id = randomUUID();
  await act(
    who,
    (tx) =>
      tx`select * from add_forms(${tx.json([{ id, name: 'Machine check', name_es: 'Revisión', category: 'equipment_check', definition, ...more }] as never)})`,
  );
  const [version] = await db.sql`select id from form_versions where form_id = ${id}`;
  return { form: id, version: version?.['id'] as string };
};
const assign = async (values: Record<string, unknown>): Promise<string> => {
  const [row] = await act(
    us.manager,
    (tx) => tx`insert into form_assignments ${tx(values as never)} returning id`,
  );
  return row?.['id'] as string;
};
const submit = (who: Person, id: string, submission: object) =>
  act(who, async (tx) => {
    const [row] = await tx`select * from submit_form(${id}, ${tx.json(submission as never)})`;
    return row as Record<string, unknown>;
  });
const due = (who: Person) => act(who, (tx) => tx`select * from forms_due()`);
const submissions = (who: Person) =>
  act(who, (tx) => tx`select id from form_submissions order by created_at`);

let check: Made;

beforeAll(async () => {
  check = await addForm(us.owner, CHECK);
});

test('the office makes forms; nobody else, and nobody of another company reads them', async () => {
  for (const who of [us.foreman, us.employee, us.deactivated, them.owner]) {
    const attempt = addForm(who, CHECK);
    if (who === them.owner) await attempt;
    else await expect(attempt).rejects.toMatchObject({ code: '42501' });
  }
  for (const who of [us.employee, us.foreman, us.manager])
    expect(await act(who, (tx) => tx`select id from forms`)).toEqual([{ id: check.form }]);
  for (const who of [us.deactivated, 'anon'] as never[])
    await expect(
      act(who, (tx) => tx`select id from forms`).then((rows) => {
        if (rows.length === 0) throw Object.assign(new Error('nothing'), { code: '42501' });
      }),
    ).rejects.toMatchObject({ code: '42501' });
  await expect(
    act(them.owner, (tx) => tx`select change_form(${check.form}, '{}', 1)`),
  ).rejects.toMatchObject({ hint: 'not_found' });
  expect(
    await act(us.employee, (tx) => tx`update forms set archived_at = now() returning id`),
  ).toEqual([]);
});

test.each([
  ['no section', { sections: [] }],
  ['not a form', 'text'],
  [
    'a label in one language',
    {
      sections: [
        { id: 'a', title: words('A'), questions: [{ id: 'b', kind: 'text', label: { en: 'B' } }] },
      ],
    },
  ],
  [
    'an unknown kind',
    {
      sections: [
        { id: 'a', title: words('A'), questions: [{ id: 'b', kind: 'slider', label: words('B') }] },
      ],
    },
  ],
  [
    'an id twice',
    {
      sections: [
        { id: 'a', title: words('A'), questions: [{ id: 'a', kind: 'text', label: words('B') }] },
      ],
    },
  ],
  [
    'one choice',
    {
      sections: [
        {
          id: 'a',
          title: words('A'),
          questions: [
            {
              id: 'b',
              kind: 'choice',
              label: words('B'),
              choices: [{ id: 'c', label: words('C') }],
            },
          ],
        },
      ],
    },
  ],
  [
    'a failure nobody can press',
    {
      sections: [
        {
          id: 'a',
          title: words('A'),
          questions: [{ id: 'b', kind: 'yes_no', label: words('B'), fails: ['fail'] }],
        },
      ],
    },
  ],
  [
    'a condition on what comes later',
    {
      sections: [
        {
          id: 'a',
          title: words('A'),
          questions: [
            { id: 'b', kind: 'text', label: words('B'), when: { question: 'c', is: ['yes'] } },
            { id: 'c', kind: 'yes_no', label: words('C') },
          ],
        },
      ],
    },
  ],
])('a definition with %s is refused in words', async (_, definition) => {
  const before = await db.sql`select count(*) from forms`;
  await expect(addForm(us.owner, definition as object)).rejects.toMatchObject({
    hint: 'form_definition_invalid',
    message: expect.stringMatching(/[a-z]+ .*\./),
  });
  expect(await db.sql`select count(*) from forms`).toEqual(before);
});

test('a change makes the next version, and only from the newest', async () => {
  const { form, version } = await addForm(us.owner, CHECK);
  const changed = { ...CHECK, sections: CHECK.sections.slice(0, 1) };
  const change = (base: number, definition: object) =>
    act(
      us.manager,
      (tx) =>
        tx`select (change_form(${form}, ${tx.json({ name: 'Cab check', definition } as never)}, ${base})).number as number`,
    );
  expect(await change(1, CHECK)).toEqual([{ number: 1 }]);
  expect(await change(1, changed)).toEqual([{ number: 2 }]);
  await expect(change(1, CHECK)).rejects.toMatchObject({ hint: 'changed_meanwhile' });
  for (const who of [us.owner, 'service_role'] as never[])
    await expect(
      act(who, (tx) => tx`update form_versions set number = 9 where id = ${version}`),
    ).rejects.toMatchObject({ code: '42501' });
  await expect(
    db.sql`update form_versions set definition = '{}' where id = ${version}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
  expect(
    await db.sql`select number, definition from form_versions where form_id = ${form} order by number`,
  ).toEqual([
    { number: 1, definition: CHECK },
    { number: 2, definition: changed },
  ]);
});

test('people fill what is assigned to them, once for an id, with the version they saw', async () => {
  const { form, version } = await addForm(us.owner, CHECK);
  const id = randomUUID();
  const filled = { form_version_id: version, project_id: us.project, answers: PASSED };
  await expect(submit(us.employee, id, filled)).rejects.toMatchObject({
    hint: 'form_not_assigned',
  });
  const assignment = await assign({ form_id: form, project_id: us.project, every: 'day' });
  await act(
    us.owner,
    (tx) =>
      tx`select change_form(${form}, ${tx.json({ definition: { sections: CHECK.sections.slice(0, 1) } } as never)}, 1)`,
  );
  const first = await submit(us.employee, id, filled);
  expect(first).toMatchObject({
    form_version_id: version,
    assignment_id: assignment,
    employee_id: us.employee.employeeId,
    failed: 0,
  });
  // Sent again, with other answers: nothing moves.
  const again = { ...filled, answers: { values: { belt: 'na', sign }, people: {} } };
  expect(await submit(us.employee, id, again)).toEqual(first);
  await expect(submit(us.colleague, id, filled)).rejects.toMatchObject({ hint: 'id_taken' });
  expect(await db.sql`select count(*)::int as n from form_submissions where id = ${id}`).toEqual([
    { n: 1 },
  ]);
  for (const who of [us.deactivated, them.owner, them.employee])
    await expect(submit(who, randomUUID(), filled)).rejects.toMatchObject({
      code: expect.stringMatching(/42501|P0001/),
    });
  await expect(submit('anon' as never, randomUUID(), filled)).rejects.toMatchObject({
    code: '42501',
  });
});

test('who reads what was filled', async () => {
  const { form, version } = await addForm(us.owner, CHECK);
  await assign({ form_id: form, every: 'any_time' });
  const mine = randomUUID();
  const theirs = randomUUID();
  const filled = { form_version_id: version, project_id: us.project, answers: PASSED };
  await submit(us.employee, mine, filled);
  await submit(us.colleague, theirs, filled);
  const reads = async (who: Person) =>
    (await submissions(who)).map(({ id }) => id).filter((id) => id === mine || id === theirs);
  expect(await reads(us.employee)).toEqual([mine]);
  expect(await reads(us.manager)).toEqual([mine, theirs]);
  expect(await reads(us.foreman)).toEqual([]);
  expect(await reads(them.owner)).toEqual([]);
  expect(await reads(us.deactivated)).toEqual([]);
  const [crew] = await act(
    us.manager,
    (tx) =>
      tx`insert into crews (name, foreman_id) values ('Concrete', ${us.foreman.employeeId}) returning id`,
  );
  await act(
    us.manager,
    (tx) => tx`insert into crew_members (crew_id, employee_id, from_date)
      values (${crew?.['id']}, ${us.employee.employeeId}, current_date - 2)`,
  );
  expect(await reads(us.foreman)).toEqual([mine]);
  await act(
    us.manager,
    (tx) => tx`update crew_members set to_date = current_date - 1 where crew_id = ${crew?.['id']}`,
  );
  for (const who of [us.owner, us.employee])
    await expect(
      act(who, (tx) => tx`update form_submissions set failed = 3 where id = ${mine}`),
    ).rejects.toMatchObject({ code: '42501' });
  await expect(
    db.sql`update form_submissions set answers = '{}' where id = ${mine}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
  await expect(
    act(us.owner, (tx) => tx`delete from form_submissions where id = ${mine}`),
  ).rejects.toMatchObject({ code: '42501' });
});

const PHOTO = randomUUID();

test.each([
  ['nothing required was answered', {}, 'form_incomplete'],
  ['a failed check has no photo', { belt: 'fail', why: 'Torn', sign }, 'form_incomplete'],
  [
    'what appears with the failure is empty',
    { belt: 'fail', 'belt.photo': [PHOTO], why: ' ', sign },
    'form_incomplete',
  ],
  [
    'a signature has no name',
    { belt: 'pass', sign: { ...sign, name: ' ' } },
    'form_signature_unnamed',
  ],
  ['an answer does not exist', { belt: 'maybe', sign }, 'form_answer_invalid'],
  ['a number is a text', { belt: 'pass', meter: '12', sign }, 'form_answer_invalid'],
  [
    'a photo is no id',
    { belt: 'fail', 'belt.photo': ['x'], why: 'Torn', sign },
    'form_answer_invalid',
  ],
])('refused where %s', async (_, values, hint) => {
  const filled = { form_version_id: check.version, project_id: us.project };
  await expect(
    submit(us.manager, randomUUID(), { ...filled, answers: { values, people: {} } }),
  ).rejects.toMatchObject({ hint });
  expect(await db.sql`select id from form_submissions where form_id = ${check.form}`).toEqual([]);
});

test('each failed answer is an item to verify, once; what was not shown counts for nothing', async () => {
  const { version } = await addForm(us.owner, CHECK);
  const id = randomUUID();
  const answers = {
    values: { belt: 'fail', 'belt.photo': [PHOTO], why: 'Torn', sign, unknown: 'x' },
    people: {
      crew: [
        { employee_id: us.employee.employeeId, name: 'Somebody else', values: { ok: 'no' } },
        { employee_id: null, name: 'Visitor', values: { ok: 'yes' } },
        { employee_id: them.employee.employeeId, name: 'Borrowed', values: { ok: 'no' } },
      ],
    },
  };
  const filled = { form_version_id: version, project_id: us.project, answers };
  const row = await submit(us.manager, id, filled);
  expect(row).toMatchObject({ failed: 3, photo_ids: [PHOTO] });
  const stored = row['answers'] as typeof answers;
  expect(Object.keys(stored.values).sort()).toEqual(['belt', 'belt.photo', 'sign', 'why']);
  // Names are the company's own; nobody of another company is named.
  expect(stored.people.crew.map(({ employee_id, name }) => [employee_id, name])).toEqual([
    [us.employee.employeeId, 'employee Example'],
    [null, 'Visitor'],
    [null, 'Borrowed'],
  ]);
  const items = () =>
    act(
      us.manager,
      (tx) =>
        tx`select id, summary, detail, project_id from verification_items() where kind = 'failed_form_answer' and detail ->> 'submission_id' = ${id} order by summary, detail ->> 'person'`,
    );
  const found = await items();
  expect(found.map((item) => [item['summary'], item['detail'].person ?? null])).toEqual([
    ['Machine check: Belt', null],
    ['Machine check: Fit', 'Borrowed'],
    ['Machine check: Fit', 'employee Example'],
  ]);
  await submit(us.manager, id, filled);
  expect(await items()).toEqual(found);
  // Passed, with an answer left from before: nothing fails.
  const passed = { values: { belt: 'pass', why: 'Torn', sign }, people: {} };
  const other = await submit(us.manager, randomUUID(), {
    ...filled,
    answers: passed,
    corrects_id: id,
  });
  expect(other).toMatchObject({ failed: 0, corrects_id: id });
  expect((other['answers'] as { values: object }).values).not.toHaveProperty('why');
});

test('a filled check of a machine is its inspection: what fails takes it out of service', async () => {
  const { version } = await addForm(us.owner, CHECK);
  const [machine] = await act(
    us.manager,
    (tx) => tx`insert into equipment (name, number) values ('Loader', '7') returning id`,
  );
  const equipment_id = machine?.['id'] as string;
  const fill = (filledAt: string, values: object) => {
    const id = randomUUID();
    const answers = { values: { sign, ...values }, people: {} };
    const where = { form_version_id: version, project_id: us.project, equipment_id };
    return submit(us.manager, id, { ...where, filled_at: filledAt, language: 'es', answers });
  };
  const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000).toISOString();
  const inspections = () =>
    db.sql`select id, passed, items, note from equipment_inspections where equipment_id = ${equipment_id} order by inspected_at`;
  const status = async () =>
    (await db.sql`select status from equipment where id = ${equipment_id}`)[0]?.['status'];
  const passed = await fill(minutesAgo(30), { belt: 'pass' });
  expect(await inspections()).toEqual([
    {
      id: passed['id'],
      passed: true,
      items: [{ name: 'Belt (es)', passed: true }],
      note: 'Revisión',
    },
  ]);
  // Sent late: the machine passed since.
  const torn = { belt: 'fail', 'belt.photo': [PHOTO], why: 'Torn' };
  await fill(minutesAgo(60), torn);
  expect(await status()).toBe('available');
  const failed = await fill(minutesAgo(10), torn);
  expect(await status()).toBe('down');
  expect((await inspections()).map((one) => one['passed'])).toEqual([false, true, false]);
  const kinds = await db.sql`select kind from verifications where company_id = ${us.id}
    and (subject_id = ${failed['id'] as string} or detail ->> 'submission_id' = ${failed['id'] as string})`;
  expect(kinds).toEqual([{ kind: 'failed_form_answer' }]);
});

test('a correction names one’s own of the same form', async () => {
  const { form, version } = await addForm(us.owner, CHECK);
  await assign({ form_id: form, every: 'any_time' });
  const id = randomUUID();
  const filled = { form_version_id: version, project_id: us.project, answers: PASSED };
  await submit(us.employee, id, filled);
  const correction = { ...filled, corrects_id: id };
  await expect(submit(us.colleague, randomUUID(), correction)).rejects.toMatchObject({
    hint: 'not_found',
  });
  expect(await submit(us.employee, randomUUID(), correction)).toMatchObject({ corrects_id: id });
});

test('a correction fills no period', async () => {
  const { form, version } = await addForm(us.owner, CHECK);
  const [day] = await db.sql`select private.company_today(${us.id})::text as today`;
  const assignment = await assign({ form_id: form, every: 'month', starts_on: day?.['today'] });
  const doneId = async () =>
    (await due(us.employee)).find((row) => row['assignment_id'] === assignment)?.['done_id'];
  const filled = {
    form_version_id: version,
    assignment_id: assignment,
    project_id: us.project,
    answers: PASSED,
  };
  const first = randomUUID();
  await submit(us.employee, first, filled);
  await submit(us.employee, randomUUID(), { ...filled, corrects_id: first });
  expect(await doneId()).toBe(first);
});

test('photos of what was sent stay', async () => {
  const { version } = await addForm(us.owner, CHECK);
  const photo = randomUUID();
  await act(
    us.employee,
    (tx) => tx`insert into photos (id, project_id, media_type, size_bytes, taken_at)
      values (${photo}, ${us.project}, 'image/jpeg', 10, now())`,
  );
  const values = { belt: 'fail', 'belt.photo': [photo], why: 'Torn', sign };
  await submit(us.manager, randomUUID(), {
    form_version_id: version,
    project_id: us.project,
    answers: { values, people: {} },
  });
  await expect(
    act(us.manager, (tx) => tx`select delete_photos(${[photo]}::uuid[])`),
  ).rejects.toMatchObject({ hint: 'photo_of_form' });
});

test('what is due: for a project, a crew, a machine, everyone; and what was done', async () => {
  const { form, version } = await addForm(us.owner, CHECK);
  const [crew] = await act(
    us.manager,
    (tx) =>
      tx`insert into crews (name, foreman_id) values ('Steel', ${us.foreman.employeeId}) returning id`,
  );
  const [machine] = await act(
    us.manager,
    (tx) => tx`insert into equipment (name, number) values ('Excavator', '12') returning id`,
  );
  const crewId = crew?.['id'] as string;
  const machineId = machine?.['id'] as string;
  await act(
    us.manager,
    (tx) => tx`insert into crew_members (crew_id, employee_id, from_date)
      values (${crewId}, ${us.employee.employeeId}, current_date - 5)`,
  );
  const [day] = await db.sql`select private.company_today(${us.id})::text as today`;
  const starts_on = day?.['today'] as string;
  const weekdays = [1, 2, 3, 4, 5, 6, 7];
  const ofCrew = await assign({
    form_id: form,
    crew_id: crewId,
    every: 'week',
    filled_by: 'foreman',
    starts_on,
  });
  const ofMachine = await assign({
    form_id: form,
    equipment_id: machineId,
    every: 'day',
    weekdays,
    starts_on,
  });
  const ofAll = await assign({ form_id: form, every: 'month', starts_on });
  const dueIds = async (who: Person) =>
    (await due(who))
      .filter((row) => row['form_id'] === form && !row['done_id'])
      .map((row) => row['assignment_id'])
      .sort();
  expect(await dueIds(us.employee)).toEqual([ofAll]);
  expect(await dueIds(us.foreman)).toEqual([ofCrew, ofAll].sort());
  await act(us.colleague, (tx) => tx`select clock_in(${us.project}, ${us.costCode})`);
  await db.sql`update time_entries set equipment_id = ${machineId} where employee_id = ${us.colleague.employeeId}`;
  expect(await dueIds(us.colleague)).toEqual([ofMachine, ofAll].sort());
  const answers = PASSED;
  await submit(us.colleague, randomUUID(), {
    form_version_id: version,
    project_id: us.project,
    equipment_id: machineId,
    assignment_id: ofMachine,
    answers,
  });
  expect(await dueIds(us.colleague)).toEqual([ofAll]);
  // Everyone fills their own: what one sent is not what another one has to.
  await submit(us.colleague, randomUUID(), {
    form_version_id: version,
    project_id: us.project,
    assignment_id: ofAll,
    answers,
  });
  expect(await dueIds(us.colleague)).toEqual([]);
  expect(await dueIds(us.employee)).toEqual([ofAll]);
  // A worker cannot fill what is the foreman's.
  const forCrew = {
    form_version_id: version,
    project_id: us.project,
    crew_id: crewId,
    assignment_id: ofCrew,
    answers,
  };
  expect(await submit(us.employee, randomUUID(), forCrew)).toMatchObject({ assignment_id: ofAll });
  expect(await submit(us.foreman, randomUUID(), forCrew)).toMatchObject({ assignment_id: ofCrew });
  expect(await due(us.deactivated).catch(() => [])).toEqual([]);
  expect(await due(them.owner)).toEqual([]);
  const missing = await act(
    us.manager,
    (tx) =>
      tx`select * from forms_missing(${starts_on}::date, ${starts_on}::date) where form_id = ${form}`,
  );
  expect(missing.map((row) => [row['assignment_id'], row['done_id'] !== null]).sort()).toEqual(
    [
      [ofMachine, true],
      [ofAll, true],
    ].sort(),
  );
  for (const who of [us.employee, us.foreman])
    await expect(
      act(who, (tx) => tx`select * from forms_missing(${starts_on}::date, ${starts_on}::date)`),
    ).rejects.toMatchObject({ code: '42501' });
});

test('talks of a series follow the weeks of the year, whenever they begin, and begin again', async () => {
  const talks = await Promise.all(
    [1, 2, 3].map((place) =>
      addForm(us.owner, CHECK, {
        category: 'toolbox_talk',
        series: 'toolbox_talks',
        series_position: place,
      }),
    ),
  );
  const assignment = await assign({
    series: 'toolbox_talks',
    every: 'week',
    starts_on: '2025-12-31',
  });
  const talkOn = async (day: string, of = assignment) => {
    const [found] =
      await db.sql`select form_id from private.form_periods(${us.id}, ${day}) where assignment_id = ${of}`;
    return talks.findIndex(({ form }) => form === found?.['form_id']) + 1;
  };
  // Weeks 1 to 4 and 24 of 2026, its last one, which is the 53rd, and the first of the next year.
  for (const [day, talk] of [
    ['2025-12-31', 1],
    ['2026-01-07', 2],
    ['2026-01-14', 3],
    ['2026-01-21', 1],
    ['2026-06-10', 3],
    ['2026-12-30', 2],
    ['2027-01-06', 1],
  ] as const)
    expect(await talkOn(day), day).toBe(talk);
  const inSummer = await assign({
    series: 'toolbox_talks',
    every: 'week',
    starts_on: '2026-06-10',
  });
  expect(await talkOn('2026-06-10', inSummer)).toBe(3);
  await expect(assign({ series: 'toolbox_talks', every: 'day' })).rejects.toMatchObject({
    constraint: 'form_assignments_series_weekly',
  });
  await expect(
    assign({ form_id: check.form, series: 'toolbox_talks', every: 'week' }),
  ).rejects.toMatchObject({
    constraint: 'form_assignments_one_form',
  });
});
