import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWNER } from '../../testing/hosted.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { as, type Tx } from './world.ts';

const SEED = path.join(import.meta.dirname, '../seed');
const ALL_SEEDS = [
  'demo',
  'demo_equipment',
  'demo_budgets',
  'demo_field',
  'demo_documents',
  'demo_lists',
  'demo_public_work',
];

/** A database with parts of the demo as they would load at a moment; the rules of time still go by the real clock. */
async function loadDemo(parts: readonly string[], instant?: string): Promise<TestDatabase> {
  const db = await createTestDatabase({ connections: 1 });
  const seed = parts.map((part) => readFileSync(path.join(SEED, `${part}.sql`), 'utf8')).join('\n');
  const text =
    instant === undefined
      ? seed
      : seed
          .replaceAll('now()', `timestamptz '${instant}'`)
          .replaceAll('current_date', `(timestamptz '${instant}')::date`);
  await db.sql.unsafe(`begin;\nset local role ${OWNER};\n${text}\n;commit`);
  return db;
}

async function expectCompany({ sql }: TestDatabase): Promise<void> {
  const [counts] = await sql`select
    (select name from companies) as company,
    (select count(*)::int from employees) as employees,
    (select count(distinct status)::int from projects) as states,
    (select count(*)::int from projects) as projects,
    (select count(*)::int from cost_codes) as cost_codes,
    (select count(*)::int from time_entries where clock_out is null) as running,
    (select count(*)::int from time_entries) as entries,
    (select count(distinct date_trunc('week', work_date))::int from time_entries) as weeks,
    (select count(*)::int from employees e where not exists (select from employee_rates r where r.employee_id = e.id)) as without_rate`;
  expect(counts).toMatchObject({
    company: 'Demo Construction Co.',
    employees: 14,
    states: 3,
    projects: 6,
    cost_codes: 79,
    running: 1,
    without_rate: 0,
  });
  expect(counts?.['entries']).toBeGreaterThan(500);
  expect(counts?.['weeks']).toBeGreaterThanOrEqual(8);
  const accounts = await sql`select u.email, e.role from auth.users u
    join auth.identities i on i.user_id = u.id join employees e on e.user_id = u.id
    where u.encrypted_password = extensions.crypt('chalkline-demo', u.encrypted_password) and u.email_confirmed_at is not null
    order by e.employee_number`;
  expect(accounts).toEqual([
    { email: 'owner@example.com', role: 'owner' },
    { email: 'manager@example.com', role: 'manager' },
    { email: 'employee@example.com', role: 'employee' },
  ]);
}

describe('the demo company', () => {
  test.each([
    ['on a Monday at midnight', '2026-10-05T04:00:00Z'],
    ['on a Wednesday in the middle of the shift', '2026-10-07T15:30:00Z'],
    ['in the lost hour of spring', '2026-03-08T06:59:59Z'],
    ['in the doubled hour of autumn', '2025-11-02T05:30:00Z'],
  ])('loads %s', async (_, instant) => {
    const db = await loadDemo(['demo'], instant);
    await expectCompany(db);
    await db.drop();
  });
});

