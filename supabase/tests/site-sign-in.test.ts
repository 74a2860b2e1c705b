import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { middayZone } from '../../testing/midday-zone.ts';
import { pairedTablet, tablet } from './kiosk-stage.ts';
import { hire, makeCompany, openCompanies, type Person } from './world.ts';

const { db, us, them, act } = await openCompanies();

const newSecret = () => randomBytes(24).toString('hex');
const json = (value: object) => db.sql.json(value as never);
const anon = 'anon' as const;

const linkOf = async (project = us.project, who: Person = us.manager): Promise<string> => {
  const [row] = await act(
    who,
    (tx) => tx`select create_site_sign_in_link(${project}, 'Gate 1') as link`,
  );
  return (row as { link: { token: string } }).link.token;
};

interface Visit {
  id: string;
  secret: string;
  kind: string;
  name: string;
  [field: string]: unknown;
}

const visitOf = (fields: object = {}): Visit => ({
  id: randomUUID(),
  secret: newSecret(),
  kind: 'visitor',
  name: 'Ana Ruiz',
  ...fields,
});
const electrician = (fields: object = {}): Visit =>
  visitOf({ kind: 'subcontractor', name: 'Joe Volt', company_name: 'Bright Electric', ...fields });

const signIn = async (token: string, visit: object): Promise<{ result: string; state?: string }> =>
  (await act(anon, (tx) => tx`select site_sign_in(${token}, ${json(visit)}) as answer`))[0]?.[
    'answer'
  ];
const signOut = async ({ id, secret }: Visit, at: string | null = null) =>
  (await act(anon, (tx) => tx`select site_sign_out(${id}, ${secret}, ${at}) as answer`))[0]?.[
    'answer'
  ];
const stored = async (id: string) =>
  (await db.sql`select * from site_visits where id = ${id}`)[0] as Record<string, unknown>;
const here = (who: Person, project: string | null = null) =>
  act(who, (tx) => tx`select * from site_visits_now(${project})`);
const closeDays = async (hours = 30) => {
  const at = new Date(Date.now() + hours * 3_600_000).toISOString();
  await db.sql`select private.close_site_visits(${at})`;
};
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const token = await linkOf();

test('a visitor signs in by the poster, is in the roll call, and signs out by the secret of the phone', async () => {
  const visit = visitOf({ visiting: 'Kim', plate: 'abc 123', agreed: true, phone: '555-0100' });
  expect(await signIn(token, visit)).toMatchObject({ result: 'ok', state: 'in' });
  // Sent again after a lost answer.
  expect(await signIn(token, visit)).toMatchObject({ result: 'ok', state: 'in' });
  expect(await stored(visit.id)).toMatchObject({
    kind: 'visitor',
    name: 'Ana Ruiz',
    plate: 'ABC 123',
    how_in: 'qr',
    how_out: null,
    headcount: 1,
  });
  expect((await stored(visit.id))['agreed_at']).not.toBeNull();
  for (const who of [us.owner, us.manager, us.foreman])
    expect((await here(who)).map(({ name }) => name)).toEqual(['Ana Ruiz']);
  expect(await signOut(visit)).toMatchObject({ state: 'out' });
  const first = (await stored(visit.id))['signed_out_at'];
  expect(await signOut(visit, minutesAgo(-5))).toMatchObject({ state: 'out' });
  expect((await stored(visit.id))['signed_out_at']).toEqual(first);
  expect(await here(us.owner)).toEqual([]);
});

test('what was done without a signal counts from when it was done, and never from the future', async () => {
  const visit = electrician({ happened_at: minutesAgo(120) });
  expect(await signIn(token, visit)).toMatchObject({ result: 'ok' });
  expect(await signOut(visit, minutesAgo(30))).toMatchObject({ state: 'out' });
  const row = await stored(visit.id);
  const minutes =
    ((row['signed_out_at'] as Date).getTime() - (row['signed_in_at'] as Date).getTime()) / 60_000;
  expect(Math.round(minutes)).toBe(90);
  const ahead = visitOf({ happened_at: minutesAgo(-600) });
  await signIn(token, ahead);
  expect((await stored(ahead.id))['signed_in_at'] as Date).toBeInstanceOf(Date);
  expect(((await stored(ahead.id))['signed_in_at'] as Date).getTime()).toBeLessThan(
    Date.now() + 60_000,
  );
  // Before they came is when they came.
  await signOut(ahead, minutesAgo(60));
  const shown = await stored(ahead.id);
  expect(shown['signed_out_at']).toEqual(shown['signed_in_at']);
  const old = visitOf({ happened_at: minutesAgo(5 * 24 * 60) });
  await expect(signIn(token, old)).rejects.toMatchObject({ hint: 'site_visit_too_old' });
});

