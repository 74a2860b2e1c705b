// The check of `npm run check` that holds landed migrations: databases in use have applied them as they are.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Migration } from '../server/database/migration.ts';
import { readMigrations } from '../server/database/migrations.ts';

const LIST = 'migrations.sha256';

/** File name and hash of each migration that databases in use have, as `sha256sum` writes them. */
export function landedMigrations(supabaseDir: string): ReadonlyMap<string, string> {
  const lines = readFileSync(path.join(supabaseDir, LIST), 'utf8').trim().split('\n');
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** What is wrong with them, one line each. */
export function checkLandedMigrations(directory: string): string[] {
  const supabaseDir = path.join(directory, 'supabase');
  return [...landedMigrations(supabaseDir)].flatMap(([name, hash]) => {
    const file = path.join(supabaseDir, 'migrations', name);
    if (!existsSync(file)) return [`${name} is gone; databases in use have applied it`];
    if (sha256(readFileSync(file, 'utf8')) === hash) return [];
    return [`${name} was edited; databases in use have applied it as it was. Write a new one.`];
  });
}

/** At a release: holds every migration there is now. The number of those that were not held before. */
export function holdMigrations(supabaseDir: string): number {
  const migrations = readMigrations(supabaseDir);
  const held = landedMigrations(supabaseDir).size;
  const lines = migrations.map((migration) => `${sha256(migration.text)}  ${nameOf(migration)}\n`);
  writeFileSync(path.join(supabaseDir, LIST), lines.join(''));
  return migrations.length - held;
}

function nameOf({ version, name }: Migration): string {
  return `${version}_${name}.sql`;
}

/** Of the text with Unix line ends, as Git may check it out with others on Windows. */
function sha256(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

/** Migrations that bear a later moment than now: others would have to be dated after them. */
export function checkDates(directory: string, now = new Date()): string[] {
  const latest = versionAt(now);
  return readMigrations(path.join(directory, 'supabase'))
    .filter(({ version }) => version > latest)
    .map((migration) => `${nameOf(migration)} is dated in the future; it is now ${latest}`);
}

/** Now, or one more than the newest: a migration never runs before one that it follows. */
export function nextVersion(versions: readonly string[], now: Date): string {
  const at = versionAt(now);
  const newest = versions.map(BigInt).reduce((most, each) => (each > most ? each : most), 0n);
  return BigInt(at) > newest ? at : String(newest + 1n);
}

function versionAt(now: Date): string {
  return now.toISOString().replace(/\D/g, '').slice(0, 14);
}
