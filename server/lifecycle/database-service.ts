import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Config } from '../config.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../database/sql/connect.ts';
import { type Endpoint, parseDatabaseUrl } from '../database/wire/endpoint.ts';
import { StartupError } from '../startup-error.ts';
import { connectionsNeeded } from '../team/connections.ts';

const LEAST_CONNECTIONS = 100;

/** The PostgreSQL behind the server, wherever it runs. */
export interface DatabaseService {
  /** As the owner of the database. */
  readonly platform: Endpoint;
  /** As who callers' queries enter, once the roles exist. */
  requestEndpoint(): Promise<Endpoint>;
  readonly embedded: boolean;
  stop(): Promise<void>;
  /** Called when the embedded PostgreSQL ended by itself, and about its way back. */
  onTrouble(listener: (news: string) => void): void;
}

export async function startDatabaseService(
  config: Config,
  password: string,
  report: (step: string) => void,
): Promise<DatabaseService> {
  if (config.databaseUrl !== undefined) return reachExternal(config.databaseUrl);
  report('Starting PostgreSQL');
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    password,
    report,
    settings: { max_connections: String(maxConnections(config)), ...config.postgresSettings },
  });
  return {
    platform: postgres.endpoint,
    embedded: true,
    requestEndpoint: () => openAuthenticator(postgres.endpoint),
    stop: () => postgres.stop(),
    onTrouble: postgres.onTrouble,
  };
}

/** Room for all workers. Their pools are sized by settings, so a larger machine needs no other number. */
function maxConnections(config: Config): number {
  return Math.max(LEAST_CONNECTIONS, connectionsNeeded(config));
}

/** Callers' queries enter as a role that can become `anon`, `authenticated` or `service_role` only. */
async function openAuthenticator(platform: Endpoint): Promise<Endpoint> {
  const sql = connectPlatform(platform, { max: 1 });
  try {
    await sql.unsafe(`alter role authenticator login password '${platform.password}'`);
  } finally {
    await sql.end();
  }
  return { ...platform, user: 'authenticator' };
}

async function reachExternal(url: string): Promise<DatabaseService> {
  const platform = parseDatabaseUrl(url);
  const sql = connectPlatform(platform, { max: 1, connectTimeoutMs: 10_000 });
  try {
    await sql`select 1`;
  } catch (error) {
    const address = platform.machines ?? `${platform.host}:${platform.port}`;
    throw new StartupError(
      `DATABASE_URL: cannot reach PostgreSQL at ${address} from ${hostname()} (${(error as Error).message}). Check the address, the password and that it is running.`,
      { cause: error },
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
  await refuseSharedSessions(platform);
  return {
    platform,
    embedded: false,
    requestEndpoint: async () => platform,
    stop: async () => undefined,
    onTrouble: () => undefined,
  };
}

/** A pooler in transaction mode hands one session to many: locks, LISTEN and prepared statements break. */
async function refuseSharedSessions(platform: Endpoint): Promise<void> {
  const [one, two] = [connectPlatform(platform, { max: 1 }), connectPlatform(platform, { max: 1 })];
  const mark = randomUUID();
  try {
    await one`select set_config('chalkline.session', ${mark}, false)`;
    const [row] = await two`select current_setting('chalkline.session', true) as mark`;
    if (row?.['mark'] !== mark) return;
  } finally {
    await Promise.all([one.end({ timeout: 1 }), two.end({ timeout: 1 })]);
  }
  throw new StartupError(
    'DATABASE_URL leads to a pooler in transaction mode, which hands one session to many. Set pool_mode = session there, or name the database itself.',
  );
}