test.each([
  [{ name: '  ' }, 'site_name_required'],
  [{ kind: 'employee' }, 'site_kind_required'],
  [{ kind: 'subcontractor' }, 'site_company_required'],
  [{ headcount: 0 }, 'site_headcount'],
  [{ headcount: 1.5 }, 'site_headcount'],
  [{ headcount: 'many' }, 'invalid_site_visit'],
  [{ happened_at: 'yesterday-ish' }, 'invalid_site_visit'],
  [{ secret: 'short' }, 'invalid_site_visit'],
])('%j is refused and nothing is stored', async (fields, hint) => {
  const visit = visitOf(fields);
  await expect(signIn(token, visit)).rejects.toMatchObject({ hint });
  expect(await stored(visit.id)).toBeUndefined();
});

test('a guessed or revoked link opens and stores nothing; who is on site still signs out', async () => {
  const other = await linkOf();
  const inside = visitOf();
  await signIn(other, inside);
  const [link] = await db.sql`select id, token_hash from site_sign_in_links
    where token_hash = encode(extensions.digest(${other}, 'sha256'), 'hex')`;
  expect(link?.['token_hash']).not.toContain(other);
  await expect(
    act(us.foreman, (tx) => tx`select revoke_site_sign_in_link(${link?.['id']})`),
  ).rejects.toMatchObject({ hint: 'managers_only' });
  await expect(
    act(them.owner, (tx) => tx`select revoke_site_sign_in_link(${link?.['id']})`),
  ).rejects.toMatchObject({ hint: 'not_found' });
  await act(us.manager, (tx) => tx`select revoke_site_sign_in_link(${link?.['id']})`);
  for (const [secret, state] of [
    [other, 'revoked'],
    [newSecret(), 'unknown'],
    ['', 'unknown'],
  ] as const) {
    const visit = visitOf();
    expect(await signIn(secret, visit)).toEqual({ result: state });
    expect(await stored(visit.id)).toBeUndefined();
    const [page] = await act(anon, (tx) => tx`select site_sign_in_page(${secret}) as page`);
    expect(page?.['page']).toEqual({ state });
  }
  expect(await signOut(inside)).toMatchObject({ state: 'out' });
});

test('a phone reads and ends its own visit only, and the page lists nobody', async () => {
  const mine = visitOf({ name: 'Only Me' });
  await signIn(token, mine);
  for (const secret of [newSecret(), '', mine.id]) {
    expect(await signOut({ ...mine, secret })).toEqual({ state: 'unknown' });
    const [row] = await act(anon, (tx) => tx`select my_site_visit(${mine.id}, ${secret}) as v`);
    expect(row?.['v']).toEqual({ state: 'unknown' });
    // Nor does the same id with another secret say anything about it.
    expect(await signIn(token, { ...mine, secret: newSecret() })).toEqual({ result: 'unknown' });
  }
  expect((await stored(mine.id))['how_out']).toBeNull();
  const [page] = await act(anon, (tx) => tx`select site_sign_in_page(${token}) as page`);
  expect(JSON.stringify(page)).not.toContain('Only Me');
  for (const table of ['site_visits', 'site_sign_in_links', 'site_sign_in_settings'])
    await expect(act(anon, (tx) => tx`select * from ${db.sql(table)}`)).rejects.toMatchObject({
      code: '42501',
    });
  await signOut(mine);
});

test('a script with the link stores sixty a minute, not more', async () => {
  const busy = await linkOf();
  for (let count = 0; count < 60; count += 1)
    expect(await signIn(busy, visitOf({ name: `Robot ${count}` }))).toMatchObject({ result: 'ok' });
  await expect(signIn(busy, visitOf())).rejects.toMatchObject({ hint: 'too_many_visits' });
  await db.sql`delete from site_visits where name like 'Robot%'`;
});

