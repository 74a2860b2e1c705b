import { beforeAll, expect, test } from 'vitest';
import { makeSamples } from './samples.ts';
import { as, type Company, makeCompany, openCompany } from './world.ts';

const { db, us: sound } = await openCompany();
let broken: Company;

/** Each company by itself: what fails for one is undone for that one. */
const BY_COMPANY = [
  'add-up-work',
  'audit-links',
  'breaks-due',
  'budget_alerts',
  'cache-past-pay',
  'ledger-checks',
  'ledger-roots',
  'retention',
  'stop-clocks',
];
/** One statement for everybody, of rows that no company can make fail. */
const FOR_EVERYBODY = [
  'document-reminders',
  'expiring-certificates',
  'forget-imports',
  'forget-locations',
  'ledger-roots-daily',
  'message-links',
  'notifications',
  'old texts',
  'old webhook deliveries',
  'portal-passes',
  'prune-notifications',
  'purge-documents',
  'purge-kiosk-photos',
  'purge-photos',
  'scheduled-reports',
  'shift-messages',
  'site-visits',
  'ticket-links',
  'unfinished-reports',
  'unsigned-timesheets',
  'waiting-notifications',
];
/** Something is due for both companies below. */
const DUE = [
  'add-up-work',
  'audit-links',
  'cache-past-pay',
  'ledger-checks',
  'ledger-roots',
  'retention',
];

const UNDO = new Error('undo');

beforeAll(async () => {
  broken = await makeCompany(db.sql, 'Broken');
  for (const company of [sound, broken]) {
    await makeSamples(db.sql, company);
    await db.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out)
      select ${company.id}, ${company.employee.employeeId}, d, d + interval '8 hours'
      from (select date_trunc('day', now()) - interval '60 days' + interval '12 hours' as d) x`;
    await as(db.sql, company.owner, (tx) => tx`select sign_history()`);
    await db.sql`insert into private.ledger_root_requests (company_id, reason) values (${company.id}, 'requested')`;
    await db.sql`insert into retention_rules (company_id, kind, years) values (${company.id}, 'history', 8)
      on conflict on constraint retention_rules_once do update set years = excluded.years`;
    await db.sql.begin(async (tx) => {
      await tx`set local session_replication_role = 'replica'`;
      await tx`update audit_events set occurred_at = '2010-01-01' where company_id = ${company.id} and entity = 'cost_codes'`;
    });
    // Not linked at once, as where many write at the same moment.
    await db.sql.begin('isolation level serializable', async (tx) => {
      await tx`update projects set client = 'Somebody else' where id = ${company.project}`;
    });
  }
  await db.sql.unsafe(`
    create schema watched;
    create table watched.writes (relation text, operation text);
    create function watched.note() returns trigger language plpgsql security definer as $$
    declare subject jsonb := coalesce(to_jsonb(new), to_jsonb(old));
    begin
      if subject ->> 'company_id' = current_setting('watched.broken', true) then
        raise exception 'broken';
      elsif subject ->> 'company_id' = current_setting('watched.sound', true) then
        insert into watched.writes values (tg_table_name, tg_op);
      end if;
      return case tg_op when 'DELETE' then old else new end;
    end $$;
    do $$ declare name regclass; begin
      for name in select c.oid from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
        -- Not the queues of the jobs themselves.
        where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
          and c.relname not in ('company_work_outdated', 'ledger_root_requests') loop
        execute format('create trigger "000 watched" before insert or update or delete on %s for each row execute function watched.note()', name);
      end loop;
    end $$`);
});

const jobs = () =>
  db.sql<{ name: string; command: string }[]>`select jobname as name, command from cron.job
    where jobname not like 'platform:%' order by 1`;

/** What the job writes for the sound company; taken back. */
async function writesOf(command: string, brokenId: string): Promise<readonly object[]> {
  let writes: readonly object[] = [];
  await db.sql
    .begin(async (tx) => {
      await tx`select set_config('watched.broken', ${brokenId}, true), set_config('watched.sound', ${sound.id}, true)`;
      await tx.unsafe(command);
      writes =
        await tx`select relation, operation, count(*)::int as rows from watched.writes group by 1, 2 order by 1, 2`;
      throw UNDO;
    })
    .catch((error) => {
      if (error !== UNDO) throw error;
    });
  return writes;
}

test('every job says how it goes through the companies', async () => {
  expect((await jobs()).map(({ name }) => name)).toEqual([...BY_COMPANY, ...FOR_EVERYBODY].sort());
});

test.each(BY_COMPANY)(
  '%s does for the others what it does where no company is broken',
  async (name) => {
    const command = (await jobs()).find((job) => job.name === name)?.command as string;
    const expected = await writesOf(command, '');
    expect(expected.length > 0).toBe(DUE.includes(name));
    expect(await writesOf(command, broken.id)).toEqual(expected);
  },
);

test('a damaged end of a history is reported and keeps no other from being checked', async () => {
  const other = await makeCompany(db.sql, 'Other');
  const damaged = await makeCompany(db.sql, 'Damaged');
  for (const { owner } of [other, damaged])
    await as(db.sql, owner, (tx) => tx`select sign_history()`);
  await db.sql.begin(async (tx) => {
    await tx`set local session_replication_role = 'replica'`;
    await tx`update ledger_roots set signed_text = '{"from": "x", "to": "y"}' where company_id = ${damaged.id}`;
  });
  await db.sql`delete from private.ledger_checks`;
  await db.sql`select private.check_due_ledgers()`;
  const rows = await db.sql`select company_id, problem ->> 'kind' as kind from private.ledger_checks
    where company_id in (${other.id}, ${damaged.id})`;
  expect(Object.fromEntries(rows.map(({ company_id, kind }) => [company_id, kind]))).toEqual({
    [other.id]: null,
    [damaged.id]: 'root_changed',
  });
});

test('retention clears all that is due, and comes again all night', async () => {
  const [job] = await db.sql`select schedule from cron.job where jobname = 'retention'`;
  expect(job?.['schedule']).toBe('3-59/10 8-11 * * *');
  await db.sql`insert into audit_events (company_id, source, action, entity, after)
    select ${sound.id}, 'api', 'created', 'projects', '{}' from generate_series(1, 1500)`;
  await db.sql.begin(async (tx) => {
    await tx`set local session_replication_role = 'replica'`;
    await tx`update audit_events set occurred_at = '2010-01-01' where company_id = ${sound.id} and after = '{}'`;
  });
  await db.sql`select private.apply_retention(${sound.id}, '1 minute')`;
  const [left] = await db.sql`select count(*)::int as n from audit_events
    where company_id = ${sound.id} and occurred_at < '2011-01-01' and not after ? 'redaction'`;
  expect(left?.['n']).toBe(0);
});
