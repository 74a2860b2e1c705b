// What a hosted project lacks, as one ordinary migration for `supabase db push`.
import { AS_OURSELVES, AS_OWNER } from '../../server/database/as-owner.ts';
import type { Migration } from '../../server/database/migration.ts';
import { pendingMigrations } from '../../server/database/migrations.ts';
import { AS_HOSTED_OWNER } from '../../server/database/push-project.ts';
import {
  findChanges,
  makeChanges,
  SCHEMA_OBJECTS,
  type SchemaChanges,
} from '../../server/database/schemas/apply-schemas.ts';
import { hashOf, type SchemaObject } from '../../server/database/schemas/schema-object.ts';
import type { Queryable, ReservedSql } from '../../server/database/sql/sql.ts';

const STEP = /^savepoint step;\n([\s\S]*)\nrelease savepoint step;$/;

/**
 * Makes everything that is pending inside a transaction, notes what was run, and takes it back. The
 * pending migrations are left out of the text: the CLI applies them from their own files before it.
 */
export async function bundlePending(
  sql: ReservedSql,
  migrations: readonly Migration[],
  objects: readonly SchemaObject[],
): Promise<string> {
  const pending = await pendingMigrations(sql, migrations);
  const changes = await findChanges(sql, objects);
  if (changes.changed.length + changes.removed.length === 0) return '';
  const [owner] = await sql`select from pg_roles where rolname = 'platform_owner'`;
  const made: string[] = [];
  await sql.unsafe(`begin;\n${owner ? AS_OWNER : AS_HOSTED_OWNER}`);
  try {
    for (const { text } of pending) await sql.unsafe(text);
    await makeChanges(noting(sql, made), objects, changes);
    return [
      '-- Written by `npm run db -- bundle`: functions, policies, triggers, views and rights of supabase/schemas.',
      'set check_function_bodies = off;',
      ...made,
      recordStatement(changes),
    ].join('\n\n');
  } finally {
    await sql.unsafe(`rollback;\n${AS_OURSELVES}`);
  }
}

/** The same connection, noting each step that went well. */
function noting(sql: Queryable, made: string[]): Queryable {
  const unsafe: Queryable['unsafe'] = (text, values) => {
    const query = sql.unsafe(text, values) as ReturnType<Queryable['unsafe']>;
    const [, step] = STEP.exec(text) ?? [];
    if (step) {
      void query.then(
        () => made.push(step),
        () => undefined,
      );
    }
    return query as never;
  };
  return Object.assign(sql.bind(undefined) as Queryable, sql, { unsafe });
}

/** So that the next push and the next bundle know what is there. */
function recordStatement({ changed, removed }: SchemaChanges): string {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const row = ({ kind, name }: Pick<SchemaObject, 'kind' | 'name'>) =>
    `${quote(kind)}, ${quote(name)}`;
  return [
    'create schema if not exists supabase_migrations;',
    SCHEMA_OBJECTS,
    ...removed.map(
      (one) => `delete from supabase_migrations.schema_objects where (kind, name) = (${row(one)});`,
    ),
    `insert into supabase_migrations.schema_objects (kind, name, hash) values\n${changed
      .map((one) => `  (${row(one)}, '${hashOf(one)}')`)
      .join(',\n')}\non conflict (kind, name) do update set hash = excluded.hash;`,
  ].join('\n');
}
