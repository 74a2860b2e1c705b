// `npm run owner -- ray@example.com`: a link with which the first owner opens an account, without a mail.
import path from 'node:path';
import { createOwnerLink } from '../server/auth/owner-link.ts';
import { reachRunningDatabase } from '../server/backup/running-database.ts';
import { type Config, loadDotEnv, readConfig } from '../server/config.ts';
import { connectPlatform } from '../server/database/sql/connect.ts';
import type { Sql } from '../server/database/sql/sql.ts';
import { parseDatabaseUrl } from '../server/database/wire/endpoint.ts';
import { readAddress } from '../server/lifecycle/server-address.ts';
import { StartupError } from '../server/startup-error.ts';

const ROOT = path.join(import.meta.dirname, '..');

/** The database, and the address that people open. */
async function connect(config: Config): Promise<{ sql: Sql; siteUrl: string }> {
  const { databaseUrl, dataDir, siteUrl } = config;
  if (databaseUrl !== undefined) {
    return { sql: connectPlatform(parseDatabaseUrl(databaseUrl), { max: 1 }), siteUrl };
  }
  const running = await reachRunningDatabase(config);
  // The server may have been started with settings of the command line, such as DOMAIN.
  if (running) return { sql: running, siteUrl: readAddress(dataDir) ?? siteUrl };
  throw new StartupError(`No server runs on ${dataDir}. Start it, then ask again.`);
}

async function run(email: string | undefined): Promise<void> {
  if (email === undefined) throw new StartupError('Usage: npm run owner -- ray@example.com');
  loadDotEnv(ROOT);
  const config = readConfig(process.env, ROOT);
  const { sql, siteUrl } = await connect(config);
  try {
    console.log(await createOwnerLink(sql, siteUrl, email));
  } finally {
    await sql.end();
  }
}

run(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
});