test('a tablet signs in and out at its own project, where it is switched on', async () => {
  const kiosk = await pairedTablet(db.sql, us);
  const site = async (who = kiosk) =>
    (await act(who, (tx) => tx`select kiosk_site() as site`))[0]?.['site'];
  await act(us.manager, (tx) => tx`update site_sign_in_settings set at_kiosk = false`);
  expect(await site()).toBeNull();
  const visit = electrician();
  const enter = (fields: object, who: Pick<Person, 'userId'> = kiosk) =>
    act(who, (tx) => tx`select kiosk_sign_in(${json(fields)})`);
  await expect(enter(visit)).rejects.toMatchObject({ hint: 'site_sign_in_off' });
  await act(
    us.manager,
    (tx) => tx`update site_sign_in_settings set at_kiosk = true, rules = 'Hard hats'`,
  );
  await enter(visit);
  await enter(visit);
  expect(await site()).toMatchObject({
    rules: 'Hard hats',
    companies: ['Bright Electric'],
    visits: [{ id: visit.id, name: 'Joe Volt', company_name: 'Bright Electric' }],
  });
  expect(await stored(visit.id)).toMatchObject({ how_in: 'kiosk', kind: 'subcontractor' });

  // Another project's tablet, another company's and one that is not paired.
  const [elsewhere] = await act(
    us.owner,
    (tx) => tx`insert into projects (name) values ('Elsewhere') returning id`,
  );
  const far = await pairedTablet(db.sql, { ...us, project: elsewhere?.['id'] });
  const theirs = await pairedTablet(db.sql, them);
  for (const other of [far, theirs]) {
    expect(await site(other)).toBeNull();
    await expect(act(other, (tx) => tx`select kiosk_sign_out(${visit.id})`)).rejects.toMatchObject({
      hint: 'not_found',
    });
  }
  const loose = await tablet(db.sql);
  for (const who of [loose, us.employee, us.owner])
    await expect(enter(electrician(), who)).rejects.toMatchObject({ hint: 'kiosk_not_paired' });
  expect((await stored(visit.id))['how_out']).toBeNull();
  expect(await act(kiosk, (tx) => tx`select id from site_visits`)).toEqual([]);

  await act(kiosk, (tx) => tx`select kiosk_sign_out(${visit.id}, ${minutesAgo(0)})`);
  expect(await stored(visit.id)).toMatchObject({ how_out: 'kiosk' });
  expect(await site()).toMatchObject({ visits: [] });
  const [row] = await db.sql`select id from kiosks where user_id = ${kiosk.userId}`;
  await act(us.manager, (tx) => tx`select revoke_kiosk(${row?.['id']})`);
  await expect(enter(electrician())).rejects.toMatchObject({ hint: 'kiosk_not_paired' });
});

test('foremen of the project and managers sign people in and out; others see and change nothing', async () => {
  const closed = await act(us.owner, async (tx) => {
    const [row] = await tx`insert into projects (name) values ('Closed site') returning id`;
    await tx`insert into project_members (project_id, employee_id) values (${row?.['id']}, ${us.colleague.employeeId})`;
    return row?.['id'] as string;
  });
  const add = (who: Person, project: string, fields: object = visitOf()) =>
    act(who, (tx) => tx`select * from sign_in_visitor(${project}, ${json(fields)})`);
  const [byForeman] = await add(us.foreman, us.project);
  const [byOffice] = await add(us.manager, closed);
  expect(byForeman).toMatchObject({ how_in: 'foreman' });
  expect(byOffice).toMatchObject({ how_in: 'office' });
  await expect(add(us.foreman, closed)).rejects.toMatchObject({ hint: 'project_unknown' });
  for (const who of [us.employee, us.deactivated, them.owner, them.employee])
    await expect(add(who, us.project)).rejects.toThrow();
  const leaver = await hire(db.sql, us.owner, 'foreman');
  await act(us.owner, (tx) => tx`select deactivate_employee(${leaver.employeeId})`);
  const out = (who: Person, id: unknown, at: string | null = null) =>
    act(who, (tx) => tx`select * from sign_out_visitor(${id as string}, ${at})`);
  for (const who of [us.employee, leaver, them.owner, them.foreman])
    await expect(out(who, byOffice?.['id'])).rejects.toThrow();
  await expect(out(us.foreman, byOffice?.['id'])).rejects.toMatchObject({ hint: 'not_found' });
  expect((await here(us.foreman)).map(({ id }) => id)).toEqual([byForeman?.['id']]);
  expect((await here(us.manager, closed)).map(({ id }) => id)).toEqual([byOffice?.['id']]);
  expect(await here(them.owner)).toEqual([]);
  for (const who of [us.employee, leaver]) await expect(here(who)).rejects.toThrow();
  for (const who of [us.employee, leaver, them.owner, them.foreman])
    expect(await act(who, (tx) => tx`select id from site_visits`)).toEqual([]);
  // Nobody writes rows by hand, and only managers delete one.
  await expect(act(us.owner, (tx) => tx`update site_visits set name = 'X'`)).rejects.toMatchObject({
    code: '42501',
  });
  await act(us.foreman, (tx) => tx`delete from site_visits where id = ${byForeman?.['id']}`);
  expect(await stored(byForeman?.['id'] as string)).toMatchObject({ how_out: null });
  for (const at of [minutesAgo(60), minutesAgo(-60)])
    await expect(out(us.foreman, byForeman?.['id'], at)).rejects.toMatchObject({
      hint: 'site_visit_time',
    });
  expect((await out(us.foreman, byForeman?.['id']))[0]).toMatchObject({ how_out: 'foreman' });
  await act(us.manager, (tx) => tx`delete from site_visits where id = ${byOffice?.['id']}`);
  expect(await stored(byOffice?.['id'] as string)).toBeUndefined();
});

