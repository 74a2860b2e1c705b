import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';

const seed = readFileSync(path.join(import.meta.dirname, '../seed/demo.sql'), 'utf8');

/** The seed as it would load at another moment; the rules of time still go by the real clock. */
function seedAt(instant: string): string {
  return seed
    .replaceAll('now()', `timestamptz '${instant}'`)
    .replaceAll('current_date', `(timestamptz '${instant}')::date`);
}

describe('the demo company', () => {
  test.each([
    ['now', undefined],
    ['on a Monday at midnight', '2026-10-05T04:00:00Z'],
    ['on a Wednesday in the middle of the shift', '2026-10-07T15:30:00Z'],
    ['on a Sunday evening', '2026-10-11T23:30:00Z'],
    ['in the lost hour of spring', '2026-03-08T06:59:59Z'],
    ['in the doubled hour of autumn', '2025-11-02T05:30:00Z'],
  ])('loads %s', async (_, instant) => {
    const db = await createTestDatabase({ connections: 1 });
    const text = instant === undefined ? seed : seedAt(instant);
    await db.sql.unsafe(`begin;\nset local role platform_owner;\n${text}\n;commit`);
    const [counts] = await db.sql`select
      (select name from companies) as company,
      (select count(*)::int from employees) as employees,
      (select count(distinct status)::int from projects) as states,
      (select count(*)::int from projects) as projects,
      (select count(*)::int from cost_codes) as cost_codes,
      (select count(*)::int from time_entries where clock_out is null) as running,
      (select count(*)::int from time_entries) as entries,
      (select count(distinct date_trunc('week', work_date))::int from time_entries) as weeks,
      (select count(*)::int from employees e where not exists (select from employee_rates r where r.employee_id = e.id)) as without_rate,
      (select private.dashboard_change(id, 'projects', now() - interval '1 day')::int from companies) as projects_new_today`;
    expect(counts).toMatchObject({
      company: 'Demo Construction Co.',
      employees: 14,
      states: 3,
      projects: 6,
      cost_codes: 79,
      running: 1,
      without_rate: 0,
      projects_new_today: 0,
    });
    expect(counts?.['entries']).toBeGreaterThan(500);
    expect(counts?.['weeks']).toBeGreaterThanOrEqual(8);
    const accounts = await db.sql`select u.email, e.role from auth.users u
      join auth.identities i on i.user_id = u.id join employees e on e.user_id = u.id
      where u.encrypted_password = extensions.crypt('chalkline-demo', u.encrypted_password) and u.email_confirmed_at is not null
      order by e.employee_number`;
    expect(accounts).toEqual([
      { email: 'owner@example.com', role: 'owner' },
      { email: 'manager@example.com', role: 'manager' },
      { email: 'employee@example.com', role: 'employee' },
    ]);
    await db.drop();
  });
});
