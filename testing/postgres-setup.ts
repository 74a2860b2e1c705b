import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../server/database/sql/connect.ts';
import type { Endpoint } from '../server/database/wire/endpoint.ts';
import { makeClusterFolder } from './cluster-folder.ts';
import { startHostedLike } from './hosted-like.ts';
import { CLUSTER_PASSWORD, copyPreparedCluster, UNSAFE_SETTINGS } from './prepared-cluster.ts';
import { TEMPLATE_DATABASE } from './test-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: Endpoint;
  }
}

/** One PostgreSQL for the whole run, with a migrated template that tests copy in milliseconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['TEST_HOSTED']) {
    const hosted = await startHostedLike();
    project.provide('postgres', hosted.endpoint);
    return () => hosted.stop();
  }
  const dataDir = makeClusterFolder('chalkline-db-');
  await copyPreparedCluster(dataDir);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    password: CLUSTER_PASSWORD,
    report: () => undefined,
    settings: { ...UNSAFE_SETTINGS, max_connections: '200' },
  });
  const admin = connectPlatform({ ...postgres.endpoint, database: 'template1' }, { max: 1 });
  await admin.unsafe(`create database ${TEMPLATE_DATABASE} template postgres strategy file_copy`);
  await admin.end();
  project.provide('postgres', postgres.endpoint);

  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
