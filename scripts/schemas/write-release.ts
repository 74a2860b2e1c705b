import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { readMigrations } from '../../server/database/migrations.ts';
import { readSchemas } from '../../server/database/schemas/read-schemas.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { bundlePending } from './bundle.ts';

const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };

/** What `testing/landed-release.ts` reads: today's SQL and demo, from which later versions try their update. */
export async function writeRelease(
  migrated: () => Promise<Sql>,
  supabaseDir: string,
  seedPaths: readonly string[],
): Promise<string> {
  const migrations = readMigrations(supabaseDir);
  const connection = await (await migrated()).reserve();
  const { objects } = readSchemas(supabaseDir);
  const bundle = await bundlePending(connection, migrations, objects);
  connection.release();
  const seeds = seedPaths.flatMap((pattern) => globSync(pattern, { cwd: supabaseDir }).sort());
  const release = {
    versions: migrations.map(({ version }) => version),
    schema: [...migrations.map(({ text }) => text), bundle].join('\n'),
    demo: seeds.map((file) => readFileSync(path.join(supabaseDir, file), 'utf8')).join('\n'),
  };
  const name = `tests/upgrade/landed-${new Date().toISOString().slice(0, 10)}.json.zst`;
  writeFileSync(
    path.join(supabaseDir, name),
    zstdCompressSync(JSON.stringify(release), COMPRESSION),
  );
  return `supabase/${name}`;
}
