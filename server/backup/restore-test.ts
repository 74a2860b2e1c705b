import { mkdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { readProject } from '../config.ts';
import { prepareDatabase } from '../database/prepare-database.ts';
import { connectPlatform } from '../database/sql/connect.ts';
import type { Sql } from '../database/sql/sql.ts';
import { StartupError } from '../startup-error.ts';
import { compareFigures, compareTables, findProblem } from './compare-restored.ts';
import type { Difference, DifferenceKind } from './difference.ts';
import { fillDatabase, hasAllMigrations } from './fill-database.ts';
import type { Manifest } from './manifest.ts';
import { type ScratchPlace, startScratchCluster } from './scratch-cluster.ts';
import { DamagedBackupError, verifyBackup } from './verify-backup.ts';

export interface RestoreTestOptions {
  readonly file: string;
  readonly supabaseDir: string;
  readonly place: ScratchPlace;
  /** Somebody waits for it; otherwise it takes what nobody else needs of the machine. */
  readonly isUrgent?: boolean;
}

/**
 * `partly`: what could be compared is the same, and the backup says less than one of today does, or
 * was made before an update. `skipped`: the disk has no room for it.
 */
export type RestoreOutcome = 'passed' | 'partly' | 'failed' | 'skipped';

export interface RestoreTestResult {
  readonly outcome: RestoreOutcome;
  readonly difference: Difference | null;
  /** The moment the backup is of, where it could be read. */
  readonly backupAt: string | null;
  readonly fileBytes: number;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** How many were computed again and came out the same. */
  readonly figures: number;
  /** Room that is needed, where there is too little of it. */
  readonly neededBytes?: number;
  readonly freeBytes?: number;
}

const MEBIBYTE = 1024 * 1024;
/** An empty cluster with our schema, its log included. */
const EMPTY_CLUSTER_BYTES = 400 * MEBIBYTE;
/** Of a backup that does not say how large its database was: tables compress well, and indexes come on top. */
const MAX_GROWTH = 15;
const MAX_SUBJECT_LENGTH = 500;

/**
 * Restores a backup into a PostgreSQL of its own and compares it with what the backup says about its
 * moment: every row of every table, every stored file, and what the project computes from them.
 * Leaves the place for the caller to remove.
 */
export async function testRestore(options: RestoreTestOptions): Promise<RestoreTestResult> {
  const { file, place } = options;
  const fileBytes = await stat(file).then(
    ({ size }) => size,
    () => 0,
  );
  let manifest: Manifest;
  try {
    manifest = await verifyBackup(file);
  } catch (error) {
    return { ...nothing(fileBytes), difference: archiveDifference(error) };
  }
  const found = { ...nothing(fileBytes), backupAt: manifest.createdAt };
  const room = await roomAt(place.directory, manifest, fileBytes);
  if (room.freeBytes < room.neededBytes) return { ...found, ...room, outcome: 'skipped' };
  try {
    return { ...found, ...(await restoreAndCompare(options, manifest)) };
  } catch (error) {
    return { ...found, difference: errorDifference(error) };
  }
}

/** A test that came to no result of its own. */
export function failedBy(error: unknown, fileBytes: number): RestoreTestResult {
  return { ...nothing(fileBytes), difference: errorDifference(error) };
}

async function restoreAndCompare(
  { file, supabaseDir, place }: RestoreTestOptions,
  manifest: Manifest,
): Promise<Partial<RestoreTestResult>> {
  const postgres = await startScratchCluster(place);
  const sql = connectPlatform(postgres.endpoint, { max: 2 });
  try {
    let difference: Difference | null = null;
    await fillDatabase(sql, {
      file,
      manifest,
      supabaseDir,
      report: () => undefined,
      // Their bytes were compared when the archive was read.
      putFile: (_name, content) => finished(content.resume()),
      onLoaded: async (connection) => {
        await connection`begin`;
        difference = await compareTables(connection, manifest);
        await connection`commit`;
      },
    });
    if (difference) return { difference };
    const isCurrent = hasAllMigrations(manifest, supabaseDir);
    if (!isCurrent) await update(sql, supabaseDir);
    return await compareMeaning(sql, manifest, isCurrent);
  } finally {
    // A connection that failed in the middle of its work is not waited for.
    await sql.end({ timeout: 1 });
    await postgres.stop();
  }
}

/** What the next start would do with a backup made before an update. */
async function update(sql: Sql, supabaseDir: string): Promise<void> {
  const project = readProject(supabaseDir);
  await prepareDatabase(sql, { supabaseDir, project, seed: false, report: () => undefined });
}

async function compareMeaning(
  sql: Sql,
  manifest: Manifest,
  isCurrent: boolean,
): Promise<Partial<RestoreTestResult>> {
  const hasFigures = manifest.figures !== undefined || manifest.figuresProblem !== undefined;
  const isComparable = isCurrent && hasFigures;
  const difference = await sql.begin(
    'isolation level repeatable read, read only',
    async (snapshot) =>
      (isComparable ? await compareFigures(snapshot, manifest) : null) ??
      (await findProblem(snapshot)),
  );
  if (difference) return { difference };
  return {
    outcome: isComparable ? 'passed' : 'partly',
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
    files: manifest.files.length,
    figures: isComparable ? (manifest.figures?.length ?? 0) : 0,
  };
}

function nothing(fileBytes: number): RestoreTestResult {
  const counts = { tables: 0, rows: 0, files: 0, figures: 0 };
  return { outcome: 'failed', difference: null, backupAt: null, fileBytes, ...counts };
}

async function roomAt(
  directory: string,
  { databaseBytes }: Manifest,
  fileBytes: number,
): Promise<{ neededBytes: number; freeBytes: number }> {
  const parent = path.dirname(directory);
  await mkdir(parent, { recursive: true });
  const { bavail, bsize } = await statfs(parent);
  const neededBytes = (databaseBytes ?? fileBytes * MAX_GROWTH) + EMPTY_CLUSTER_BYTES;
  return { neededBytes, freeBytes: bavail * bsize };
}

function archiveDifference(error: unknown): Difference {
  if (error instanceof DamagedBackupError) return difference('archive', error.subject);
  return error instanceof StartupError
    ? difference('unreadable', error.message)
    : errorDifference(error);
}

function errorDifference(error: unknown): Difference {
  return difference('error', error instanceof Error ? error.message : String(error));
}

function difference(kind: DifferenceKind, subject: string): Difference {
  return { kind, subject: subject.slice(0, MAX_SUBJECT_LENGTH), expected: null, found: null };
}
