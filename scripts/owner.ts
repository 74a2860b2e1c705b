// `npm run owner -- ray@example.com`: a link with which the first owner opens an account, without a mail.
// `npm run owner -- limits [COMPANY_ID GIGABYTES]`: how much each company may store, and how much one may from now on.
import path from 'node:path';
import { createOwnerLink } from '../server/auth/owner-link.ts';
import { reachRunningDatabase } from '../server/backup/running-database.ts';
import { type Config, loadDotEnv, readConfig } from '../server/config.ts';
import { connectPlatform } from '../server/database/sql/connect.ts';
import type { Sql } from '../server/database/sql/sql.ts';
import { parseDatabaseUrl } from '../server/database/wire/endpoint.ts';
import { readAddress } from '../server/lifecycle/server-address.ts';
import { StartupError } from '../server/startup-error.ts';

const USAGE =
  'Usage: npm run owner -- ray@example.com, or: npm run owner -- limits [COMPANY_ID GIGABYTES]';
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

async function limits(sql: Sql, companyId?: string, gigabytes?: string): Promise<void> {
  if (companyId !== undefined) {
    if (gigabytes === undefined || !/^\d{1,6}$/.test(gigabytes)) throw new StartupError(USAGE);
    const changed =
      await sql`update public.companies set storage_limit_bytes = ${gigabytes}::bigint * 1073741824
      where id::text = ${companyId} returning id`;
    if (changed.length === 0) throw new StartupError(`There is no company ${companyId}.`);
  }
  const companies =
    await sql`select id, name, round(storage_limit_bytes / 1073741824.0, 1)::text as storage,
      round(private.stored_bytes(id) / 1073741824.0, 1)::text as used from public.companies order by name`;
  for (const { id, name, storage, used } of companies)
    console.log(`${id}  ${name}: ${used} of ${storage} GB stored`);
}

async function run([first, ...rest]: readonly string[]): Promise<void> {
  if (first === undefined) throw new StartupError(USAGE);
  loadDotEnv(ROOT);
  const config = readConfig(process.env, ROOT);
  const { sql, siteUrl } = await connect(config);
  try {
    if (first === 'limits') await limits(sql, ...rest);
    else console.log(await createOwnerLink(sql, siteUrl, first));
  } finally {
    await sql.end();
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
});
