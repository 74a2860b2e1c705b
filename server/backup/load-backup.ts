import path from 'node:path';
import type { Sql } from '../database/sql/sql.ts';
import { writeFirstKeys } from '../keys/shared-keys.ts';
import { StartupError } from '../startup-error.ts';
import type { FileStore } from '../storage/files/file-store.ts';
import { recordRestore } from './backup-records.ts';
import { fillDatabase, readBackedUpSecrets } from './fill-database.ts';
import type { Manifest } from './manifest.ts';
import { verifyBackup } from './verify-backup.ts';

interface Options {
  readonly file: string;
  readonly supabaseDir: string;
  readonly files: FileStore;
  readonly report: (step: string) => void;
}

/** Fills an empty database of any PostgreSQL we support, of another major version for instance. */
export async function loadBackup(sql: Sql, options: Options): Promise<Manifest> {
  const { file, files, report } = options;
  const [database] = await sql<{ used: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as used`;
  if (database?.used) {
    throw new StartupError(
      'DATABASE_URL leads to a database that is in use. Load into an empty one.',
    );
  }
  report('Checking the backup');
  const manifest = await verifyBackup(file);
  await fillDatabase(sql, {
    ...options,
    manifest,
    putFile: async (name, content) => {
      const write = await files.begin(path.basename(name));
      await write.receive(content, Number.POSITIVE_INFINITY);
      await write.publish();
      await write.settle();
    },
  });
  await recordRestore(sql, file, manifest.createdAt);
  // Tokens and links that are out stay good: the servers on this database sign with the same keys.
  const { secrets } = await readBackedUpSecrets(file);
  await writeFirstKeys(sql, secrets.keys);
  return manifest;
}
