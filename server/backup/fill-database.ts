import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readProject } from '../config.ts';
import { applyPlatform } from '../database/apply-platform.ts';
import { AS_OURSELVES, AS_OWNER } from '../database/as-owner.ts';
import { withBaseline } from '../database/baseline.ts';
import { exposesNewTables } from '../database/default-rights.ts';
import type { Migration } from '../database/migration.ts';
import { migrate, readMigrations } from '../database/migrations.ts';
import { applySchemas } from '../database/schemas/apply-schemas.ts';
import { readSchemas } from '../database/schemas/read-schemas.ts';
import type { Queryable, ReservedSql, Sql } from '../database/sql/sql.ts';
import type { Secrets } from '../keys/secrets.ts';
import { StartupError } from '../startup-error.ts';
import { readAll, readSubjects } from './archive-reader.ts';
import { disableConstraints } from './disable-constraints.ts';
import { listSequences, listTables } from './dump-tables.ts';
import { KnownJobs } from './known-jobs.ts';
import { type Manifest, SECRETS_NAME, type TableManifest } from './manifest.ts';

interface Options {
  readonly file: string;
  readonly manifest: Manifest;
  readonly supabaseDir: string;
  readonly report: (step: string) => void;
  /** Takes a stored file, whose name is the one it has in the archive. */
  readonly putFile: (name: string, content: Readable) => Promise<void>;
  /** Called when the data is in, before anything is made from it. */
  readonly onLoaded?: (sql: ReservedSql) => Promise<void>;
}

/**
 * Brings an empty database to the migrations of a backup and loads its data. Everything in it is
 * logical, so the PostgreSQL may be of another major version than the one the backup came from.
 */
export async function fillDatabase(sql: Sql, options: Options): Promise<void> {
  const { supabaseDir } = options;
  const migrations = migrationsOf(options.manifest, supabaseDir);
  const connection = await sql.reserve();
  await applyPlatform(connection, exposesNewTables(readProject(supabaseDir)));
  await migrate(connection, migrations, options.report);
  options.report('Loading the data');
  const statements = readSchemas(supabaseDir).objects.flatMap((object) => object.statements);
  await loadTables(connection, options, await KnownJobs.read(connection, statements));
  await options.onLoaded?.(connection);
  // Of a backup that lacks a migration the next start makes the rest, after that migration.
  if (hasAllMigrations(options.manifest, supabaseDir)) {
    await applySchemas(connection, readSchemas(supabaseDir).objects);
  }
  connection.release();
  await sql`analyze`;
}

export async function readBackedUpSecrets(
  file: string,
): Promise<{ text: Buffer; secrets: Secrets }> {
  for await (const { name, content } of readSubjects(file)) {
    if (name !== SECRETS_NAME) continue;
    const text = await readAll(content);
    return { text, secrets: JSON.parse(text.toString()) as Secrets };
  }
  throw new StartupError(`${file} holds no secrets.`);
}

/** Whether the data was made under everything this program would apply. */
export function hasAllMigrations(manifest: Manifest, supabaseDir: string): boolean {
  return migrationsOf(manifest, supabaseDir).length === readMigrations(supabaseDir).length;
}

/** Exactly the migrations the data was made under; newer ones are applied by the next start. */
function migrationsOf(manifest: Manifest, supabaseDir: string): Migration[] {
  const all = readMigrations(supabaseDir);
  const known = new Set(all.map(({ version }) => version));
  const applied = withBaseline(manifest.migrations, all);
  const missing = applied.find((version) => !known.has(version));
  if (missing) {
    throw new StartupError(
      `The backup was made by a newer version of the program (migration ${missing}). Update first.`,
    );
  }
  return all.filter(({ version }) => applied.includes(version));
}

/** All or nothing, with triggers and foreign keys asleep: the data was checked when it was written. */
async function loadTables(
  sql: ReservedSql,
  { file, manifest, putFile, report }: Options,
  knownJobs: KnownJobs,
): Promise<void> {
  await sql`begin`;
  const wakeRules = await disableConstraints(sql);
  const ours = await listTables(sql);
  for (const { schema, name } of ours) {
    await sql`truncate ${sql(schema)}.${sql(name)} cascade`;
  }
  const tables = tablesToFill(manifest, ours);
  for await (const { name, content } of readSubjects(file)) {
    const [kind, subject = ''] = name.split('/', 2);
    const table = tables.get(subject);
    if (kind === 'tables' && table) {
      const target = sql`
        copy ${sql(table.schema)}.${sql(table.name)} (${sql([...table.columns])}) from stdin`;
      await pipeline(content, await target.writable());
    } else if (kind === 'storage') {
      await putFile(name, content);
    }
  }
  await restoreSequences(sql, manifest);
  await wakeRules();
  const foreign = await knownJobs.switchOffOthers();
  await sql`commit`;
  if (foreign.length > 0) {
    report(
      `Switched off jobs that this program does not make: ${foreign.join(', ')}. Read them in cron.job before you switch them on`,
    );
  }
}

/** Never one of PostgreSQL's own, whatever the manifest says. */
function tablesToFill(
  { tables }: Manifest,
  ours: readonly { schema: string; name: string }[],
): Map<string, TableManifest> {
  const known = new Set(ours.map(({ schema, name }) => `${schema}.${name}`));
  return new Map(
    tables.map((table) => {
      const name = `${table.schema}.${table.name}`;
      if (!known.has(name))
        throw new StartupError(`The backup holds a table ${name}, which is none of this program.`);
      return [name, table];
    }),
  );
}

async function restoreSequences(sql: Queryable, { sequences }: Manifest): Promise<void> {
  const existing = new Set(
    (await listSequences(sql)).map(({ schema, name }) => `${schema}.${name}`),
  );
  // Those that count guesses are made with the PINs and codes, not by migrations.
  await sql.unsafe(AS_OWNER);
  for (const { schema, name } of sequences) {
    if (existing.has(`${schema}.${name}`) || !/^private\.guesses_\d+$/.test(`${schema}.${name}`)) {
      continue;
    }
    await sql`create sequence ${sql(schema)}.${sql(name)} minvalue 0 start 0`;
  }
  await sql.unsafe(AS_OURSELVES);
  for (const { schema, name, value } of sequences) {
    if (value === null) continue;
    await sql`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${value}::bigint)`;
  }
}
