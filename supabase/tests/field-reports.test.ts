import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openCompanies, type Person } from './world.ts';

const DAY = '2026-03-10';
const { db, us, them, act } = await openCompanies();

const at = (time: string, day = DAY) => new Date(`${day}T${time}:00-04:00`);

async function work(who: Person, from: string, to: string | null, project: string, day = DAY) {
  const [row] = await db.sql`
    insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id, cost_code_id)
    values (${us.id}, ${who.employeeId}, ${at(from, day)}, ${to && at(to, day)}, ${project}, ${us.costCode}) returning id`;
  return row?.['id'] as string;
}

async function newProject(name = 'Annex'): Promise<string> {
  const [row] = await act(
    us.manager,
    (tx) => tx`insert into projects (name) values (${name}) returning id`,
  );
  return row?.['id'];
}

const draft = async (who: Person, project: string, day = DAY) =>
  (await act(who, (tx) => tx`select * from draft_field_report(${project}, ${day})`))[0] as {
    id: string;
    number: string;
    status: string;
  };
const save = (who: Person, id: string, changes: object) =>
  act(who, (tx) => tx`select * from save_field_report(${id}, ${tx.json(changes as never)})`);
const submit = (who: Person, id: string) =>
  act(who, (tx) => tx`select * from submit_field_report(${id}, 'Hank Sorensen', 'en')`);
const review = (who: Person, id: string, accept: boolean, note: string | null = null) =>
  act(who, (tx) => tx`select * from review_field_report(${id}, ${accept}, ${note})`);
const figures = async (project: string, who = us.foreman) =>
  (await act(who, (tx) => tx`select field_report_figures(${project}, ${DAY}) as of`))[0]?.[
    'of'
  ] as {
    people: number;
    seconds: number;
    crew: { name: string; seconds: number; clock_in: string }[];
    equipment: object[];
    quantities: object[];
  };

test('the figures of a report are the totals of the day, machines and quantities with them', async () => {
  const project = await newProject();
  await work(us.employee, '07:00', '15:30', project);
  await work(us.colleague, '08:00', '12:00', project);
  await work(us.colleague, '13:00', '14:00', us.project);
  const [machine] = await act(
    us.manager,
    (tx) => tx`insert into equipment (name, number) values ('Pump', 'P-2') returning id`,
  );
  await act(
    us.foreman,
    (
      tx,
    ) => tx`insert into equipment_days (equipment_id, work_date, project_id, working_minutes, idle_minutes, down_minutes)
      values (${machine?.['id']}, ${DAY}, ${project}, 310, 80, 45)`,
  );
  await act(
    us.foreman,
    (tx) => tx`insert into quantities (project_id, cost_code_id, work_date, quantity, area)
      values (${project}, ${us.costCode}, '2026-03-09', 10, 'West'), (${project}, ${us.costCode}, ${DAY}, 38, 'East bay')`,
  );
  const of = await figures(project);
  const [total] =
    await db.sql`select sum(seconds)::int as seconds, count(distinct employee_id)::int as people from work_totals where project_id = ${project} and work_date = ${DAY}`;
  expect({ seconds: of.seconds, people: of.people }).toEqual(total);
  expect(of.seconds).toBe(45_000);
  expect(of.equipment).toMatchObject([
    { name: 'P-2 Pump', working_seconds: 18_600, idle_seconds: 4800, down_seconds: 2700 },
  ]);
  expect(of.quantities).toMatchObject([{ quantity: 38, to_date: 48, area: 'East bay' }]);
});

test('numbers count per company and year; the same day is the same report, also for two at once', async () => {
  const [one, other] = [await newProject('One'), await newProject('Other')];
  const twice = await Promise.all([draft(us.foreman, one), draft(us.manager, one)]);
  expect(new Set(twice.map(({ id }) => id)).size).toBe(1);
  const numbers = [
    twice[0]?.number,
    (await draft(us.foreman, one, '2026-03-11')).number,
    (await draft(us.foreman, one, '2025-12-31')).number,
    (await draft(us.foreman, other)).number,
  ];
  const first = Number(numbers[0]?.slice(-4));
  const next = (by: number) => `FR-2026-${String(first + by).padStart(4, '0')}`;
  expect(numbers).toEqual([next(0), next(1), 'FR-2025-0001', next(2)]);
  await expect(draft(us.foreman, one, '2999-01-01')).rejects.toMatchObject({
    hint: 'report_in_future',
  });
});

