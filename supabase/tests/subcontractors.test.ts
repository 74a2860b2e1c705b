import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { publicProject } from './public-work-stage.ts';
import { openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
const { sql } = db;
type Who = Person | 'anon';
type Answer = Record<string, unknown>;

const PDF = 'application/pdf';
const SHA = 'a'.repeat(64);
const FILE = { name: 'week.pdf', type: PDF, size: 900, sha256: SHA };
const TYPED = { name: 'Dana Fox', number: 1, workers: 4, hours: '152.50', gross: '6100.25' };

/** Sundays that are over: the last one, the one before … */
async function weekEnd(weeksAgo: number): Promise<string> {
  const [row] =
    await sql`select (d - extract(dow from d)::integer - ${7 * weeksAgo}::integer)::text as day
    from (select private.today_at(${us.id}, ${us.project}) as d) t`;
  return String(row?.['day']);
}

async function stage(company = us) {
  const { project } = await publicProject(sql, company.id, []);
  return project;
}

async function invite(
  project: string,
  given: { who?: Who; name?: string; email?: string | null; first?: string } = {},
): Promise<{ id: string; token: string }> {
  const [row] = await act(
    given.who ?? us.manager,
    async (tx) => tx`select invite_subcontractor(${project}, ${given.name ?? 'Fox Electric'},
      ${given.email === undefined ? 'Office@Fox.example' : given.email}, ${given.first ?? (await weekEnd(3))}, 'es') as sub`,
  );
  return row?.['sub'] as { id: string; token: string };
}

const page = async (token: string): Promise<Answer> =>
  (await act('anon', (tx) => tx`select subcontractor_page(${token}) as page`))[0]?.[
    'page'
  ] as Answer;
const handIn = async (
  token: string,
  week: string,
  report: object = TYPED,
  id: string = randomUUID(),
): Promise<Answer> =>
  (
    await act(
      'anon',
      (tx) =>
        tx`select hand_in_report(${token}, ${id}, ${week}, ${tx.json(report as never)}) as answer`,
      { 'x-forwarded-for': '198.51.100.9' },
    )
  )[0]?.['answer'] as Answer;
const store = (who: Who, path: unknown, metadata: object = {}) =>
  act(
    who,
    (
      tx,
    ) => tx`insert into storage.objects (bucket_id, name, metadata) values ('subcontractor-reports', ${path as string},
      ${tx.json({ eTag: `"${SHA}"`, size: 900, mimetype: PDF, ...metadata } as never)})`,
  );
const reports = (sub: { id: string }) =>
  sql`select version, status, workers, hours::text, gross::text, uploaded_at is not null as has_file, decision_note
    from subcontractor_reports where subcontractor_id = ${sub.id} order by week_end, version`;
const board = async (project: string, who: Who = us.manager) =>
  (
    await act(
      who,
      (tx) => tx`select week_end::text, state, version from subcontractor_weeks(${project})`,
    )
  ).map(
    (row) => `${row['week_end']} ${row['state']}${row['version'] ? ` v${row['version']}` : ''}`,
  );
const mails = (project: string) =>
  sql`select kind, to_address, status from handoff_mails where project_id = ${project} order by created_at, id`;

test('a subcontractor is invited by mail, hands in typed and as a file, and the board shows who is missing', async () => {
  const project = await stage();
  const sub = await invite(project);
  expect(await mails(project)).toEqual([
    { kind: 'subcontractor_invitation', to_address: 'office@fox.example', status: 'queued' },
  ]);
  const queued =
    await sql`select o.language, o.data from mail.outbox o join handoff_mails m on m.outbox_id = o.id where m.project_id = ${project}`;
  expect(queued).toMatchObject([
    { language: 'es', data: { token: sub.token, first_name: 'Fox Electric' } },
  ]);
  const [three, two, one, zero] = await Promise.all([3, 2, 1, 0].map(weekEnd));
  const today =
    await sql`select extract(dow from private.today_at(${us.id}, ${project}))::integer as dow`;
  // Of a Sunday the week before ended exactly seven days ago.
  const before = today[0]?.['dow'] === 0 ? 'open' : 'missing';
  expect(await board(project)).toEqual([
    `${three} missing`,
    `${two} missing`,
    `${one} ${before}`,
    `${zero} open`,
  ]);
  expect(await handIn(sub.token, three ?? '')).toEqual({ result: 'ok', path: null, version: 1 });
  const announced = await handIn(sub.token, two ?? '', { name: 'Dana Fox', number: 2, file: FILE });
  expect(announced['path']).toMatch(
    new RegExp(`^${us.id}/${project}/[0-9a-f-]{36}/[0-9a-f-]{36}\\.pdf$`),
  );
  // Announced is not handed in.
  expect((await board(project))[1]).toBe(`${two} missing`);
  await store('anon', announced['path']);
  expect(
    await handIn(sub.token, one ?? '', { name: 'Dana Fox', number: 3, no_work: true }),
  ).toMatchObject({ version: 1 });
  expect(await board(project)).toEqual([
    `${three} handed_in v1`,
    `${two} handed_in v1`,
    `${one} handed_in v1`,
    `${zero} open`,
  ]);
  expect(await page(sub.token)).toMatchObject({
    state: 'open',
    company: 'Test Builders',
    name: 'Fox Electric',
    language: 'es',
    weeks: [
      { week_end: zero, state: 'open', reports: [] },
      { week_end: one, reports: [{ no_work: true, workers: 0, hours: '0.00' }] },
      { week_end: two, reports: [{ file_name: 'week.pdf', status: 'handed_in' }] },
      { week_end: three, reports: [{ gross: '6100.25', hours: '152.50', workers: 4 }] },
    ],
  });
  const [stored] =
    await sql`select address from subcontractor_reports where subcontractor_id = ${sub.id} limit 1`;
  expect(stored?.['address']).toBe('198.51.100.0/24');
});

test('handing in again keeps what was there as a version of its own', async () => {
  const project = await stage();
  const sub = await invite(project);
  const week = await weekEnd(2);
  const id = randomUUID();
  await handIn(sub.token, week, TYPED, id);
  expect(await handIn(sub.token, week, { ...TYPED, workers: 9 }, id)).toMatchObject({ version: 1 });
  await handIn(sub.token, week, { ...TYPED, workers: 5 });
  expect(await reports(sub)).toMatchObject([
    { version: 1, workers: 4 },
    { version: 2, workers: 5 },
  ]);
  await expect(
    sql`update subcontractor_reports set workers = 1 where subcontractor_id = ${sub.id}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
  const both = await Promise.all([handIn(sub.token, week), handIn(sub.token, week)]);
  expect(both.map(({ version }) => version).sort()).toEqual([3, 4]);

  const announced = await handIn(sub.token, week, { name: 'Dana', file: FILE });
  await store('anon', announced['path']);
  await expect(store('anon', announced['path'])).rejects.toMatchObject({ code: '42501' });
  await expect(
    sql`update storage.objects set version = 'other' where name = ${announced['path'] as string}`,
  ).rejects.toMatchObject({ hint: 'append_only' });
});

test('a file is stored once, where it was announced, with the size, type and hash that were announced', async () => {
  const project = await stage();
  const sub = await invite(project);
  const { path } = await handIn(sub.token, await weekEnd(2), { name: 'Dana', file: FILE });
  const refused = { code: '42501' };
  await expect(store('anon', `${us.id}/${project}/guess.pdf`)).rejects.toMatchObject(refused);
  await expect(store('anon', path, { size: 901 })).rejects.toMatchObject(refused);
  await expect(store('anon', path, { mimetype: 'application/x-msdownload' })).rejects.toMatchObject(
    refused,
  );
  await expect(store('anon', path, { eTag: `"${'b'.repeat(64)}"` })).rejects.toMatchObject({
    hint: 'file_differs',
  });
  await expect(store(us.employee, path)).rejects.toMatchObject(refused);
  await sql`update companies set storage_limit_bytes = 100 where id = ${us.id}`;
  await expect(store('anon', path)).rejects.toMatchObject(refused);
  await sql`update companies set storage_limit_bytes = 21474836480 where id = ${us.id}`;
  await store('anon', path);
  const seen = (who: Who) =>
    act(who, (tx) => tx`select from storage.objects where name = ${path as string}`);
  expect(await seen(us.manager)).toHaveLength(1);
  for (const who of [us.foreman, us.employee, them.owner, 'anon'] as const) {
    expect(await seen(who)).toEqual([]);
  }
});

test('only managers invite, see and decide, and only for their own company', async () => {
  const project = await stage();
  const sub = await invite(project);
  const week = await weekEnd(2);
  const id = randomUUID();
  await handIn(sub.token, week, TYPED, id);
  const tries: ((who: Who) => Promise<unknown>)[] = [
    (who) => invite(project, { who, name: 'Other' }),
    (who) => act(who, (tx) => tx`select decide_subcontractor_report(${id}, true)`),
    (who) => act(who, (tx) => tx`select revoke_subcontractor(${sub.id})`),
    (who) => act(who, (tx) => tx`select new_subcontractor_link(${sub.id})`),
    (who) => act(who, (tx) => tx`select mail_missing_subcontractors(array[${sub.id}]::uuid[])`),
    (who) => act(who, (tx) => tx`select * from subcontractor_weeks(${project})`),
  ];
  for (const attempt of tries) {
    for (const who of [us.foreman, us.employee, us.deactivated, 'anon'] as const) {
      await expect(attempt(who)).rejects.toMatchObject({ code: '42501' });
    }
  }
  for (const attempt of tries.slice(0, 4)) {
    await expect(attempt(them.owner)).rejects.toMatchObject({ code: 'P0001' });
  }
  expect(
    await act(
      them.owner,
      (tx) => tx`select mail_missing_subcontractors(array[${sub.id}]::uuid[]) as count`,
    ),
  ).toEqual([{ count: 0 }]);
  expect(await board(project, them.owner)).toEqual([]);
  expect(await reports(sub)).toMatchObject([{ status: 'handed_in' }]);
  expect(await mails(project)).toHaveLength(1);
  await expect(invite(us.project)).rejects.toMatchObject({ hint: 'no_public_contract' });
  await expect(invite(project, { name: ' fox electric ' })).rejects.toMatchObject({
    constraint: 'subcontractors_name_once',
  });
  await expect(invite(project, { name: 'Mail', email: 'nowhere' })).rejects.toMatchObject({
    constraint: 'subcontractors_email_form',
  });
});

test('a link opens its own subcontractor and no other, and nothing once it was revoked', async () => {
  const project = await stage();
  const sub = await invite(project);
  const other = await invite(await stage(), { name: 'Other project' });
  const week = await weekEnd(2);
  const id = randomUUID();
  await handIn(sub.token, week, TYPED, id);
  // The id of somebody else's report is no way to it.
  expect(await handIn(other.token, week, TYPED, id)).toEqual({ result: 'unknown' });
  expect(JSON.stringify(await page(other.token))).not.toContain('Fox Electric');
  for (const wrong of ['', 'guess', sub.id, `${sub.token}0`]) {
    expect(await page(wrong)).toEqual({ state: 'unknown' });
    expect(await handIn(wrong, week)).toEqual({ result: 'unknown' });
  }
  const [more] = await act(us.owner, (tx) => tx`select new_subcontractor_link(${sub.id}) as token`);
  expect(await page(String(more?.['token']))).toMatchObject({ name: 'Fox Electric' });
  const announced = await handIn(sub.token, week, { name: 'Dana', file: FILE });
  await act(us.manager, (tx) => tx`select revoke_subcontractor(${sub.id})`);
  for (const token of [sub.token, String(more?.['token'])]) {
    expect(await page(token)).toEqual({ state: 'unknown' });
    expect(await handIn(token, week)).toEqual({ result: 'unknown' });
  }
  await expect(store('anon', announced['path'])).rejects.toMatchObject({ code: '42501' });
  expect(await reports(sub)).toMatchObject([{ version: 1 }, { version: 2, has_file: false }]);
  // The name is free for a new invitation.
  await invite(project);
});

test('what cannot be is refused with a reason', async () => {
  const project = await stage();
  const sub = await invite(project);
  const week = await weekEnd(2);
  const refusals: [string, object, object][] = [
    [week, { ...TYPED, name: ' ' }, { hint: 'hand_in_name' }],
    [await weekEnd(4), TYPED, { hint: 'hand_in_week' }],
    [await weekEnd(-1), TYPED, { hint: 'hand_in_week' }],
    ['2026-01-01', TYPED, { hint: 'hand_in_week' }],
    [week, { ...TYPED, workers: 'four' }, { hint: 'hand_in_numbers' }],
    [week, { ...TYPED, hours: 'NaN' }, { code: '23514' }],
    [week, { ...TYPED, hours: -1 }, { constraint: 'subcontractor_reports_hours_range' }],
    [week, { ...TYPED, note: 'SSN 123-45-6789' }, { hint: 'nine_digits' }],
    [week, { name: 'Dana' }, { constraint: 'subcontractor_reports_says_something' }],
    [
      week,
      { name: 'Dana', file: { ...FILE, type: 'text/html' } },
      { constraint: 'subcontractor_reports_media_type_known' },
    ],
    [
      week,
      { name: 'Dana', file: { ...FILE, size: 20971521 } },
      { constraint: 'subcontractor_reports_size_range' },
    ],
    [
      week,
      { name: 'Dana', file: { ...FILE, sha256: 'x' } },
      { constraint: 'subcontractor_reports_sha256_form' },
    ],
  ];
  for (const [day, report, refusal] of refusals) {
    await expect(handIn(sub.token, day, report)).rejects.toMatchObject(refusal);
  }
  expect(await reports(sub)).toEqual([]);
  await sql`insert into subcontractor_reports (company_id, subcontractor_id, week_end, version, no_work, handed_in_by)
    select ${us.id}, ${sub.id}, ${week}, v, true, 'Script' from generate_series(1, 60) v`;
  await expect(handIn(sub.token, week)).rejects.toMatchObject({ hint: 'too_many_hand_ins' });
});

test('the prime accepts or returns the newest version; a return is mailed with the note', async () => {
  const project = await stage();
  const sub = await invite(project);
  const week = await weekEnd(2);
  const [first, second] = [randomUUID(), randomUUID()];
  await handIn(sub.token, week, TYPED, first);
  const decide = (id: string, accept: boolean | null, note: string | null = null) =>
    act(us.manager, (tx) => tx`select decide_subcontractor_report(${id}, ${accept}, ${note})`);
  await expect(decide(first, false, ' ')).rejects.toMatchObject({ hint: 'return_note_required' });
  await expect(decide(randomUUID(), true)).rejects.toMatchObject({ hint: 'not_found' });
  await expect(decide(first, null)).rejects.toMatchObject({ hint: 'unknown_action' });
  await decide(first, false, 'Page 2 is not signed');
  expect(await mails(project)).toMatchObject([{}, { kind: 'subcontractor_returned' }]);
  expect(await page(sub.token)).toMatchObject({
    weeks: expect.arrayContaining([
      expect.objectContaining({
        week_end: week,
        state: 'returned',
        reports: [expect.objectContaining({ decision_note: 'Page 2 is not signed' })],
      }),
    ]),
  });
  await handIn(sub.token, week, TYPED, second);
  await expect(decide(first, true)).rejects.toMatchObject({ hint: 'newer_version' });
  await decide(second, true);
  expect(await reports(sub)).toMatchObject([{ status: 'returned' }, { status: 'accepted' }]);
});

test('the missing ones are mailed once each, with their weeks; a final report ends the list', async () => {
  const project = await stage();
  const sub = await invite(project);
  const mute = await invite(project, { name: 'No address', email: null });
  const [three, two] = await Promise.all([3, 2].map(weekEnd));
  const mail = async () =>
    (
      await act(
        us.manager,
        (tx) =>
          tx`select mail_missing_subcontractors(array[${sub.id}, ${mute.id}]::uuid[]) as count`,
      )
    )[0]?.['count'];
  expect(await mail()).toBe(1);
  const [queued] =
    await sql`select o.template, o.data from mail.outbox o join handoff_mails m on m.outbox_id = o.id
      where m.project_id = ${project} and m.kind = 'subcontractor_missing'`;
  expect(queued?.['data']).toMatchObject({
    weeks: expect.stringContaining(`${two?.slice(5, 7)}/${two?.slice(8)}/${two?.slice(0, 4)}`),
  });
  const token = String((queued?.['data'] as { token?: string } | undefined)?.token);
  expect(token).not.toBe(sub.token);
  expect(await page(token)).toMatchObject({ name: 'Fox Electric' });
  await handIn(token, three ?? '', { ...TYPED, final: true });
  expect(await mail()).toBe(0);
  expect((await board(project)).filter((line) => line.includes('v1'))).toEqual([
    `${three} handed_in v1`,
  ]);
});

test('what became of a mail is noted once', async () => {
  const project = await stage();
  await invite(project);
  const [mail] = await sql`select outbox_id from handoff_mails where project_id = ${project}`;
  const note = (status: string, error: string | null = null) =>
    sql`select private.note_delivery('mail', ${mail?.['outbox_id'] as string}, ${status}, ${error})`;
  await note('failed', 'mailbox unavailable');
  await note('sent');
  expect(await sql`select status, error from handoff_mails where project_id = ${project}`).toEqual([
    { status: 'failed', error: 'mailbox unavailable' },
  ]);
});

test('managers change address, language and first week, and nothing else of a subcontractor', async () => {
  const project = await stage();
  const sub = await invite(project);
  const change = (who: Who, fields: object) =>
    act(
      who,
      (tx) =>
        tx`update subcontractors set ${tx(fields as never)} where id = ${sub.id} returning email, first_week_end::text`,
    );
  const week = await weekEnd(5);
  expect(await change(us.manager, { email: 'new@fox.example', first_week_end: week })).toEqual([
    { email: 'new@fox.example', first_week_end: week },
  ]);
  await expect(change(us.manager, { first_week_end: '2026-01-01' })).rejects.toMatchObject({
    hint: 'not_a_week_end',
  });
  await expect(change(us.manager, { name: 'Other' })).rejects.toMatchObject({ code: '42501' });
  await expect(change(us.manager, { revoked_at: null })).rejects.toMatchObject({ code: '42501' });
  for (const who of [us.foreman, us.employee, them.owner]) {
    expect(await change(who, { email: null })).toEqual([]);
  }
  await act(us.manager, (tx) => tx`select revoke_subcontractor(${sub.id})`);
  expect(await change(us.manager, { email: null })).toEqual([]);
});

test('links of a subcontractor pile up to twenty', async () => {
  const project = await stage();
  const sub = await invite(project);
  for (let count = 0; count < 20; count += 1) {
    await act(us.manager, (tx) => tx`select new_subcontractor_link(${sub.id})`);
  }
  expect(
    await sql`select from private.subcontractor_links where subcontractor_id = ${sub.id}`,
  ).toHaveLength(20);
  expect(await page(sub.token)).toEqual({ state: 'unknown' });
});
