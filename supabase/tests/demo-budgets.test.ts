import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { as } from './world.ts';

const read = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../seed', name), 'utf8');

test.each([
  ['now', undefined],
  ['on a Sunday morning', '2026-10-11T12:30:00Z'],
])('the demo has two budgets, one of which runs over, %s', async (_, instant) => {
  const db = await createTestDatabase({ connections: 1 });
  const seed = `${read('demo.sql')}\n${read('demo_budgets.sql')}`;
  const text = instant
    ? seed
        .replaceAll('now()', `timestamptz '${instant}'`)
        .replaceAll('current_date', `(timestamptz '${instant}')::date`)
    : seed;
  await db.sql.unsafe(`begin;\nset local role platform_owner;\n${text}\n;commit`);
  const [owner] = await db.sql`select user_id as "userId" from employees where role = 'owner'`;
  const rows = await as(
    db.sql,
    { userId: owner?.['userId'] },
    (tx) => tx`select p.number, b.version, b.forecast_hours > 1.03 * b.budget_hours as over,
        b.percent_complete between 40 and 90 as under_way
      from budget_overview() b join projects p on p.id = b.project_id
      where b.version is not null order by p.number`,
  );
  expect(rows).toEqual([
    { number: 'P100', version: 2, over: true, under_way: true },
    { number: 'P110', version: 1, over: false, under_way: true },
  ]);
  const [open] = await db.sql`select count(*)::int as count from quantities where quantity > 0`;
  expect(open?.['count']).toBeGreaterThan(50);
  await db.drop();
});
