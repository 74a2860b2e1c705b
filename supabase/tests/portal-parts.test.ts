import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();
type Json = Record<string, unknown>;
const HEADERS = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'Phone' };
const DAY = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

async function create(shows: string[], email: string | null = null, project = us.project) {
  const [row] = await act(
    us.manager,
    (tx) => tx`select create_portal_link(${project}, ${shows},
      current_date + 7, 'Ken Alvarez', ${email}, 'es') as link`,
  );
  return row?.['link'] as { id: string; token: string };
}

const ask = async (call: (tx: typeof db.sql) => Promise<unknown>, headers: object = HEADERS) =>
  ((await act('anon', call as never, headers as never)) as Json[])[0]?.['of'] as Json;
const page = (token: string) => ask((tx) => tx`select portal_page(${token}) as of`);
const report = (token: string, id: string) =>
  ask((tx) => tx`select portal_field_report(${token}, ${id}) as of`);
const photos = (token: string, before: string | null = null) =>
  ask((tx) => tx`select portal_photos(${token}, ${before}) as of`);
const photo = (token: string, id: string) =>
  ask((tx) => tx`select portal_photo(${token}, ${id}) as of`);
const ticket = (token: string, id: string) =>
  ask((tx) => tx`select portal_ticket(${token}, ${id}) as of`);
const sendCode = (token: string) => ask((tx) => tx`select send_portal_code(${token}, 'es') as of`);
const enterCode = (token: string, code: string) =>
  ask((tx) => tx`select enter_portal_code(${token}, ${code}) as of`);
const subjects = async (id: string) =>
  (
    await db.sql`select subject from portal_views where portal_link_id = ${id} order by viewed_at`
  ).map(({ subject }) => subject);
const lastMail = async (template: string) =>
  (
    await db.sql`select to_address, language, data from mail.outbox
    where template = ${template} order by created_at desc limit 1`
  )[0] as { to_address: string; language: string; data: Json };
const closed = { hint: 'portal_closed' };

async function submittedReport(project = us.project, who: Person = us.foreman): Promise<string> {
  const [draft] = await act(who, (tx) => tx`select id from draft_field_report(${project}, ${DAY})`);
  const id = String(draft?.['id']);
  const content = {
    work: 'Poured the slab',
    notes: 'Ask for more money',
    weather: [],
    visitors: [{ text: 'Ken Alvarez', detail: 'Owner' }],
  };
  await act(who, (tx) => tx`select save_field_report(${id}, ${tx.json(content)})`);
  await act(who, (tx) => tx`select submit_field_report(${id}, 'Hank Sorensen', 'en')`);
  return id;
}

const pathOf = (id: string) => `${us.id}/${us.project}/${id}.jpg`;

async function addPhoto(more: { project?: string; isPrivate?: boolean; receipt?: boolean } = {}) {
  const id = randomUUID();
  await db.sql`insert into photos (company_id, id, project_id, path, sha256, media_type, size_bytes, taken_at, uploaded_at, is_private, is_receipt, caption, created_by)
    values (${us.id}, ${id}, ${more.project ?? us.project}, ${pathOf(id)}, ${'a'.repeat(64)}, 'image/jpeg', 10, now(), now(),
      ${more.isPrivate ?? false}, ${more.receipt ?? false}, 'North wall', ${us.employee.userId})`;
  return id;
}

