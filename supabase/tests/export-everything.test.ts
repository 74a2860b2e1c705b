import { expect, test } from 'vitest';
import { as, type Company, makeCompany, openCompanies, type Person } from './world.ts';

const { db, us, them } = await openCompanies();

type Row = Readonly<Record<string, unknown>>;

const exported = async (who: Person, list: string, limit = 1000): Promise<Row[]> => {
  const rows: Row[] = [];
  let after: string | null = null;
  for (;;) {
    const page: readonly Row[] = await as(
      db.sql,
      who,
      (tx) => tx`select * from export_rows(${list}, ${after}, ${limit})`,
    );
    rows.push(...page.map((row) => row['row_values'] as Row));
    after = page.at(-1)?.['row_key'] as string;
    if (page.length < limit) return rows;
  }
};

/** As a CSV file would bring it: words only. */
const asWords = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );

const pay = (who: Person) =>
  as(
    db.sql,
    who,
    (
      tx,
    ) => tx`select l.employee_id, l.work_date::text, l.pay_code, l.minutes, l.total_cents, l.rule, p.name as project
      from payroll_lines_for(${who.companyId}, '2026-03-01', '2026-03-14') l left join projects p on p.id = l.project_id order by 1, 2, 3, 6, 7, 4, 5`,
  );
const totals = (company: string) =>
  db.sql`select w.employee_id, w.work_date::text, p.name as project, k.code, w.seconds, w.unpaid_break_seconds, w.paid_break_seconds, w.entries
    from work_totals w left join projects p on p.company_id = w.company_id and p.id = w.project_id
    left join cost_codes k on k.company_id = w.company_id and k.id = w.cost_code_id
    where w.company_id = ${company} and w.entries + w.seconds > 0 order by 1, 2, 3, 4`;

test('a company exported and imported elsewhere has equal totals and pay', async () => {
  await as(db.sql, us.owner, async (tx) => {
    await tx`update companies set time_zone = 'America/Chicago', week_start = 1, auto_meal_minutes = 30, auto_meal_after_minutes = 360 where id = ${us.id}`;
    await tx`select set_overtime_policy('CA', '1970-01-01')`;
    await tx`update projects set time_zone = 'America/Denver' where id = ${us.project}`;
    await tx`insert into employee_rates (employee_id, hourly_rate, effective_from, project_id) values (${us.employee.employeeId}, 61.25, '2026-03-04', ${us.project})`;
    await tx`insert into pay_items (employee_id, work_date, pay_code, amount_cents, note) values (${us.colleague.employeeId}, '2026-03-06', 'BONUS_D', 5000, '=not a formula')`;
    for (const [index, who] of [us.employee, us.colleague, us.foreman].entries()) {
      for (let day = 2; day <= 7; day++) {
        const date = `2026-03-${String(day).padStart(2, '0')}`;
        await tx`select save_time_entry(gen_random_uuid(), ${who.employeeId}, ${`${date}T13:0${index}:00Z`}, ${`${date}T2${index + 1}:47:13Z`},
          ${day % 2 ? us.project : null}, ${day % 3 ? us.costCode : null}, 'Day, "quoted"',
          ${tx.json([{ started_at: `${date}T17:00:00Z`, ended_at: `${date}T17:35:00Z`, kind: 'meal', paid: day === 4 }] as never)}, 'test')`;
      }
    }
    await tx`update projects set archived_at = now() where id = ${us.project}`;
  });
  const lists = await as(db.sql, us.owner, (tx) => tx`select * from export_lists()`);
  for (const { list, columns, importable } of lists) {
    const rows = await exported(us.owner, list, 7);
    for (const row of rows)
      expect(Object.keys(row).filter((key) => !columns.includes(key))).toEqual([]);
    if (!importable || rows.length === 0) continue;
    const results = await as(
      db.sql,
      them.owner,
      (tx) => tx`select * from import_rows(${list}, ${tx.json(rows.map(asWords) as never)}, false)`,
    );
    expect(
      results.filter(({ result }) => result === 'error').map((row) => ({ list, ...row })),
    ).toEqual([]);
  }
  const ours = await totals(us.id);
  expect(ours.length).toBeGreaterThan(17);
  expect((await totals(them.id)).map((row) => ({ ...row }))).toEqual(
    ours.map((row) => ({ ...row })),
  );
  const paid = await pay(us.owner);
  expect(paid.length).toBeGreaterThan(20);
  expect((await pay(them.owner)).map((row) => ({ ...row }))).toEqual(
    paid.map((row) => ({ ...row })),
  );
});

