import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '../startup-error.ts';
import { inDatabase, splitApiSettings } from './api-settings.ts';
import { AS_OURSELVES, AS_OWNER } from './as-owner.ts';
import { adoptBaseline, withBaseline } from './baseline.ts';
import { explainSql } from './explain-sql.ts';
import { extensionsByOurselves } from './extensions-by-ourselves.ts';
import type { Migration } from './migration.ts';
import { SCHEMA_OBJECTS } from './schemas/apply-schemas.ts';
import type { Queryable, ReservedSql, Sql } from './sql/sql.ts';

export interface MigrationReport {
  readonly applied: readonly string[];
  /** Files that were changed after they had been applied. */
  readonly edited: readonly string[];
  /** Whether the database had no migration before. */
  readonly isNew: boolean;
}

/** A migration may record what an older version made, for it to be taken away. */
const RECORDED_BY_OWNER = `
  grant usage on schema supabase_migrations to platform_owner;
  grant select, insert on supabase_migrations.schema_objects to platform_owner;`;

const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 10;

const MIGRATION = /^(\d+)_(.+)\.sql$/;

/** SQL in the folder that is no migration by its name: somebody may expect it to be applied. */
export function skippedMigrations(supabaseDir: string): string[] {
  const directory = path.join(supabaseDir, 'migrations');
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith('.sql') && !MIGRATION.test(file))
    .sort();
}

export function readMigrations(supabaseDir: string): Migration[] {
  const directory = path.join(supabaseDir, 'migrations');
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .sort()
    .flatMap((file) => {
      const match = MIGRATION.exec(file);
      if (!match) return [];
      const text = readFileSync(path.join(directory, file), 'utf8');
      return [{ version: match[1] as string, name: match[2] as string, text }];
    });
}

/** Applies what is new, each file in a transaction of its own, recorded as the Supabase CLI does. */
export async function migrate(
  sql: ReservedSql,
  migrations: readonly Migration[],
  report: (step: string) => void = () => undefined,
  owner = AS_OWNER,
): Promise<MigrationReport> {
  await sql`
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text)`;
  await sql.unsafe(SCHEMA_OBJECTS);
  if (owner === AS_OWNER) await sql.unsafe(RECORDED_BY_OWNER);
  await adoptBaseline(sql, migrations);
  const rows = await sql<{ version: string; statements: string[] | null }[]>`
    select version, statements from supabase_migrations.schema_migrations order by version`;
  const known = new Map(rows.map((row) => [row.version, row.statements]));
  refuseNewerDatabase([...known.keys()], migrations);

  const pending = migrations.filter(({ version }) => !known.has(version));
  if (pending.length === 0) report('Preparing the database');
  const applied: string[] = [];
  for (const migration of pending) {
    report(`Preparing the database, ${known.size + applied.length + 1} of ${migrations.length}`);
    await apply(sql, migration, owner);
    applied.push(`${migration.version}_${migration.name}`);
  }
  const edited = migrations
    .filter(({ version, text }) => isEdited(known.get(version), text))
    .map(({ version, name }) => `${version}_${name}.sql`);
  return { applied, edited, isNew: known.size === 0 };
}

/** What a database lacks; nothing if it is newer than the program. */
export async function pendingMigrations(
  sql: Queryable,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const applied = new Set(withBaseline(await readVersions(sql), migrations));
  const known = new Set(migrations.map(({ version }) => version));
  if ([...applied].some((version) => !known.has(version))) return [];
  return migrations.filter(({ version }) => !applied.has(version));
}

/** Whether a start will change the tables of a database that is in use, or how it records them. */
export async function isUpdate(sql: Sql, migrations: readonly Migration[]): Promise<boolean> {
  const versions = await readVersions(sql);
  if (versions.length === 0) return false;
  const isAdopted = withBaseline(versions, migrations) !== versions;
  return isAdopted || (await pendingMigrations(sql, migrations)).length > 0;
}

async function readVersions(sql: Queryable): Promise<readonly string[]> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as exists`;
  if (!table?.exists) return [];
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`;
  return rows.map(({ version }) => version);
}

async function apply(
  sql: ReservedSql,
  { version, name, text }: Migration,
  owner: string,
  attempts = MAX_ATTEMPTS,
): Promise<void> {
  try {
    const { rest, settings } = splitApiSettings(text);
    const statements = owner === AS_OWNER ? await extensionsByOurselves(sql, rest) : rest;
    await sql.unsafe(`begin;\n${owner}\n${statements}\n`);
    const [current] = await sql<{ name: string }[]>`select current_database() as name`;
    await sql.unsafe(`${AS_OURSELVES}\n${inDatabase(settings, current?.name ?? '')}`);
    await sql`
      insert into supabase_migrations.schema_migrations (version, statements, name)
      values (${version}, ${[text]}, ${name})`;
    await sql`commit`;
  } catch (error) {
    await sql.unsafe(`rollback;\n${AS_OURSELVES}`);
    // Servers of the version before are still at work on the same tables.
    if ((error as { code?: string }).code === DEADLOCK && attempts > 1) {
      return apply(sql, { version, name, text }, owner, attempts - 1);
    }
    throw new StartupError(`Migration ${version}_${name}.sql failed: ${explainSql(error)}`, {
      cause: error,
    });
  }
}

/** The CLI stores statements one by one, we store the file whole: only the latter can be compared. */
function isEdited(statements: string[] | null | undefined, text: string): boolean {
  return statements?.length === 1 && statements[0] !== text;
}

function refuseNewerDatabase(versions: readonly string[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ version }) => version));
  const unknown = versions.find((version) => !known.has(version));
  if (unknown === undefined) return;
  throw new StartupError(
    `The database is newer than this version of the program (it has migration ${unknown}). Update the program, or restore a backup made before that migration.`,
  );
}