test('a field report is shown without names of the crew, notes and incidents, and each look is recorded', async () => {
  await db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in, clock_out)
    values (${us.id}, ${us.employee.employeeId}, ${us.project}, ${`${DAY}T12:00:00Z`}, ${`${DAY}T20:00:00Z`})`;
  const id = await submittedReport();
  const link = await create(['field_reports']);
  expect(await page(link.token)).toMatchObject({
    field_reports: [{ id, signed_name: 'Hank Sorensen', people: 1, seconds: 28_800 }],
  });
  const shown = await report(link.token, id);
  expect(shown).toMatchObject({ content: { work: 'Poured the slab' }, people: 1 });
  const text = JSON.stringify(shown);
  expect(text).not.toContain('Ask for more money');
  expect(text).not.toContain(us.employee.employeeId);
  expect(text).not.toMatch(/incidents|injury|crew|clock_in|budget|strokes/);
  expect(await subjects(link.id)).toEqual(['page', 'field_report']);

  // Sent back, it is the foreman's draft again.
  await act(us.manager, (tx) => tx`select review_field_report(${id}, false, 'Say how much')`);
  expect(await page(link.token)).toMatchObject({ field_reports: [] });
  await expect(report(link.token, id)).rejects.toMatchObject(closed);
});

test('photos: pictures of this project that everyone may see, in pages, with their files', async () => {
  const seen = await addPhoto();
  const hidden = [await addPhoto({ isPrivate: true }), await addPhoto({ receipt: true })];
  const [other] =
    await db.sql`insert into projects (company_id, name) values (${us.id}, 'Elsewhere') returning id`;
  hidden.push(await addPhoto({ project: other?.['id'] }));
  const link = await create(['photos']);
  expect(await photos(link.token)).toMatchObject({ photos: [{ id: seen }], more: false });
  expect(JSON.stringify(await photos(link.token))).not.toMatch(/latitude|employee/);
  expect(await photo(link.token, seen)).toMatchObject({ sha256: 'a'.repeat(64) });
  const mayRead = (name: string, header: object) =>
    ask((tx) => tx`select to_jsonb(portal_shows_file(${name})) as of`, header);
  const header = { 'x-portal-link': link.token };
  expect(await mayRead(pathOf(seen), header)).toBe(true);
  expect(await mayRead(pathOf(seen), {})).toBe(false);
  for (const id of hidden) {
    await expect(photo(link.token, id)).rejects.toMatchObject(closed);
    expect(await mayRead(pathOf(id), header)).toBe(false);
  }
  expect(await subjects(link.id)).toEqual(['photos', 'photos', 'photo']);
  await act(us.manager, (tx) => tx`select revoke_portal_link(${link.id})`);
  expect(await mayRead(pathOf(seen), header)).toBe(false);
  await expect(photos(link.token)).rejects.toMatchObject(closed);
});

test('certificates of who worked here lately, by the latest end and without numbers', async () => {
  await db.sql`insert into time_entries (company_id, employee_id, project_id, clock_in, clock_out)
    values (${us.id}, ${us.foreman.employeeId}, ${us.project}, ${`${DAY}T12:00:00Z`}, ${`${DAY}T13:00:00Z`})`;
  const [type] =
    await db.sql`insert into certification_types (company_id, name) values (${us.id}, 'OSHA 10') returning id`;
  for (const [end, number] of [
    ['2020-01-01', 'A-1'],
    ['2099-01-01', 'A-2'],
  ]) {
    await db.sql`insert into certifications (company_id, employee_id, type_id, number, expires_on)
      values (${us.id}, ${us.foreman.employeeId}, ${type?.['id']}, ${number ?? ''}, ${end ?? ''})`;
  }
  const { token } = await create(['certificates']);
  const shown = await page(token);
  expect(shown['certificates']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        certificates: [{ name: 'OSHA 10', expires_on: '2099-01-01', state: 'valid' }],
      }),
    ]),
  );
  expect(JSON.stringify(shown)).not.toContain('A-2');
  expect(Object.keys(shown)).not.toContain('roll_call');
});

test('a ticket is signed through the portal once the customer was asked to sign it', async () => {
  const id = randomUUID();
  await act(
    us.foreman,
    (tx) =>
      tx`select save_ticket(${id}, ${tx.json({
        project_id: us.project,
        work_date: DAY,
        description: 'Move conduit',
        directed_by: 'Ken Alvarez',
        lines: [{ kind: 'material', description: 'EMT conduit', quantity: 40, unit: 'ft' }],
      })})`,
  );
  const link = await create(['tickets']);
  expect(await page(link.token)).toMatchObject({ tickets: [] });
  await expect(ticket(link.token, id)).rejects.toMatchObject(closed);
  await act(us.foreman, (tx) => tx`select send_ticket_link(${id}, 'ken@example.com', 'en')`);
  expect(await page(link.token)).toMatchObject({ tickets: [{ id, answer: 'waiting' }] });
  const { token } = await ticket(link.token, id);
  const opened = (secret: unknown) => ask((tx) => tx`select ticket_link(${String(secret)}) as of`);
  // The page of a ticket ends with the link it was opened from.
  const other = await create(['tickets']);
  const { token: through } = await ticket(other.token, id);
  expect(await opened(through)).toMatchObject({ state: 'open' });
  await act(us.owner, (tx) => tx`select revoke_portal_link(${other.id})`);
  expect(await opened(through)).toMatchObject({ state: 'expired' });
  const shown = await opened(token);
  expect(shown).toMatchObject({ state: 'open', ticket: { description: 'Move conduit' } });
  const given = {
    action: 'sign',
    version: shown['version'],
    name: 'Ken Alvarez',
    title: 'Super',
    language: 'en',
  };
  expect(
    await ask(
      (tx) => tx`select answer_ticket_link(${String(token)}, ${tx.json(given as never)}) as of`,
    ),
  ).toEqual({ result: 'done' });
  expect(await page(link.token)).toMatchObject({
    tickets: [{ id, answer: 'signed', answered_by: 'Ken Alvarez' }],
  });
  expect(JSON.stringify(await page(link.token))).not.toMatch(/rate|price|markup/);
  await expect(ticket(link.token, id)).rejects.toMatchObject(closed);
  expect(await subjects(link.id)).toContain('ticket');
});

test('a link for an address opens with the code that is mailed there, and with nothing else', async () => {
  const link = await create(['headcount', 'photos'], ' Ken@Agency.example ');
  expect(await lastMail('portal_link')).toMatchObject({
    to_address: 'ken@agency.example',
    language: 'es',
  });
  expect(await page(link.token)).toEqual({
    state: 'code_needed',
    company: 'Test Builders',
    sent_to: 'k•••@agency.example',
  });
  await expect(photos(link.token)).rejects.toMatchObject(closed);
  expect(await enterCode(link.token, '123456')).toEqual({ result: 'code_over' });
  expect(await sendCode(link.token)).toMatchObject({ result: 'sent' });
  expect(await sendCode(link.token)).toEqual({ result: 'wait' });
  const { data, to_address } = await lastMail('portal_code');
  expect(to_address).toBe('ken@agency.example');
  const code = String(data['code']);
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await enterCode(link.token, wrong)).toEqual({ result: 'wrong', tries_left: 4 });
  await expect(
    ask((tx) => tx`select enter_portal_code(${link.token}, ${wrong}) as of`, {
      prefer: 'tx=rollback',
    }),
  ).rejects.toMatchObject({ hint: 'cannot_be_undone' });
  const opened = await enterCode(link.token, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(opened).toMatchObject({ result: 'ok' });
  const pass = String(opened['pass']);
  expect(await page(pass)).toMatchObject({ state: 'open', shows: ['headcount', 'photos'] });
  expect(await photos(pass)).toMatchObject({ more: false });
  // The code is used up, and the address itself still opens nothing.
  expect(await enterCode(link.token, code)).toEqual({ result: 'code_over' });
  expect(await page(link.token)).toMatchObject({ state: 'code_needed' });
  await db.sql`update private.portal_passes set pass_expires_at = now() where portal_link_id = ${link.id}`;
  expect(await page(pass)).toEqual({ state: 'unknown' });
  const stored = JSON.stringify(await db.sql`select to_jsonb(p) from private.portal_passes p`);
  expect(stored).not.toContain(pass);
});

test('five wrong codes end the code, five codes an hour are the limit, and a pass ends with its link', async () => {
  const link = await create(['headcount'], 'ken@agency.example');
  const later = () =>
    db.sql`update private.portal_passes set created_at = created_at - interval '2 minutes' where portal_link_id = ${link.id}`;
  await sendCode(link.token);
  const code = String((await lastMail('portal_code')).data['code']);
  const wrong = code === '000000' ? '000001' : '000000';
  for (let left = 4; left >= 0; left -= 1) {
    expect(await enterCode(link.token, wrong)).toEqual({ result: 'wrong', tries_left: left });
  }
  expect(await enterCode(link.token, code)).toEqual({ result: 'code_over' });
  for (let sent = 1; sent < 5; sent += 1) {
    await later();
    expect(await sendCode(link.token)).toMatchObject({ result: 'sent' });
  }
  await later();
  expect(await sendCode(link.token)).toEqual({ result: 'too_many' });
  const { pass } = await enterCode(
    link.token,
    String((await lastMail('portal_code')).data['code']),
  );
  expect(await page(String(pass))).toMatchObject({ state: 'open' });
  await act(us.owner, (tx) => tx`select revoke_portal_link(${link.id})`);
  expect(await page(String(pass))).toMatchObject({ state: 'revoked' });
  expect(await sendCode(link.token)).toEqual({ result: 'revoked' });
});

test('a link shows only what was switched on, of its own project and company', async () => {
  const id = await submittedReport(us.project, us.foreman).catch(async () =>
    String(
      (await db.sql`select id from field_reports where project_id = ${us.project} limit 1`)[0]?.[
        'id'
      ],
    ),
  );
  const taken = await addPhoto();
  const narrow = await create(['headcount']);
  const elsewhere = await act(
    them.owner,
    (
      tx,
    ) => tx`select create_portal_link(${them.project}, '{field_reports,photos,tickets,certificates,roll_call}',
      current_date + 7) as link`,
  );
  const link = elsewhere[0]?.['link'] as { token: string } | undefined;
  const theirs = link?.token ?? '';
  for (const token of [narrow.token, theirs, 'guess', '']) {
    await expect(report(token, id)).rejects.toMatchObject(closed);
    await expect(photo(token, taken)).rejects.toMatchObject(closed);
    await expect(ticket(token, randomUUID())).rejects.toMatchObject(closed);
  }
  await expect(photos(narrow.token)).rejects.toMatchObject(closed);
  expect(JSON.stringify(await page(theirs))).not.toContain(us.id);
  expect(Object.keys(await page(narrow.token))).not.toContain('photos');
  await expect(create(['headcount'], 'not an address')).rejects.toMatchObject({
    constraint: 'portal_links_email_form',
  });
});

test('a link shows the phases of its project where it was made for them too, and names them', async () => {
  const below = async (name: string, parent: string | null) => {
    const [row] = await db.sql`insert into projects (company_id, name, parent_id)
      values (${us.id}, ${name}, ${parent}) returning id`;
    return row?.['id'] as string;
  };
  const site = await below('Riverside', null);
  const level = await below('Level 2', site);
  const framing = await below('Framing', level);
  const other = await below('Elsewhere', null);
  await act(us.owner, (tx) => tx`select clock_in(${framing})`);
  await act(us.manager, (tx) => tx`select clock_in(${other})`);
  const report2 = await submittedReport(framing, us.owner);
  const seen = await addPhoto({ project: level });
  const hidden = await addPhoto({ project: other });
  const parts = ['roll_call', 'headcount', 'field_reports', 'photos', 'certificates'];
  const make = async (project: string, phases: boolean) => {
    const [row] = await act(
      us.manager,
      (tx) =>
        tx`select create_portal_link(${project}, ${parts}, current_date + 7, 'Ken', phases_param => ${phases}) ->> 'token' as token`,
    );
    return row?.['token'] as string;
  };
  const all = await make(site, true);
  const shown = await page(all);
  expect(shown).toMatchObject({
    roll_call: [{ name: expect.any(String) }],
    headcount: [{ people: 1 }],
    field_reports: [{ id: report2, phase: 'Level 2 › Framing' }],
    certificates: [{ name: expect.any(String) }],
  });
  expect(await report(all, report2)).toMatchObject({ id: report2 });
  expect(await photos(all)).toMatchObject({ photos: [{ id: seen }] });
  await expect(photo(all, hidden)).rejects.toMatchObject(closed);
  expect((await page(await make(level, true)))['field_reports']).toMatchObject([
    { phase: 'Framing' },
  ]);

  const alone = await make(site, false);
  expect(await page(alone)).toMatchObject({
    roll_call: [],
    headcount: [],
    field_reports: [],
    certificates: [],
  });
  await expect(report(alone, report2)).rejects.toMatchObject(closed);
  await expect(photo(alone, seen)).rejects.toMatchObject(closed);
  // What is below is shown by the project above, never the other way round.
  expect(await page(await make(framing, true))).toMatchObject({
    project: 'Framing',
    field_reports: [{ phase: null }],
  });
  for (const person of [us.owner, us.manager]) await act(person, (tx) => tx`select clock_out()`);
});
