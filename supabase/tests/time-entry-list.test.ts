import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { as, type Company, makeCompany, type Person } from './world.ts';

interface Listed {
  entries: { id: string; employee_id: string; minutes: number | null; frozen: string | null }[];
  summary: {
    entries: number;
    minutes: number;
    groups: { key: string | null; entries: number; minutes: number }[];
    running: { group_key: string | null }[];
  } | null;
}

let database: TestDatabase;
let company: Company;

beforeAll(async () => {
  database = await createTestDatabase();
  company = await makeCompany(database.sql);
  const add = (person: Person, clockIn: string, clockOut: string | null) =>
    database.sql`insert into time_entries (company_id, employee_id, clock_in, clock_out, project_id)
      values (${company.id}, ${person.employeeId}, ${clockIn}, ${clockOut}, ${company.project}) returning id`;
  const [shift] = await add(company.employee, '2026-03-02T12:00:45Z', '2026-03-02T20:30:10Z');
  await database.sql`insert into time_entry_breaks (company_id, time_entry_id, started_at, ended_at, kind, paid)
    values (${company.id}, ${shift?.['id']}, '2026-03-02T16:00Z', '2026-03-02T16:30Z', 'meal', false),
      (${company.id}, ${shift?.['id']}, '2026-03-02T18:00Z', '2026-03-02T18:10Z', 'rest', true)`;
  await add(company.employee, '2026-03-03T12:00Z', '2026-03-03T14:00Z');
  await add(company.colleague, '2026-03-02T13:00Z', '2026-03-02T14:15Z');
});

afterAll(() => database.drop());

async function list(
  person: Person,
  options: { groupBy?: string; offset?: number; limit?: number } = {},
) {
  const [row] = await as(
    database.sql,
    person,
    (tx) => tx`select list_time_entries('2026-03-01T05:00Z', '2026-03-08T05:00Z',
      group_by_param => ${options.groupBy ?? null}, offset_param => ${options.offset ?? 0},
      limit_param => ${options.limit ?? 200}) as page`,
  );
  return row?.['page'] as Listed;
}

describe('the list of time entries', () => {
  it('counts whole minutes net of unpaid breaks, punches cut to the minute', async () => {
    const { entries, summary } = await list(company.employee);
    expect(entries.map((entry) => entry.minutes)).toEqual([120, 480]);
    expect(summary).toMatchObject({ entries: 2, minutes: 600, running: [] });
  });

  it('shows a manager everyone and a worker only their own', async () => {
    expect((await list(company.manager)).entries).toHaveLength(3);
    const own = (await list(company.colleague)).entries;
    expect(own.map((entry) => entry.employee_id)).toEqual([company.colleague.employeeId]);
  });

  it('groups with subtotals that add up to the total', async () => {
    const { summary } = await list(company.manager, { groupBy: 'employee' });
    const byKey = new Map(summary?.groups.map((group) => [group.key, group.minutes]));
    expect(byKey.get(company.employee.employeeId)).toBe(600);
    expect(byKey.get(company.colleague.employeeId)).toBe(75);
    expect(summary?.minutes).toBe(675);
  });

  it('gives one page at a time and the figures with the first only', async () => {
    const first = await list(company.manager, { limit: 2 });
    const second = await list(company.manager, { limit: 2, offset: 2 });
    expect(first.entries).toHaveLength(2);
    expect(first.summary?.entries).toBe(3);
    expect(second.entries).toHaveLength(1);
    expect(second.summary).toBeNull();
  });

  it('marks approved time', async () => {
    await database.sql`insert into approvals (company_id, employee_id, work_date)
      values (${company.id}, ${company.colleague.employeeId}, '2026-03-02')`;
    const [entry] = (await list(company.colleague)).entries;
    expect(entry?.frozen).toBe('approved');
  });
});