test('who never signs out is closed without invented hours, one line to verify, until somebody says when', async () => {
  const company = await makeCompany(db.sql, 'Forgetful');
  await db.sql`update companies set time_zone = ${middayZone()} where id = ${company.id}`;
  const link = await linkOf(company.project, company.manager);
  const [first, second] = [electrician({ happened_at: minutesAgo(30) }), visitOf()];
  const evening = visitOf({ name: 'Night shift' });
  for (const visit of [first, second, evening]) await signIn(link, visit);
  // The day is not over for who just came.
  await db.sql`select private.close_site_visits(now() + interval '7 hours')`;
  expect(await here(company.owner)).toHaveLength(3);
  await closeDays();
  expect(await here(company.owner)).toEqual([]);
  expect(await stored(first.id)).toMatchObject({ how_out: 'automatic', signed_out_at: null });
  const items = () =>
    db.sql`select status, detail, employee_id, summary from verifications
      where company_id = ${company.id} and kind = 'visit_not_signed_out'`;
  expect(await items()).toMatchObject([
    { status: 'open', detail: { count: 3 }, employee_id: null },
  ]);
  expect(JSON.stringify(await items())).not.toMatch(/Volt|Ruiz|Night/);
  const [{ day } = {}] =
    await db.sql`select work_date::text as day from site_visits where id = ${first.id}`;
  const subs = async () =>
    (
      await act(
        company.foreman,
        (tx) => tx`select field_report_figures(${company.project}, ${day}) as f`,
      )
    )[0]?.['f'] as { subcontractors: object[]; people: number; seconds: number };
  expect(await subs()).toMatchObject({
    people: 0,
    seconds: 0,
    subcontractors: [{ company_name: 'Bright Electric', people: 1, seconds: 0, unknown: 1 }],
  });
  // Pressed the next morning: it says nothing about when they left.
  await db.sql`update site_visits set closed_at = now() - interval '1 minute' where id = ${first.id}`;
  expect(await signOut(first)).toMatchObject({ state: 'closed', signed_out_at: null });
  // Written down in time on a phone without a signal, it does.
  expect(await signOut(second, minutesAgo(2))).toMatchObject({ state: 'out' });
  expect(await items()).toMatchObject([{ status: 'open', detail: { count: 2 } }]);
  await act(
    company.foreman,
    (tx) => tx`select sign_out_visitor(${first.id}, ${minutesAgo(10)}, 'Saw him leave')`,
  );
  const known = (await subs()).subcontractors as { seconds: number; unknown: number | null }[];
  expect(known).toMatchObject([{ people: 1, unknown: null }]);
  expect(known[0]?.seconds).toBeGreaterThan(19 * 60);
  await act(company.manager, (tx) => tx`delete from site_visits where id = ${evening.id}`);
  expect(await items()).toMatchObject([{ status: 'resolved' }]);
});

