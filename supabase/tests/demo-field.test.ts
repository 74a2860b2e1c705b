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
])('the demo has bulletins, things to verify and field reports, %s', async (_, instant) => {
  const db = await createTestDatabase({ connections: 1 });
  const files = ['demo.sql', 'demo_equipment.sql', 'demo_budgets.sql', 'demo_field.sql'];
  const seed = files.map(read).join('\n');
  const text = instant
    ? seed
        .replaceAll('now()', `timestamptz '${instant}'`)
        .replaceAll('current_date', `(timestamptz '${instant}')::date`)
    : seed;
  await db.sql.unsafe(`begin;\nset local role platform_owner;\n${text}\n;commit`);
  const [owner] = await db.sql`select user_id as "userId" from employees where role = 'owner'`;
  const found = await as(db.sql, { userId: owner?.['userId'] }, async (tx) => ({
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
  await db.drop();
});