/** Named on the screen as missing, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  accounting_activities: 'what was sent to a system that is connected here',
  accounting_connections: 'of this installation, with secrets',
  accounting_days: 'derived',
  accounting_mappings: 'ids of a system that is connected here',
  accounting_records: 'lists of another system',
  api_tokens: 'of programs that use this installation',
  sign_in_domains: 'rules of this installation, proved by accounts linked here',
  audit_events: 'history, proves itself by its chain here only',
  billing_contacts: 'one line of the installation',
  company_modules: 'how the app looks, no record',
  company_notification_rules: 'of the channels of this installation',
  device_keys: 'of a person’s browser',
  emergency_contacts: 'of the person, not of the company',
  employee_invitations: 'worthless elsewhere',
  employee_pins: 'secret',
  held_events: 'waits for a decision here',
  kiosk_photos: 'of a tablet',
  kiosks: 'paired with this installation',
  location_views: 'of locations',
  notification_choices: 'of the person',
  notifications: 'kept for 90 days',
  notifications_sent: 'kept for 90 days',
  photo_consents: 'of a tablet',
  photo_shares: 'links to this installation',
  portal_links: 'links to this installation',
  portal_views: 'of links to this installation',
  preferences: 'of the person',
  profiles: 'of the person',
  punch_locations: 'locations',
  push_subscriptions: 'secret, of a browser',
  quiet_hours: 'of the person',
  site_sign_in_links: 'links to this installation',
  site_visits: 'of strangers; the screen has a file of its own',
  synced_events: 'waits for a decision here',
  text_consents: 'given to this installation',
  text_settings: 'of the gateway of this installation',
  time_entry_breaks: 'in time_entries',
  employee_identities: 'every reading of the last four digits is recorded, with its purpose',
  webhook_deliveries: 'kept for 30 days',
  webhook_endpoints: 'of this installation, with secrets',
  webhook_events: 'kept for 30 days',
  work_totals: 'derived',
};

test('every table of a company is in the export, or named as missing', async () => {
  const tables =
    await db.sql`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attname = 'company_id' order by 1`;
  const lists = await as(
    db.sql,
    us.owner,
    (tx) => tx`select l.list, coalesce(i.entity, l.list) as entity from export_lists() l
      left join private.import_lists() i on i.list = l.list`,
  );
  const exportedTables = new Set(lists.map((row) => row['entity'] as string));
  const missing = tables
    .map((row) => row['name'] as string)
    .filter((name) => !exportedTables.has(name));
  expect(missing.filter((name) => !(name in LEFT_OUT))).toEqual([]);
  expect(Object.keys(LEFT_OUT).filter((name) => !missing.includes(name))).toEqual([]);
});

test('no file of an export is in it twice', async () => {
  const lists = await as(db.sql, us.owner, (tx) => tx`select * from export_lists()`);
  const names = lists.map((row) => row['list']);
  expect(names.length).toBeGreaterThan(50);
  expect(names).toEqual([...new Set(names)]);
});

test('only owners take the data along, and it is in the history', async () => {
  for (const who of [us.manager, us.foreman, us.employee, us.deactivated]) {
    await expect(exported(who, 'employees')).rejects.toMatchObject({ code: '42501' });
    await expect(
      as(db.sql, who, (tx) => tx`select record_data_export('x.zip')`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(as(db.sql, who, (tx) => tx`select * from export_lists()`)).rejects.toMatchObject({
      code: '42501',
    });
  }
  await expect(exported(us.owner, 'employee_pin_hashes')).rejects.toMatchObject({
    hint: 'import_list_unknown',
  });
  await as(db.sql, us.owner, (tx) => tx`select record_data_export('Chalkline data.zip')`);
  const noted = (company: Company) => db.sql`
    select actor_id, after from audit_events
     where company_id = ${company.id} and action = 'exported' order by sequence`;
  expect((await noted(us)).at(-1)).toMatchObject({
    actor_id: us.owner.userId,
    after: { file: 'Chalkline data.zip' },
  });
  // Who reads the rows without saying so is in the history as well, once for all lists and pages.
  const others = await makeCompany(db.sql, 'Unannounced');
  expect((await exported(others.owner, 'employees', 1)).length).toBeGreaterThan(1);
  await exported(others.owner, 'projects');
  expect(await noted(others)).toEqual([
    { actor_id: others.owner.userId, after: { file: 'employees' } },
  ]);
  expect(
    await as(db.sql, 'anon', (tx) => tx`select * from export_rows('employees')`).catch(
      (error) => error.code,
    ),
  ).toBe('42501');
});

test('photos and documents are listed with the paths of their files, without places', async () => {
  const [photo] = await as(
    db.sql,
    us.employee,
    (tx) => tx`insert into photos (id, project_id, path, sha256, latitude, longitude, taken_on)
      select i, ${us.project}, ${us.id} || '/' || ${us.project} || '/' || i || '.jpg', repeat('a', 64), 40.7, -74, '2026-03-04'
      from gen_random_uuid() i returning path`,
  );
  const rows = await exported(us.owner, 'photos');
  expect(rows).toMatchObject([{ path: photo?.['path'], uploaded_at: null }]);
  expect(
    Object.keys(rows[0] ?? {}).filter((key) => /latitude|longitude|accuracy/.test(key)),
  ).toEqual([]);
  const lists = await as(db.sql, us.owner, (tx) => tx`select list, columns from export_lists()`);
  const columns = new Map(lists.map((row) => [row['list'], row['columns']]));
  expect(columns.get('photos')).not.toContain('latitude');
  expect(columns.get('document_versions')).toContain('path');
  expect(await exported(them.owner, 'photos')).toEqual([]);
});
