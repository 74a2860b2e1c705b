// One migration in place of many: what a database that has applied those many is to make of it.
import { StartupError } from '../startup-error.ts';
import type { Migration } from './migration.ts';
import type { ReservedSql } from './sql/sql.ts';

/** The first line of a baseline. */
const HEADER = /^-- Baseline in place of the migrations up to (\d+), which (.+) has\./;

interface Baseline {
  readonly migration: Migration;
  /** The last migration it stands for. */
  readonly last: string;
  /** The last version of the program that has them all. */
  readonly release: string;
}

function findBaseline(migrations: readonly Migration[]): Baseline | undefined {
  for (const migration of migrations) {
    const [, last, release] = HEADER.exec(migration.text) ?? [];
    if (last && release) return { migration, last, release };
  }
  return undefined;
}

/** The versions a database or a backup has, with the baseline in place of those it stands for. */
export function withBaseline(
  versions: readonly string[],
  migrations: readonly Migration[],
): readonly string[] {
  const baseline = findBaseline(migrations);
  if (!baseline || versions.length === 0 || versions.includes(baseline.migration.version)) {
    return versions;
  }
  if (!versions.includes(baseline.last)) {
    throw new StartupError(
      `This data is of an older version of the program. Start ${baseline.release} with it once, then this version.`,
    );
  }
  return [baseline.migration.version, ...versions.filter((version) => version > baseline.last)];
}

/** Puts the baseline into the record of a database that was made by the migrations it stands for. */
export async function adoptBaseline(
  sql: ReservedSql,
  migrations: readonly Migration[],
): Promise<void> {
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations`;
  const versions = rows.map(({ version }) => version);
  const baseline = findBaseline(migrations);
  if (!baseline || withBaseline(versions, migrations) === versions) return;
  const { version, name, text } = baseline.migration;
  await sql`
    with replaced as (
      delete from supabase_migrations.schema_migrations where version <= ${baseline.last}
    )
    insert into supabase_migrations.schema_migrations (version, statements, name)
    values (${version}, ${[text]}, ${name})`;
}
