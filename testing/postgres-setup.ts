import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../server/database/open-database.ts';
import { prepareDatabase } from '../server/database/prepare-database.ts';
import type { Endpoint } from '../server/database/wire/endpoint.ts';
import { TEMPLATE_DATABASE } from './test-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: Endpoint;
  }
}

/** One PostgreSQL for the whole run, with a migrated template that tests copy in milliseconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-db-'));
  mkdirSync(dataDir, { recursive: true });
  const postgres = await startEmbeddedPostgres({
    dataDir,
    password: 'test',
    report: () => undefined,
    // Tests lose nothing by losing their database: speed over durability.
    settings: { fsync: 'off', synchronous_commit: 'off', max_connections: '200' },
  });
  const admin = connectPlatform(postgres.endpoint, { max: 1 });
  await admin.unsafe(`create database ${TEMPLATE_DATABASE}`);
  await admin.end();

  const endpoint = { ...postgres.endpoint, database: TEMPLATE_DATABASE };
  const sql = connectPlatform(endpoint, { max: 1 });
  const supabaseDir = path.join(import.meta.dirname, '../supabase');
  const project_ = { schemas: ['public'], maxRows: 1000, redirectUrls: [], seedPaths: [], raw: {} };
  await prepareDatabase(sql, {
    supabaseDir,
    project: project_,
    seed: false,
    report: () => undefined,
  });
  await sql.end();
  project.provide('postgres', postgres.endpoint);

  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
