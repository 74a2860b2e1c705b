import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../database/embedded/embedded-postgres.ts';
import { stopOrphanedProcess } from '../database/embedded/orphaned-process.ts';
import { socketDirectoryOf } from '../database/embedded/socket-directory.ts';

export interface ScratchPlace {
  /** Made anew, and removed afterwards. */
  readonly directory: string;
  /** The data directory it is in, if it is in one: PostgreSQL then runs as the same user. */
  readonly within?: string;
}

/**
 * Nothing in it is worth keeping, and it takes little: of memory, because a server runs beside it, and
 * of the disk, because tables that are filled in the transaction that emptied them write no log.
 */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  shared_buffers: '64MB',
  maintenance_work_mem: '64MB',
  max_connections: '10',
  max_parallel_workers: '0',
  autovacuum: 'off',
};

/** A PostgreSQL of its own, so that nothing that happens in it can reach the data people work with. */
export async function startScratchCluster(place: ScratchPlace): Promise<EmbeddedPostgres> {
  mkdirSync(place.directory, { recursive: true, mode: 0o700 });
  return startEmbeddedPostgres({
    dataDir: place.directory,
    password: randomBytes(24).toString('hex'),
    report: () => undefined,
    settings: SETTINGS,
    ...(place.within !== undefined && { within: place.within }),
  });
}

/** Also what one that was killed left behind: its PostgreSQL, which may still run, and its files. */
export async function removeScratchCluster({ directory }: ScratchPlace): Promise<void> {
  const sockets = socketDirectoryOf(directory);
  await stopOrphanedProcess(path.join(directory, 'postgres'), sockets).catch(() => undefined);
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  rmSync(sockets, { recursive: true, force: true });
}
