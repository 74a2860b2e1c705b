import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeQuery } from '../../server/rest/catalog/catalog-queries.ts';
import { findRequestReaders, type StoredCode } from '../../server/rest/catalog/request-readers.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { isLong } from '../../testing/test-length.ts';
import { as, type Person, type Tx } from './world.ts';

/**
 * Lists, the running entry and the clock use indexes only, for every role, and do not grow with
 * history. At full length a million entries are generated instead of a few thousand.
 */
const COMPANIES = 10;
const EMPLOYEES = 100;
const DAYS = isLong ? 1000 : 20;
const TIMEOUT_MS = 120_000 + DAYS * 1000;
const PAGE = 50;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}

let db: TestDatabase;
let people: Record<'employee' | 'foreman' | 'manager' | 'owner', Person>;
let projectId: string;

beforeAll(async () => {
  db = await createTestDatabase({ connections: 2 });
  const file = path.join(import.meta.dirname, '../seed/generate.sql');
  await db.sql.unsafe(readFileSync(file, 'utf8'));
  await db.sql`select private.generate_load(${COMPANIES}, ${EMPLOYEES}, ${DAYS})`;
  await db.sql`analyze`;
  people = {
    owner: await personOf(1),
    manager: await personOf(2),
    foreman: await personOf(3),
    employee: await personOf(7),
  };
  const [project] =
    await db.sql`select id from projects where company_id = ${people.owner.companyId} limit 1`;
  projectId = project?.['id'];
}, TIMEOUT_MS);
afterAll(() => db.drop());

async function personOf(number: number): Promise<Person> {
  const [row] =
    await db.sql`select user_id, id, company_id, email from employees where email = ${`bench-3-${number}@example.com`}`;
  return {
    userId: row?.['user_id'],
    employeeId: row?.['id'],
    companyId: row?.['company_id'],
    email: row?.['email'],
  };
}

async function explain(who: Person, query: (tx: Tx) => string): Promise<PlanNode> {
  const rows = await as(db.sql, who, async (tx) =>
    tx.unsafe(`explain (analyze, buffers, format json) ${query(tx)}`),
  );
  return rows[0]?.['QUERY PLAN'][0].Plan;
}

function nodes(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)];
}

const COLUMNS = 'id, clock_in, clock_out, notes, project_id, cost_code_id, status, employee_id';
// The generated days end yesterday, so a day further back stands for today.
const list = (since: string, employeeId?: string) => () =>
  `select ${COLUMNS} from time_entries where clock_in >= now() - interval '${since}'
    ${employeeId ? `and employee_id = '${employeeId}'` : ''} order by clock_in desc limit ${PAGE}`;

test('counting days anew works out only entries that may reach them', async () => {
  const days = 10;
  const looked = await db.sql.begin(async (tx) => {
    const scans = async () => {
      const [table] = await tx`select idx_scan::int as scans from pg_stat_xact_user_tables
        where relid = 'public.time_entries'::regclass`;
      return Number(table?.['scans']);
    };
    const before = await scans();
    await tx`select private.recount_days(array_agg(company_id), array_agg(id), array_agg(current_date - 15 + n))
      from employees, generate_series(1, ${days}) n where id = ${people.employee.employeeId}`;
    return (await scans()) - before;
  });
  // Two to find those near a day, one for each of the day and the day before.
  expect(looked).toBeLessThanOrEqual(4 * days);
});

test('reading rows needs nothing of the request beside who asks', async () => {
  const code = await db.sql.unsafe<StoredCode[]>(codeQuery);
  const { whenReading, settings, functions } = findRequestReaders(code);
  expect({ whenReading, settings }).toEqual({ whenReading: false, settings: ['headers'] });
  expect(functions).toContain('clock_in');
});

