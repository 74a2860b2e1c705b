import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config.ts';
import { embeddedEndpoint } from '../database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../database/sql/connect.ts';
import type { Sql } from '../database/sql/sql.ts';
import { readSecrets } from '../keys/secrets.ts';

/** The embedded database of a server that is running now, if there is one. */
export async function reachRunningDatabase({ dataDir }: Config): Promise<Sql | undefined> {
  if (!existsSync(path.join(dataDir, 'secrets.json'))) return undefined;
  const { databasePassword } = await readSecrets(dataDir);
  const sql = connectPlatform(embeddedEndpoint(dataDir, databasePassword), {
    max: 2,
    connectTimeoutMs: 3_000,
  });
  try {
    await sql`select 1`;
    return sql;
  } catch {
    await sql.end({ timeout: 1 });
    return undefined;
  }
}
