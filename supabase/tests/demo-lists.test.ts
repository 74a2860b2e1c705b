import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';

const read = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '../seed', name), 'utf8');

test('the demo has reasons of delays, and certificates of which none asks for something today', async () => {
  const db = await createTestDatabase({ connections: 1 });
  await db.sql.unsafe(
    `begin;\nset local role platform_owner;\n${read('demo.sql')}\n${read('demo_lists.sql')}\n;commit`,
  );
  const [found] = await db.sql`select
    (select count(*)::int from delay_reasons where name_es is not null) as reasons,
    (select count(distinct type_id)::int from certifications) as kinds,
    (select count(*)::int from certifications) as certificates,
    (select count(*)::int from certifications where expires_on <= current_date + 30) as ending`;
  expect(found).toMatchObject({ reasons: 5, kinds: 4, ending: 0 });
  expect(found?.['certificates']).toBeGreaterThan(8);
  await db.drop();
});
