import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../database/sql/sql.ts';
import type { Locks } from '../../team/locks.ts';
import type { FileStore } from './file-store.ts';

const POLL_MS = 50;

/**
 * Decides what a crash left undecided: bytes whose row was committed stay, all others go. Run at
 * start, when nothing is under way yet.
 */
export async function recoverUploads(sql: Sql, files: FileStore): Promise<number> {
  const leftovers = await files.leftovers();
  for (const version of leftovers) await decide(sql, files, version);
  return leftovers.length;
}

/**
 * The same for a worker that was started again while the others and PostgreSQL went on: what it had
 * asked for last may be committed yet, and another worker may go on with an upload in pieces under the
 * same version, which it then decides about.
 */
export async function recoverBesideOthers(
  sql: Sql,
  files: FileStore,
  locks: Locks,
): Promise<number> {
  const leftovers = await files.leftovers();
  if (leftovers.length > 0) await untilTransactionsEnded(sql);
  for (const version of leftovers) {
    const unlock = await locks.acquire(version);
    if (unlock) await decide(sql, files, version).finally(unlock);
    else await files.forget(version);
  }
  return leftovers.length;
}

async function decide(sql: Sql, files: FileStore, version: string): Promise<void> {
  const [row] = await sql`
    select from storage.objects where version = ${version}
    union all select from storage.resumable_pieces where version = ${version}`;
  if (!row) await files.remove([version]);
  await files.forget(version);
}

/**
 * All that write now: those whose number is lower than one drawn now. A row is written before its bytes
 * are published, so theirs are among them.
 */
async function untilTransactionsEnded(sql: Sql): Promise<void> {
  const [drawn] = await sql<{ id: string }[]>`select pg_current_xact_id()::text as id`;
  for (;;) {
    const [row] = await sql<{ ended: boolean }[]>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${drawn?.id ?? '0'}::text::xid8 as ended`;
    if (row?.ended) return;
    await sleep(POLL_MS);
  }
}
