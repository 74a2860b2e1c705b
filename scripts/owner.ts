// `npm run owner -- ray@example.com`: a link with which the first owner opens an account, without a mail.
import path from 'node:path';
import { createOwnerLink } from '../server/auth/owner-link.ts';
import { reachRunningDatabase } from '../server/backup/running-database.ts';
import { type Config, loadDotEnv, readConfig } from '../server/config.ts';
import { connectPlatform } from '../server/database/sql/connect.ts';
import type { Sql } from '../server/database/sql/sql.ts';
import { parseDatabaseUrl } from '../server/database/wire/endpoint.ts';
import { StartupError } from '../server/startup-error.ts';

const ROOT = path.join(import.meta.dirname, '..');

async function connect(config: Config): Promise<Sql> {
  if (config.databaseUrl !== undefined) {
    return connectPlatform(parseDatabaseUrl(config.databaseUrl), { max: 1 });
  }
  const running = await reachRunningDatabase(config);
  if (running) return running;
  throw new StartupError(`No server runs on ${config.dataDir}. Start it, then ask again.`);
}

async function run(email: string | undefined): Promise<void> {
  if (email === undefined) throw new StartupError('Usage: npm run owner -- ray@example.com');
  loadDotEnv(ROOT);
  const config = readConfig(process.env, ROOT);
  const sql = await connect(config);
  try {
    console.log(await createOwnerLink(sql, config.siteUrl, email));
  } finally {
    await sql.end();
  }
}

run(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
});
