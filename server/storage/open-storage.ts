import path from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import type { Keys } from '../keys/keys.ts';
import type { Team } from '../team/team.ts';
import { DiskFileStore } from './files/disk-file-store.ts';
import { recoverBesideOthers, recoverUploads } from './files/recover-uploads.ts';
import { RemovedFiles } from './files/removed-files.ts';
import { parseS3Url, S3Client } from './files/s3-client.ts';
import { S3FileStore } from './files/s3-file-store.ts';
import { LinkTokens } from './link-tokens.ts';
import { DiskSpool } from './resumable/disk-spool.ts';
import { PieceSpool } from './resumable/piece-spool.ts';
import type { Spool } from './resumable/spool.ts';
import { parseSize } from './size-limit.ts';
import { MAX_LINK_SECONDS, type StorageContext } from './storage-context.ts';

const DEFAULT_FILE_SIZE_LIMIT = '5GiB';
const SWEEP_INTERVAL_MS = 10 * 60 * 1000;

export interface StorageDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly keys: Keys;
  readonly log: Logger;
  readonly team: Team;
}

interface Storage {
  readonly context: StorageContext;
  /** For what is kept beside the objects: resized images. */
  readonly directory: string;
  readonly spool: Spool;
  close(): Promise<void>;
}

/** Opens the file store and cleans up what a crash may have left. */
export async function openStorage(dependencies: StorageDependencies): Promise<Storage> {
  const { config, database, keys, log, team } = dependencies;
  const directory = path.join(config.dataDir, 'storage');
  const files = await openFiles(config.s3Url, directory, team.size > 1 ? team.place : undefined);
  const cleanUp = async () => {
    const recovered = await (team.size > 1
      ? recoverBesideOthers(database.sql, files, team.locks)
      : recoverUploads(database.sql, files));
    if (recovered > 0) log.info({ recovered }, 'cleaned up after uploads that were cut short');
  };
  // Among others that go on, it may have to wait for them: the next start does what this one could not.
  if (team.size === 1) await cleanUp();
  else
    void cleanUp().catch((error) => log.warn({ err: error }, 'cleaning up after uploads failed'));
  const removedFiles = new RemovedFiles(database.sql, files, log);
  void removedFiles.sweep();
  const timer = setInterval(() => void removedFiles.sweep(), SWEEP_INTERVAL_MS).unref();
  return {
    context: {
      database,
      files,
      removedFiles,
      links: new LinkTokens(keys.linkSecret),
      fileSizeLimitBytes: fileSizeLimitOf(config.project.raw),
      maxLinkSeconds: maxLinkSecondsOf(config.project.raw),
      log,
    },
    directory,
    // A store that several servers reach holds the pieces too, so that any of them can go on.
    spool:
      files instanceof DiskFileStore
        ? new DiskSpool(path.join(directory, 'resumable'), files)
        : new PieceSpool(database.sql, files, removedFiles),
    async close() {
      clearInterval(timer);
      await removedFiles.sweep();
    },
  };
}

/** `worker`: whose writes it is for, where several share the store. */
export async function openFiles(s3Url: string | undefined, directory: string, worker?: number) {
  const files =
    s3Url === undefined
      ? new DiskFileStore(directory, worker)
      : new S3FileStore(new S3Client(parseS3Url(s3Url)), directory, worker);
  await files.prepare();
  return files;
}

/** `storage.file_size_limit` of config.toml, as the Supabase CLI reads it. */
function fileSizeLimitOf(project: Readonly<Record<string, unknown>>): number {
  const storage = project['storage'] as { file_size_limit?: string | number } | undefined;
  return parseSize(storage?.file_size_limit ?? DEFAULT_FILE_SIZE_LIMIT);
}

/** `storage.signed_url_max_seconds` of config.toml, read by this server only. */
function maxLinkSecondsOf(project: Readonly<Record<string, unknown>>): number {
  const storage = project['storage'] as { signed_url_max_seconds?: number } | undefined;
  return storage?.signed_url_max_seconds ?? MAX_LINK_SECONDS;
}
