import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../database/sql/connect.ts';
import { StartupError } from '../startup-error.ts';
import { readSubjects } from './archive-reader.ts';
import { recordRestore } from './backup-records.ts';
import { fillDatabase, readBackedUpSecrets } from './fill-database.ts';
import { AUTHORITY_NAME, type Manifest, SECRETS_NAME } from './manifest.ts';
import { verifyBackup } from './verify-backup.ts';

interface Options {
  readonly file: string;
  readonly dataDir: string;
  readonly supabaseDir: string;
  readonly report: (step: string) => void;
}

/** Fills an empty data directory from a backup. Works across major versions of PostgreSQL. */
export async function restoreBackup(options: Options): Promise<Manifest> {
  const { file, dataDir, report } = options;
  if (existsSync(path.join(dataDir, 'postgres'))) {
    throw new StartupError(
      `${dataDir} already holds a database. Restore into an empty folder: DATA_DIR=./restored npm run db -- restore ${file}`,
    );
  }
  report('Checking the backup');
  const manifest = await verifyBackup(file);
  const { text, secrets } = await readBackedUpSecrets(file);
  await writeFile(path.join(dataDir, 'secrets.json'), text, { mode: 0o600 });
  await restoreAuthority(file, dataDir);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    password: secrets.databasePassword,
    report,
  });
  const sql = connectPlatform(postgres.endpoint, { max: 1 });
  try {
    await fillDatabase(sql, {
      ...options,
      manifest,
      putFile: (name, content) => restoreFile(path.join(dataDir, name), content),
    });
    await recordRestore(sql, file, manifest.createdAt);
  } finally {
    // A connection that failed in the middle of its work is not waited for.
    await sql.end({ timeout: 1 });
    await postgres.stop();
  }
  return manifest;
}

/** It lies before the tables, where there is one. */
async function restoreAuthority(file: string, dataDir: string): Promise<void> {
  for await (const { name, content } of readSubjects(file)) {
    if (name === AUTHORITY_NAME) await restoreFile(path.join(dataDir, name), content);
    if (name !== SECRETS_NAME) return;
  }
}

async function restoreFile(target: string, content: Readable): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(content, createWriteStream(target, { mode: 0o600, flush: true }));
}
