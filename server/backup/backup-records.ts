import path from 'node:path';
import type { Queryable } from '../database/sql/sql.ts';
import type { Difference } from './difference.ts';
import type { RestoreOutcome, RestoreTestResult } from './restore-test.ts';

export interface BackupRun {
  readonly file: string;
  readonly finishedAt: Date;
  readonly error: string | null;
}

export interface StoredRestoreTest {
  readonly file: string;
  readonly fileBytes: number;
  readonly backupAt: Date | null;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly outcome: RestoreOutcome;
  readonly difference: Difference | null;
  readonly figures: Readonly<Record<string, number>>;
}

/** About four years of tests, and half a year of backups. */
const MAX_ROWS = 200;

/** A backup that is tried again after a failure has one row for all attempts that failed. */
export async function recordBackup(
  sql: Queryable,
  run: { file: string; startedAt: Date; bytes: number | null; error: string | null },
): Promise<void> {
  await sql`
    insert into backup.runs as r (file, started_at, finished_at, bytes, error)
    values (${run.file}, ${run.startedAt}, clock_timestamp(), ${run.bytes}, ${run.error})
    on conflict (file, (error is null)) do update
      set finished_at = excluded.finished_at, bytes = excluded.bytes, error = excluded.error,
          attempts = r.attempts + 1`;
  await sql`delete from backup.runs where id <= (select max(id) - ${MAX_ROWS} from backup.runs)`;
}

export async function lastBackupRun(sql: Queryable): Promise<BackupRun | undefined> {
  const [run] = await sql<BackupRun[]>`
    select file, finished_at as "finishedAt", error from backup.runs
     order by finished_at desc limit 1`;
  return run;
}

export async function recordRestoreTest(
  sql: Queryable,
  file: string,
  startedAt: Date,
  result: RestoreTestResult,
): Promise<void> {
  const { outcome, difference, backupAt, fileBytes, ...figures } = result;
  await sql`
    insert into backup.restore_tests
      (file, file_bytes, backup_at, started_at, finished_at, outcome, difference, figures)
    values (${file}, ${fileBytes}, ${backupAt}, ${startedAt}, clock_timestamp(), ${outcome},
      ${difference && sql.json(difference)}, ${sql.json(figures)})`;
  await sql`
    delete from backup.restore_tests
     where id <= (select max(id) - ${MAX_ROWS} from backup.restore_tests)`;
}

export async function lastRestoreTest(sql: Queryable): Promise<StoredRestoreTest | undefined> {
  const [test] = await sql<StoredRestoreTest[]>`
    select file, file_bytes::float8 as "fileBytes", backup_at as "backupAt",
      started_at as "startedAt", finished_at as "finishedAt", outcome, difference, figures
      from backup.restore_tests order by id desc limit 1`;
  return test;
}

/** For the project, whose history says then that it comes from a backup. */
export async function recordRestore(sql: Queryable, file: string, backupAt: string): Promise<void> {
  await sql`insert into backup.restores (file, backup_at) values (${path.basename(file)}, ${backupAt})`;
}
