import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { as } from './world.ts';

const SEED = path.join(import.meta.dirname, '../seed');
const read = (name: string) => readFileSync(path.join(SEED, name), 'utf8');

test('the demo has documents with superseded versions, dates and signatures, and the files its rows name', async () => {
  const db = await createTestDatabase({ connections: 1 });
  const text = ['demo.sql', 'demo_documents.sql'].map(read).join('\n');
  await db.sql.unsafe(`begin;\nset local role platform_owner;\n${text}\n;commit`);
  const [owner] = await db.sql`select user_id as "userId" from employees where role = 'owner'`;
  const found = await as(db.sql, { userId: owner?.['userId'] }, async (tx) => ({
    versions: await tx`select path, sha256, superseded_at from document_versions order by path`,
    expiring: await tx`select from documents where expires_on < current_date + 30`,
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
  expect(found.expiring).toHaveLength(2);
  expect(found.text).toHaveLength(1);
  const missing = found.progress.filter((row) => Number(row['signed']) < Number(row['people']));
  expect(missing.length).toBeGreaterThan(0);
  await db.drop();
});
