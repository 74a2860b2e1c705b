import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Installation, readInstallation } from './installation-facts.ts';
import type { UpdateState } from './recover.mjs';
import { outputOf } from './run-command.ts';
import { NEEDS_HELP, UpdateError } from './update-error.ts';

/** As a start of a new version names its own. */
const BACKUP = /^before-update-([\d-]+)\.tar\.zst$/;
const MAX_BACKUPS = 5;
/** The embedded database in its data directory. */
const CLUSTER = 'postgres';

/** Of the running server, which goes on working. */
export async function backUp(root: string, { backupDir }: Installation): Promise<string> {
  const file = path.join(backupDir, `before-update-${momentOf(new Date())}.tar.zst`);
  mkdirSync(backupDir, { recursive: true, mode: 0o700 });
  await runDb(root, 'The backup', 'backup', file);
  for (const name of backups(backupDir).slice(0, -MAX_BACKUPS)) rmSync(path.join(backupDir, name));
  return file;
}

/**
 * What has to be restored on the way back: nothing while the database has the migrations it had, because
 * then the version before starts with it and nothing anybody wrote is lost. Otherwise the backup that the
 * start of the new version wrote before the first migration, when no server was running.
 */
export async function findRestore(
  root: string,
  state: UpdateState,
): Promise<UpdateState['restore']> {
  if (!(await wasMigrated(root, state))) return undefined;
  if (!state.embedded) {
    throw new UpdateError(
      `The new version changed the database of DATABASE_URL, and ${state.from.version} cannot run with it. ${state.to.version} stays in place. Restore your own backup of the database before you go back.`,
      NEEDS_HELP,
    );
  }
  const since = momentOf(new Date(state.stoppedAt ?? 0));
  const newest = backups(state.backupDir).at(-1);
  if (newest === undefined || (BACKUP.exec(newest)?.[1] ?? '') < since) {
    throw new UpdateError(
      `The new version changed the database without a backup in ${state.backupDir}. ${state.to.version} stays in place.`,
      NEEDS_HELP,
    );
  }
  const aside = path.join(state.dataDir, `${CLUSTER}-${state.to.version}-${momentOf(new Date())}`);
  return { file: path.join(state.backupDir, newest), aside };
}

async function wasMigrated(
  root: string,
  { migrations, dataDir, backupDir }: UpdateState,
): Promise<boolean> {
  const folders = { DATA_DIR: dataDir, BACKUP_DIR: backupDir };
  const { migrations: now } = await readInstallation(root, folders);
  return now.join() !== migrations.join();
}

/** The newer data is moved aside, never deleted. Can be repeated until it has succeeded. */
export async function restoreData(root: string, state: UpdateState): Promise<void> {
  if (!state.restore) return;
  const cluster = path.join(state.dataDir, CLUSTER);
  const { file, aside } = state.restore;
  if (!existsSync(aside)) renameSync(cluster, aside);
  else rmSync(cluster, { recursive: true, force: true });
  await runDb(root, 'Restoring the data', 'restore', file, { DATA_DIR: state.dataDir });
}

function backups(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => BACKUP.test(name))
        .sort()
    : [];
}

function momentOf(date: Date): string {
  return date.toISOString().slice(0, 19).replaceAll(/[T:]/g, '-');
}

async function runDb(
  root: string,
  what: string,
  command: string,
  file: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<void> {
  const program = path.join(root, 'scripts', 'bootstrap.mjs');
  const env = { ...process.env, ...variables };
  await outputOf(what, process.execPath, [program, 'db.ts', command, file], { cwd: root, env });
}
