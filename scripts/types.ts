// `npm run types`: writes supabase/types.ts from a fresh database with all migrations applied.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../server/config.ts';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../server/database/open-database.ts';
import { prepareDatabase } from '../server/database/prepare-database.ts';
import { generateTypes } from './generate-types.ts';
import { readSchema } from './read-schema.ts';

const ROOT = path.join(import.meta.dirname, '..');
const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-types-'));
const config = readConfig({ DATA_DIR: dataDir }, ROOT);
const postgres = await startEmbeddedPostgres({
  dataDir,
  password: 'types',
  report: () => undefined,
});
const sql = connectPlatform(postgres.endpoint, { max: 3 });
try {
  const { supabaseDir, project } = config;
  await prepareDatabase(sql, { supabaseDir, project, seed: false, report: () => undefined });
  const file = path.join(ROOT, 'supabase/types.ts');
  writeFileSync(file, generateTypes(await readSchema(sql, 'public')));
  console.log(`  · Wrote ${path.relative(ROOT, file)}`);
} finally {
  await sql.end();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