test('what a phone sends later looks at no more than one person, whatever entries the company has', async () => {
  const read = async (entry: string | null) =>
    as(db.sql, people.employee, async (tx) => {
      const rows = async () => {
        const [table] = await tx`select sum(seq_tup_read + idx_tup_fetch)::int as rows
          from pg_stat_xact_user_tables where relid = 'public.time_entries'::regclass`;
        return Number(table?.['rows']);
      };
      const before = await rows();
      const event = {
        id: randomUUID(),
        device_id: 'plans',
        sequence: 1,
        kind: 'clock_out',
        happened_at: new Date().toISOString(),
        offset_ms: 0,
        payload: { entry_id: entry },
      };
      const [answer] = await tx`select * from sync_events(${tx.json([event])})`;
      expect(answer?.['id']).toBe(event.id);
      return (await rows()) - before;
    });
  const [own] = await db.sql`select id from time_entries
    where employee_id = ${people.employee.employeeId} order by clock_in desc limit 1`;
  const { company } = (
    await db.sql`select count(*)::int as company from time_entries
    where company_id = ${people.employee.companyId}`
  )[0] as { company: number };
  expect(company).toBe(EMPLOYEES * DAYS);
  expect(await read(null)).toBeLessThan(EMPLOYEES * 5);
  expect(await read(own?.['id'])).toBeLessThan(EMPLOYEES * 5);
});

describe.each(['employee', 'foreman', 'manager', 'owner'] as const)('as %s', (role) => {
  const seesCompany = role === 'manager' || role === 'owner';

  test.each(['2 days', '9 days'])('the list of %s', async (since) => {
    const who = people[role];
    const plan = await explain(who, list(since, seesCompany ? undefined : who.employeeId));
    expect(plan['Actual Rows']).toBeGreaterThan(0);
    for (const node of nodes(plan)) {
      if (node['Relation Name'] === 'time_entries') {
        expect(node['Node Type']).toMatch(/^(Index|Index Only|Bitmap Heap) Scan$/);
      }
      if (node['Node Type'] === 'Sort') expect(node['Actual Rows']).toBeLessThanOrEqual(PAGE);
    }
    // A page of rows and the way down two or three indexes; nothing that history could add to.
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(PAGE * 4 + 100);
  });

  test('the running entry', async () => {
    const who = people[role];
    const plan = await explain(
      who,
      () =>
        `select * from time_entries where employee_id = '${who.employeeId}' and clock_out is null`,
    );
    const scans = nodes(plan).filter((node) => node['Relation Name'] === 'time_entries');
    expect(scans.map((node) => node['Node Type'])).toEqual(['Index Scan']);
  });

  test('clocking in looks at the last entries, not at the whole history', async () => {
    const who = people[role];
    const looked = await as(db.sql, who, async (tx) => {
      const rows = async () => {
        const [table] = await tx`select idx_tup_fetch::int as rows from pg_stat_xact_user_tables
          where relid = 'public.time_entries'::regclass`;
        return Number(table?.['rows']);
      };
      const before = await rows();
      await tx`select clock_in(${projectId})`;
      const after = await rows();
      await tx`delete from time_entries where employee_id = ${who.employeeId} and clock_out is null`;
      return after - before;
    });
    expect(looked).toBeLessThan(DAYS / 2);
  });

  test('the clock, the viewer, the team, the projects and an edit', async () => {
    const who = people[role];
    const scanned = await as(db.sql, who, async (tx) => {
      await tx`select clock_in(${projectId})`;
      await tx`select start_break('rest')`;
      await tx`select end_break()`;
      await tx`select switch_project(${projectId})`;
      await tx`select viewer()`;
      await tx`select * from my_team()`;
      await tx`select * from project_overview()`;
      await tx`select project_details(${projectId})`;
      await tx`select project_hub(${projectId})`;
      await tx`select clock_out()`;
      await tx`delete from time_entries where employee_id = ${who.employeeId} and clock_in > now() - interval '1 minute'`;
      return tx`select relname, seq_scan::int from pg_stat_xact_user_tables
        where relname in ('time_entries', 'time_entry_breaks', 'audit_events') and seq_scan > 0`;
    });
    expect(scanned).toEqual([]);
  });
});
