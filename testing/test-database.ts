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
  await copy(admin, name, options.template ?? TEMPLATE_DATABASE);
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

/** Only one copy of a template can be made at a time, and test files run side by side. */
async function copy(admin: Sql, name: string, template: string): Promise<void> {
  await admin`select pg_advisory_lock(1)`;
  try {
    await admin.unsafe(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await admin`select pg_advisory_unlock(1)`;
  }
}
