import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connectPlatform } from '../server/database/sql/connect.ts';
import type { Sql } from '../server/database/sql/sql.ts';
import type { Endpoint } from '../server/database/wire/endpoint.ts';

export const TEMPLATE_DATABASE = 'template_project';

export interface TestDatabase {
  readonly endpoint: Endpoint;
  /** As the owner, past every policy: for setting the stage and reading back. */
  readonly sql: Sql;
  drop(): Promise<void>;
}

/** A database of one's own with platform and migrations applied, or an empty one. */
export async function createTestDatabase(
  options: { readonly template?: string; readonly connections?: number } = {},
): Promise<TestDatabase> {
  const cluster = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = connectPlatform(cluster, { max: 1 });
  await alone(admin, () => copy(admin, name, options.template ?? TEMPLATE_DATABASE));
  const endpoint = { ...cluster, database: name };
  const sql = connectPlatform(endpoint, { max: options.connections ?? 10 });
  return {
    endpoint,
    sql,
    async drop() {
      await sql.end({ timeout: 5 });
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/**
 * Makes a template out of another once in a run, whoever asks first, and says what `make` said of it.
 * What it says is kept as JSON beside the database.
 */
export async function provideTemplate<T>(
  name: string,
  original: string,
  make: (sql: Sql) => Promise<T>,
): Promise<T> {
  const { host, port } = inject('postgres');
  const place = `${host}:${port} ${name}`;
  const said = heard.get(place) ?? (await findOrMake(name, original, make));
  heard.set(place, said);
  return JSON.parse(said);
}

/** What this process knows of templates, for its next files. */
const heard = new Map<string, string>();

async function findOrMake(
  name: string,
  original: string,
  make: (sql: Sql) => Promise<unknown>,
): Promise<string> {
  const cluster = inject('postgres');
  const admin = connectPlatform(cluster, { max: 1 });
  try {
    return await alone(admin, async () => {
      const [known] = await admin<{ said: string }[]>`
        select shobj_description(oid, 'pg_database') as said from pg_database where datname = ${name}`;
      if (known) return known.said;
      const unfinished = `test_${name}`;
      await admin.unsafe(`drop database if exists ${unfinished}`);
      await copy(admin, unfinished, original);
      const sql = connectPlatform({ ...cluster, database: unfinished }, { max: 1 });
      const said = JSON.stringify(await make(sql).finally(() => sql.end({ timeout: 5 })));
      await admin.unsafe(`comment on database ${unfinished} is '${said.replaceAll("'", "''")}'`);
      await admin.unsafe(`alter database ${unfinished} rename to ${name}`);
      return said;
    });
  } finally {
    await admin.end();
  }
}

/** Only one copy of a template can be made at a time, and test files run side by side. */
async function alone<T>(admin: Sql, work: () => Promise<T>): Promise<T> {
  await admin`select pg_advisory_lock(1)`;
  try {
    return await work();
  } finally {
    await admin`select pg_advisory_unlock(1)`;
  }
}

async function copy(admin: Sql, name: string, template: string): Promise<void> {
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
}