test('subcontractors count once a day by name, with their crew, under the name the company knows', async () => {
  const company = await makeCompany(db.sql, 'Counting');
  await act(company.manager, async (tx) => {
    await tx`insert into public_contracts (project_id) values (${company.project})`;
  });
  await db.sql`insert into subcontractors (company_id, project_id, name, first_week_end)
    values (${company.id}, ${company.project}, 'Bright Electric, LLC', '2026-11-15')`;
  const add = (fields: object) =>
    act(
      company.foreman,
      (tx) => tx`select * from sign_in_visitor(${company.project}, ${json(electrician(fields))})`,
    );
  const done = async (fields: object) => {
    const [row] = await add(fields);
    await db.sql`update site_visits set signed_in_at = now() - interval '1 hour', signed_out_at = now(), how_out = 'kiosk',
      work_date = '2026-11-17' where id = ${row?.['id']}`;
    return row;
  };
  expect(await done({ company_name: ' bright  electric, llc', trade: 'Electrical' })).toMatchObject(
    {
      company_name: 'Bright Electric, LLC',
    },
  );
  await done({ company_name: 'BRIGHT ELECTRIC, LLC', name: 'joe volt' });
  await done({ company_name: 'Bright Electric, LLC', name: 'Crew of Al', headcount: 4 });
  await done({ kind: 'visitor', name: 'Inspector' });
  const [row] = await act(
    company.manager,
    (tx) =>
      tx`select field_report_figures(${company.project}, '2026-11-17') -> 'subcontractors' as subs`,
  );
  expect(row?.['subs']).toMatchObject([
    { company_name: 'Bright Electric, LLC', trade: 'Electrical', people: 5, seconds: 6 * 3600 },
  ]);
});

test('outsiders see visitors with the roll call only where it is switched on, without telephone numbers', async () => {
  const company = await makeCompany(db.sql, 'Open house');
  await signIn(
    await linkOf(company.project, company.manager),
    visitOf({ phone: '555-0100', plate: 'ZZ9' }),
  );
  const [made] = await act(
    company.manager,
    (tx) =>
      tx`select create_portal_link(${company.project}, '{roll_call}', current_date + 30) as link`,
  );
  const page = async () =>
    (
      await act(
        anon,
        (tx) => tx`select portal_page(${(made as { link: { token: string } }).link.token}) as page`,
      )
    )[0]?.['page'];
  expect(await page()).not.toHaveProperty('visitors');
  await act(company.manager, (tx) => tx`update site_sign_in_settings set in_portal = true`);
  expect(await page()).toMatchObject({
    roll_call: [],
    visitors: [{ name: 'Ana Ruiz', headcount: 1 }],
  });
  expect(JSON.stringify(await page())).not.toMatch(/555-0100|ZZ9/);
});

test('visits are deleted after three years unless the owner chooses otherwise, and leave no name in the history', async () => {
  const company = await makeCompany(db.sql, 'Forgetting');
  const link = await linkOf(company.project, company.manager);
  await linkOf(company.project, company.manager);
  expect(
    await db.sql`select kind, years from retention_rules where company_id = ${company.id}`,
  ).toEqual([{ kind: 'visits', years: 3 }]);
  const [old, recent, open] = [visitOf(), visitOf(), visitOf()];
  for (const visit of [old, recent, open]) await signIn(link, visit);
  const age = (
    id: string,
    years: number,
  ) => db.sql`update site_visits set how_out = 'automatic', closed_at = now(),
      signed_in_at = now() - make_interval(years => ${years}), work_date = current_date - ${years * 365}::integer where id = ${id}`;
  await age(old.id, 4);
  await age(recent.id, 2);
  await db.sql`update site_visits set signed_in_at = now() - interval '4 years' where id = ${open.id}`;
  await act(
    company.owner,
    (tx) => tx`insert into legal_holds (project_id, reason) values (${company.project}, 'A claim')`,
  );
  await db.sql`select private.apply_retention()`;
  expect(await stored(old.id)).toBeDefined();
  await db.sql`update legal_holds set released_at = now(), release_reason = 'Over' where company_id = ${company.id}`;
  const [preview] = await act(company.owner, (tx) => tx`select retention_preview() as p`);
  expect(preview?.['p']).toMatchObject({ visits: { minimum: 1, count: 1 } });
  await db.sql`select private.apply_retention()`;
  expect(await stored(old.id)).toBeUndefined();
  expect(await stored(recent.id)).toBeDefined();
  expect(await stored(open.id)).toBeDefined();
  const events =
    await db.sql`select before, after from audit_events where company_id = ${company.id} and entity = 'site_visits'`;
  expect(events.length).toBeGreaterThan(2);
  expect(JSON.stringify(events)).not.toContain('Ruiz');
  // The choice of an owner is not overruled by the next site.
  await act(company.owner, (tx) => tx`delete from retention_rules`);
  const [next] = await act(
    company.owner,
    (tx) => tx`insert into projects (name) values ('Next') returning id`,
  );
  await linkOf(next?.['id'], company.manager);
  expect(await db.sql`select kind from retention_rules where company_id = ${company.id}`).toEqual(
    [],
  );
});