test('two people write at once and keep each other’s parts', async () => {
  const { id } = await draft(us.foreman, await newProject());
  await Promise.all([
    save(us.foreman, id, { work: 'Placed level 2 slab' }),
    save(us.manager, id, { visitors: [{ name: 'Inspector Lee' }] }),
  ]);
  const [row] = await db.sql`select content from field_reports where id = ${id}`;
  expect(row?.['content']).toEqual({
    work: 'Placed level 2 slab',
    visitors: [{ name: 'Inspector Lee' }],
  });
  await expect(save(us.foreman, id, { status: 'locked' })).rejects.toMatchObject({
    hint: 'invalid_report',
  });
});

test('draft, submitted, sent back, submitted, reviewed, locked: every step once and in order', async () => {
  const project = await newProject();
  await work(us.employee, '07:00', '15:00', project, '2026-03-12');
  const { id, number } = await draft(us.foreman, project, '2026-03-12');
  await save(us.foreman, id, { work: 'Formed walls', visitors: [] });
  await expect(review(us.manager, id, true)).rejects.toMatchObject({
    hint: 'report_not_submitted',
  });
  expect(await submit(us.foreman, id)).toMatchObject([{ status: 'submitted', version: 1 }]);
  await expect(save(us.foreman, id, { work: 'More' })).rejects.toMatchObject({
    hint: 'report_not_draft',
  });
  await expect(review(us.foreman, id, true)).rejects.toMatchObject({ code: '42501' });
  await expect(review(us.manager, id, false)).rejects.toMatchObject({
    hint: 'review_note_required',
  });
  await review(us.manager, id, false, 'Which walls?');
  await save(us.foreman, id, { work: 'Formed walls at line 4' });
  expect(await submit(us.foreman, id)).toMatchObject([{ status: 'submitted', version: 2 }]);
  await expect(act(us.manager, (tx) => tx`select lock_field_report(${id})`)).rejects.toMatchObject({
    hint: 'report_not_reviewed',
  });
  await review(us.manager, id, true);
  await act(us.manager, (tx) => tx`select lock_field_report(${id})`);
  await expect(review(us.owner, id, false, 'Again')).rejects.toMatchObject({
    hint: 'report_not_submitted',
  });
  await expect(
    db.sql`update field_reports set content = '{}' where id = ${id}`,
  ).rejects.toMatchObject({ hint: 'report_not_draft' });
  await expect(db.sql`delete from field_reports where id = ${id}`).rejects.toMatchObject({
    hint: 'append_only',
  });
  const versions =
    await db.sql`select version, content, sha256 from field_report_versions where report_id = ${id} order by version`;
  expect(versions.map((row) => row['content'].work)).toEqual([
    'Formed walls',
    'Formed walls at line 4',
  ]);
  expect(versions[0]?.['content'].none).toEqual([
    'delays',
    'deliveries',
    'directed',
    'notes',
    'subcontractors',
    'visitors',
    'weather',
  ]);
  await expect(
    db.sql`update field_report_versions set figures = '{}' where report_id = ${id}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
  const [text] =
    await db.sql`select jsonb_build_object('number', ${number}::text, 'date', r.report_date, 'version', v.version,
      'signed_name', v.signed_name, 'submitted_at', r.submitted_at, 'content', v.content, 'figures', v.figures)::text as hashed
    from field_report_versions v join field_reports r on r.id = v.report_id where r.id = ${id} and v.version = 2`;
  expect(createHash('sha256').update(text?.['hashed']).digest('hex')).toBe(versions[1]?.['sha256']);
});

test('a later correction of the time shows as a difference, and the version stays', async () => {
  const project = await newProject();
  const entry = await work(us.employee, '07:00', '15:00', project, '2026-03-20');
  const { id } = await draft(us.foreman, project, '2026-03-20');
  await submit(us.foreman, id);
  const changes = () => act(us.foreman, (tx) => tx`select * from field_report_changes(${id})`);
  expect(await changes()).toEqual([]);
  await db.sql`update time_entries set clock_out = ${at('14:00', '2026-03-20')} where id = ${entry}`;
  await work(us.colleague, '09:00', '10:00', project, '2026-03-20');
  const found = await changes();
  expect(
    found.map((row) => [row['part'], row['field'], row['before'], row['after']]).sort(),
  ).toEqual([
    ['crew', 'seconds', null, '3600'],
    ['crew', 'seconds', '28800', '25200'],
  ]);
  const [version] =
    await db.sql`select figures ->> 'seconds' as seconds from field_report_versions where report_id = ${id}`;
  expect(version?.['seconds']).toBe('28800');
});

test('days with work and no report are missing theirs', async () => {
  const project = await newProject();
  await work(us.employee, '07:00', '15:00', project, '2026-03-16');
  await work(us.employee, '07:00', '15:00', project, '2026-03-17');
  await draft(us.foreman, project, '2026-03-17');
  const days = await act(
    us.foreman,
    (tx) => tx`select * from field_report_days('2026-03-01', '2026-03-31', ${project})`,
  );
  expect(days.map((row) => [row['number'], row['seconds'], row['people']])).toEqual([
    [expect.stringMatching(/^FR-2026-\d{4}$/), '28800', '1'],
    [null, '28800', '1'],
  ]);
});

test('employees see none, foremen only projects they see, another company nothing', async () => {
  const project = await newProject('Closed');
  await act(
    us.manager,
    (tx) =>
      tx`insert into project_members (project_id, employee_id) values (${project}, ${us.employee.employeeId})`,
  );
  const { id } = await draft(us.manager, project);
  await expect(draft(us.foreman, project)).rejects.toMatchObject({ hint: 'project_unknown' });
  await expect(draft(us.employee, project)).rejects.toMatchObject({ code: '42501' });
  await expect(figures(project, us.employee)).rejects.toMatchObject({ code: '42501' });
  await expect(figures(project, them.owner)).rejects.toMatchObject({ hint: 'project_unknown' });
  for (const who of [us.foreman, them.owner]) {
    await expect(submit(who, id)).rejects.toMatchObject({ hint: 'not_found' });
    await expect(save(who, id, { work: 'x' })).rejects.toMatchObject({ hint: 'not_found' });
    expect(await act(who, (tx) => tx`select from field_reports where id = ${id}`)).toEqual([]);
  }
  await expect(
    act(us.manager, (tx) => tx`update field_reports set status = 'locked' where id = ${id}`),
  ).rejects.toMatchObject({ code: '42501' });
  expect(await db.sql`select status from field_reports where id = ${id}`).toEqual([
    { status: 'draft' },
  ]);
});

async function addPhoto(project: string, time: string, changes: Record<string, unknown> = {}) {
  const [row] = await db.sql`insert into photos ${db.sql({
    company_id: us.id,
    project_id: project,
    employee_id: us.employee.employeeId,
    sha256: 'a'.repeat(64),
    caption: `At ${time}`,
    taken_at: at(time),
    uploaded_at: at(time),
    ...changes,
  })} returning id`;
  return row?.['id'] as string;
}

test('the photos of the day are part of a report, but for those left out', async () => {
  const project = await newProject();
  const [first, second] = [await addPhoto(project, '08:00'), await addPhoto(project, '09:00')];
  await addPhoto(project, '10:00', { is_private: true });
  await addPhoto(project, '10:05', { deleted_at: at('11:00') });
  await addPhoto(project, '10:10', { uploaded_at: null });
  await addPhoto(project, '10:15', { media_type: 'video/mp4' });
  await addPhoto(project, '08:00', { taken_at: at('08:00', '2026-03-11') });
  const shown = async () =>
    ((await figures(project)) as unknown as { photos: { id: string }[] }).photos;
  expect(await shown()).toMatchObject([
    { id: first, sha256: 'a'.repeat(64), caption: 'At 08:00', by: expect.any(String) },
    { id: second },
  ]);
  const report = await draft(us.foreman, project);
  await save(us.foreman, report.id, { left_out: [second] });
  await submit(us.foreman, report.id);
  const linked = async () =>
    (await db.sql`select id from photos where field_report_id = ${report.id}`).map(({ id }) => id);
  expect(await linked()).toEqual([first]);
  const version = async () =>
    (
      await db.sql`select figures -> 'photos' as photos from field_report_versions
        where report_id = ${report.id} order by version desc limit 1`
    )[0]?.['photos'] as { id: string }[];
  expect((await version()).map(({ id }) => id)).toEqual([first]);

  // Sent back: the next version shows the other one, and the first is free again.
  await review(us.manager, report.id, false, 'The other photo, please');
  await save(us.foreman, report.id, { left_out: [first] });
  await submit(us.foreman, report.id);
  expect(await linked()).toEqual([second]);
  expect((await version()).map(({ id }) => id)).toEqual([second]);
  await review(us.manager, report.id, true);
  await act(us.manager, (tx) => tx`select lock_field_report(${report.id})`);
  await expect(
    act(us.owner, (tx) => tx`select delete_photos(array[${second}]::uuid[])`),
  ).rejects.toMatchObject({ hint: 'photo_locked' });
  expect(
    (await act(us.owner, (tx) => tx`select delete_photos(array[${first}]::uuid[]) as n`))[0],
  ).toEqual({ n: 1 });
});

test('a photo of another day that was put into a draft is part of the report, and of no other', async () => {
  const project = await newProject();
  const report = await draft(us.foreman, project);
  const day = (date: string) =>
    act(
      us.foreman,
      (tx) => tx`select field_report_figures(${project}, ${date}) -> 'photos' as photos`,
    );
  const late = await addPhoto(project, '08:00', { taken_at: at('08:00', '2026-03-11') });
  expect(await day('2026-03-11')).toMatchObject([{ photos: [{ id: late }] }]);
  await act(
    us.manager,
    (tx) => tx`update photos set field_report_id = ${report.id} where id = ${late}`,
  );
  expect(await day('2026-03-11')).toEqual([{ photos: [] }]);
  await submit(us.foreman, report.id);
  const [version] =
    await db.sql`select figures -> 'photos' as photos from field_report_versions where report_id = ${report.id}`;
  expect(version).toMatchObject({ photos: [{ id: late }] });
});

test('two people write one part: lines and texts of both stay, each once', async () => {
  const report = await draft(us.foreman, await newProject());
  const saveSeen = async (who: Person, changes: object, seen: object) =>
    (
      await act(
        who,
        (tx) =>
          tx`select content from save_field_report(${report.id}, ${tx.json(changes as never)}, ${tx.json(seen as never)})`,
      )
    )[0]?.['content'];
  const line = (text: string) => ({ text, detail: '' });
  await save(us.foreman, report.id, { work: 'Poured slab.', visitors: [line('Inspector')] });
  const seen = { work: 'Poured slab.', visitors: [line('Inspector')] };
  await saveSeen(
    us.foreman,
    { work: 'Poured slab. Stripped forms.', visitors: [line('Inspector'), line('Owner')] },
    seen,
  );
  const second = { work: 'Poured slab. Set rebar.', visitors: [line('Architect')] };
  const both = {
    work: 'Poured slab. Stripped forms.\nSet rebar.',
    // The second took the inspector away and added the architect.
    visitors: [line('Owner'), line('Architect')],
  };
  expect(await saveSeen(us.manager, second, seen)).toMatchObject(both);
  // The answer was lost: once more changes nothing.
  expect(await saveSeen(us.manager, second, seen)).toMatchObject(both);
  // Who saw it as it is replaces it; other parts are not touched.
  expect(await saveSeen(us.manager, { work: 'All done.' }, { work: both.work })).toMatchObject({
    work: 'All done.',
    visitors: both.visitors,
  });
  await Promise.all([
    saveSeen(us.foreman, { notes: 'From the foreman' }, {}),
    saveSeen(us.manager, { notes: 'From the office' }, {}),
  ]);
  const [stored] = await db.sql`select content from field_reports where id = ${report.id}`;
  expect(stored?.['content'].notes.split('\n').sort()).toEqual([
    'From the foreman',
    'From the office',
  ]);
});

test('talks of the day are in the report with who signed, where they were held or worked', async () => {
  const [project, other] = [await newProject(), await newProject('Other')];
  await work(us.employee, '21:00', '22:00', project);
  const [talk] = await act(
    us.manager,
    (tx) => tx`insert into bulletins (title, body, kind, audience, publish_at)
      values ('Ladders', 'Three points of contact', 'talk', '{"everyone": true}', now()) returning id`,
  );
  const sign = (name: string, fields: object) =>
    act(
      us.foreman,
      (tx) =>
        tx`insert into talk_signatures ${tx({
          bulletin_id: talk?.['id'],
          signed_name: name,
          strokes: tx.json([[[1, 2]]]),
          language: 'en',
          held_by: us.foreman.employeeId,
          held_on: DAY,
          ...fields,
        } as never)}`,
    );
  await sign('Luis Ortega', { employee_id: us.employee.employeeId });
  await sign('A visitor', { project_id: project });
  await sign('Somewhere else', { project_id: other });
  const talks = ((await figures(project)) as unknown as { talks: object[] }).talks;
  expect(talks).toMatchObject([
    {
      title: 'Ladders',
      signatures: [
        { name: 'Luis Ortega', visitor: false, strokes: [[[1, 2]]] },
        { name: 'A visitor', visitor: true },
      ],
    },
  ]);
});

test('a drawn signature is part of the version it signs and of its hash', async () => {
  const project = await newProject();
  const report = await draft(us.foreman, project);
  const sign = (strokes: unknown) =>
    act(
      us.foreman,
      (tx) =>
        tx`select submit_field_report(${report.id}, 'Hank Sorensen', 'en', ${tx.json(strokes as never)})`,
    );
  await expect(sign({ not: 'lines' })).rejects.toMatchObject({ hint: 'invalid_report' });
  const strokes = [
    [
      [10, 20],
      [30, 40],
    ],
  ];
  await sign(strokes);
  const [kept] = await db.sql`select v.content, v.sha256,
      encode(sha256(convert_to(jsonb_build_object('number', r.number, 'date', r.report_date, 'version', v.version, 'signed_name', v.signed_name,
        'submitted_at', r.submitted_at, 'content', v.content, 'figures', v.figures)::text, 'UTF8')), 'hex') as again,
      r.content as draft
    from field_report_versions v join field_reports r on r.id = v.report_id where r.id = ${report.id}`;
  expect(kept?.['content'].strokes).toEqual(strokes);
  expect(kept?.['sha256']).toBe(kept?.['again']);
  // The next version is signed anew.
  expect(kept?.['draft'].strokes).toBeUndefined();
});

test('a report keeps the weather with its source, as it was signed, and the site knows it', async () => {
  const project = await newProject('Weather');
  const report = await draft(us.foreman, project);
  const read = {
    low_f: 51,
    high_f: 79,
    source: 'weather.example.com',
    read_at: '2026-03-10T11:02:00Z',
  };
  await save(us.foreman, report.id, { day_weather: read });
  await submit(us.foreman, report.id);
  await expect(
    save(us.foreman, report.id, { day_weather: { ...read, high_f: 60 } }),
  ).rejects.toMatchObject({ hint: 'report_not_draft' });
  const [version] =
    await db.sql`select content from field_report_versions where report_id = ${report.id}`;
  expect(version?.['content']).toMatchObject({ day_weather: read });
  await review(us.manager, report.id, false, 'It was hotter');
  await save(us.foreman, report.id, { day_weather: { ...read, high_f: 88, edited: true } });
  // Nonsense stays in the draft and reaches nobody else.
  await save(us.foreman, report.id, { day_weather: { high_f: 'hot', source: 'entered' } });
  const readings = await act(
    us.employee,
    (tx) =>
      tx`select high_f, source from site_weather where project_id = ${project} order by created_at`,
  );
  expect(readings).toEqual([
    { high_f: 79, source: 'weather.example.com' },
    { high_f: 88, source: 'entered' },
  ]);
});