describe.each([
  ['now', undefined],
  ['on a Sunday morning', '2026-10-11T12:30:00Z'],
])('the whole demo, loaded %s', (_, instant) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await loadDemo(ALL_SEEDS, instant);
  });
  afterAll(() => db.drop());

  async function asOwner<T>(look: (tx: Tx) => Promise<T>): Promise<T> {
    const [owner] = await db.sql`select user_id as "userId" from employees where role = 'owner'`;
    return as(db.sql, { userId: owner?.['userId'] }, look);
  }

  test('is the company with its people and their time', () => expectCompany(db));

  test('has weeks of public work that are signed, handed in and open', async () => {
    const weeks = await asOwner(
      (tx) => tx`select w.number, w.state from public_contracts c
        cross join lateral certified_payroll_weeks(c.project_id) w order by w.week_end limit 3`,
    );
    expect(weeks).toEqual([
      { number: 1, state: 'delivered' },
      { number: 2, state: 'signed' },
      { number: null, state: expect.any(String) },
    ]);
  });

  test('has budgets, one of which runs over, and unit rates from finished work', async () => {
    const rows = await asOwner(
      (tx) => tx`select p.number, b.version, b.forecast_hours > 1.03 * b.budget_hours as over,
          b.percent_complete between 40 and 90 as under_way
        from budget_overview() b join projects p on p.id = b.project_id
        where b.version is not null order by p.number`,
    );
    expect(rows).toEqual([
      { number: 'P090', version: 1, over: false, under_way: false },
      { number: 'P100', version: 2, over: true, under_way: true },
      { number: 'P110', version: 1, over: false, under_way: true },
    ]);
    const rates = await asOwner((tx) => tx`select hours_per_unit from unit_rates()`);
    expect(rates.length).toBeGreaterThan(0);
    const [open] = await db.sql`select count(*)::int as count from quantities where quantity > 0`;
    expect(open?.['count']).toBeGreaterThan(50);
  });

  test('has work counted in steps, some of which are done', async () => {
    const rows = await asOwner(
      (tx) => tx`select r.code, l.milestones, r.percent_complete
        from projects p cross join lateral budget_report(p.id) r
        join budget_lines l on l.cost_code_id = r.cost_code_id and l.milestones is not null
        join budgets b on b.id = l.budget_id and b.project_id = p.id
        where p.number in ('P100', 'P110')
        group by 1, 2, 3, p.number order by r.code, p.number`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const row of rows) {
      expect(row['milestones']).toMatch(/^Rough-in 40, Set fixtures 30, /);
      expect(Number(row['percent_complete'])).toBe(70);
    }
  });

  test('has bulletins, things to verify and field reports', async () => {
    const found = await asOwner(async (tx) => ({
      kinds: await tx`select distinct kind from verification_items() order by kind`,
      bulletins: await tx`select from my_bulletins()`,
      reports: await tx`select r.number, v.figures ->> 'seconds' as seconds from field_reports r
        join field_report_versions v on v.report_id = r.id`,
    }));
    expect(found.kinds.map((row) => row['kind'])).toEqual(
      expect.arrayContaining([
        'device_clock',
        'failed_inspection',
        'injury',
        'meter_jump',
        'off_site_punch',
      ]),
    );
    expect(found.bulletins).toHaveLength(3);
    expect(found.reports).toHaveLength(10);
    expect(found.reports.every((row) => Number(row['seconds']) > 0)).toBe(true);
  });

  test('the punch that is held can be used with one press', async () => {
    const [held] = await db.sql`select id, entry_id from held_events where problem = 'clock_wrong'`;
    await asOwner((tx) => tx`select * from resolve_held_event(${held?.['id']}, 'apply')`);
    expect(
      await db.sql`select extract(epoch from clock_out - clock_in)::int as seconds from time_entries
        where id = ${held?.['entry_id']}`,
    ).toEqual([{ seconds: 7200 }]);
    expect(await db.sql`select id from held_events where status = 'held'`).toEqual([]);
  });

  test('has documents with superseded versions and signatures, and the files its rows name', async () => {
    const found = await asOwner(async (tx) => ({
      versions: await tx`select path, sha256, superseded_at from document_versions order by path`,
      progress: await tx`select people, signed from document_progress()`,
      text: await tx`select from search_documents('assembly')`,
    }));
    const folder = path.join(SEED, 'documents');
    const files = globSync('**/*.pdf', { cwd: folder }).map((file) => ({
      path: file.split(path.sep).join('/'),
      sha256: createHash('sha256')
        .update(readFileSync(path.join(folder, file)))
        .digest('hex'),
    }));
    const named = found.versions.map(({ path: name, sha256 }) => ({ path: name, sha256 }));
    expect(files.sort((a, b) => a.path.localeCompare(b.path))).toEqual(named);
    expect(found.versions.filter((row) => row['superseded_at'] !== null)).toHaveLength(3);
    expect(found.text).toHaveLength(1);
    const missing = found.progress.filter((row) => Number(row['signed']) < Number(row['people']));
    expect(missing.length).toBeGreaterThan(0);
  });

  test('has reasons of delays, documents that expire and certificates that do not', async () => {
    const today = instant === undefined ? db.sql`current_date` : db.sql`date '2026-10-11'`;
    const [found] = await db.sql`select
      (select count(*)::int from delay_reasons where name_es is not null) as reasons,
      (select count(*)::int from documents where expires_on < ${today} + 30) as expiring,
      (select count(distinct type_id)::int from certifications) as kinds,
      (select count(*)::int from certifications) as certificates,
      (select count(*)::int from certifications where expires_on <= ${today} + 30) as ending`;
    expect(found).toMatchObject({ reasons: 5, expiring: 2, kinds: 4, ending: 0 });
    expect(found?.['certificates']).toBeGreaterThan(8);
  });
});