/** What may know of visits: signing in and out, the roll call, the field report of the day, what deletes them. */
const KNOWS_OF_VISITS = [
  'add_site_visit',
  'close_site_visits',
  'end_site_visit',
  'kiosk_sign_out',
  'kiosk_site',
  'my_site_visit',
  'own_site_visit',
  'portal_visitors',
  'rows_past_retention',
  'sign_in_visitor',
  'sign_out_visitor',
  'site_company_name',
  'site_sign_in',
  'site_sign_out',
  'site_visit_of',
  'site_visits_now',
  'subcontractor_hours',
  'verify_site_visits',
];

test('visitors are in the roll call and nowhere else: no other function and no view reads them', async () => {
  const readers = await db.sql`select p.proname as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
      and pg_get_functiondef(p.oid) ~ 'site_visits' and p.proname not in ('rights', 'api_scope_lines') order by 1`;
  expect(readers.map(({ name }) => name)).toEqual(KNOWS_OF_VISITS);
  const views =
    await db.sql`select viewname from pg_views where schemaname in ('public', 'private') and definition ~ 'site_visit'`;
  expect(views).toEqual([]);
  const users = await db.sql`select p.proname as name from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
      and p.prosrc ~ 'private\.(subcontractor_hours|portal_visitors)' order by 1`;
  expect(users.map(({ name }) => name)).toEqual(['field_report_figures', 'portal_page']);
});

test('what every report, list and export answers is the same with and without people signed in', async () => {
  const company = await makeCompany(db.sql, 'Same as before');
  const calls = await db.sql`select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile <> 'v' and p.pronargs = p.pronargdefaults
      and p.prorettype <> 'trigger'::regtype and has_function_privilege('authenticated', p.oid, 'execute') order by 1`;
  const dated = [
    `activity_report_table('{"by": "project"}')`,
    `hours_report(current_date - 6, current_date + 1, 'project')`,
    `labor_cost_report(current_date - 6, current_date + 1, 'project')`,
    `generate_payroll_export_data('${company.id}', current_date - 6, current_date + 1)`,
    `payroll_overview(current_date - 6, current_date + 1)`,
    `field_report_days(current_date - 6, current_date + 1)`,
    `project_hub('${company.project}')`,
    `project_details('${company.project}')`,
    `search_records('Wanderer')`,
    `search_records('Acme Insulation')`,
  ];
  const all = [...calls.map(({ name }) => `${name}()`), ...dated];
  const answers = async () => {
    const found = new Map<string, string>();
    for (const call of all) {
      const rows = await act(company.owner, (tx) => tx.unsafe(`select * from ${call}`)).catch(
        (cause: { hint?: string; code?: string }) => `${cause.code} ${cause.hint}`,
      );
      found.set(call, JSON.stringify(rows).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, 'instant'));
    }
    return found;
  };
  const link = await linkOf(company.project, company.manager);
  const before = await answers();
  expect(before.size).toBeGreaterThan(60);
  for (const call of dated) expect(before.get(call), call).not.toMatch(/^"(42|22)/);
  for (const fields of [
    {},
    { kind: 'subcontractor', company_name: 'Acme Insulation', headcount: 7 },
  ])
    await signIn(link, visitOf({ name: 'Wanderer', ...fields }));
  const after = await answers();
  const changed = [...after].filter(([call, answer]) => before.get(call) !== answer);
  // The end of the history has another hash: that somebody came is recorded, without a name.
  expect(changed.map(([call]) => call)).toEqual(['audit_proof()', 'site_visits_now()']);
  const named = [...after].filter(([, answer]) => answer.includes('Wanderer'));
  expect(named.map(([call]) => call)).toEqual(['site_visits_now()']);
});
