import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importJWK, SignJWT } from 'jose';
import { connectPlatform } from '../server/database/sql/connect.ts';
import type { Sql } from '../server/database/sql/sql.ts';
import type { Endpoint } from '../server/database/wire/endpoint.ts';
import type { Secrets } from '../server/keys/secrets.ts';
import { isRunning, spawnServer } from '../testing/spawn-server.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A server as a process of its own with generated data, and ways around it to its database. */
export interface BenchEnvironment {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceKey: string;
  /** The database without our server in between, as the server's own request user. */
  readonly direct: Endpoint;
  readonly sql: Sql;
  readonly serverPid: number;
  readonly postmasterPid: number;
  /** An access token as sign-in would give it. */
  tokenFor(userId: string): Promise<string>;
  stop(): Promise<void>;
}

/** `kept`: a data directory that outlives this server. */
export async function startEnvironment(
  env: Record<string, string> = {},
  kept?: string,
): Promise<BenchEnvironment> {
  const dataDir = kept ?? (await mkdtemp(path.join(tmpdir(), 'chalkline-bench-')));
  const server = await spawnServer({ DATA_DIR: dataDir, DATABASE_POOL: '32', ...env });
  if (!isRunning(server)) throw new Error(server.output);
  const secrets = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  const platform: Endpoint = {
    host: path.join(dataDir, 'run'),
    port: 5432,
    user: 'postgres',
    password: secrets.databasePassword,
    database: 'postgres',
    tls: 'off',
  };
  const sql = connectPlatform(platform, { max: 4 });
  const postmasterPid = readPid(path.join(dataDir, 'postgres/postmaster.pid'));
  // In order would mean to wait for whatever is being generated.
  const abandon = (): void => {
    server.process.kill('SIGKILL');
    if (postmasterPid > 0) process.kill(postmasterPid, 'SIGQUIT');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    process.exit(1);
  };
  for (const signal of STOP_SIGNALS) process.once(signal, abandon);
  return {
    url: server.url,
    anonKey: secrets.keys.publishableKey,
    serviceKey: secrets.keys.secretKey,
    direct: { ...platform, user: 'authenticator' },
    sql,
    serverPid: server.process.pid ?? 0,
    postmasterPid,
    tokenFor: (userId) => signToken(secrets, userId),
    async stop() {
      for (const signal of STOP_SIGNALS) process.off(signal, abandon);
      await sql.end();
      await server.end('SIGTERM');
      if (kept === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** An access token as sign-in would give it, valid for `lifetime`. */
export async function signToken(
  secrets: Secrets,
  userId: string,
  lifetime = '6h',
): Promise<string> {
  const [key] = secrets.keys.signingKeys;
  if (!key) throw new Error('no signing key');
  return new SignJWT({ role: 'authenticated', aal: 'aal1', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'ES256', kid: String(key.kid) })
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(await importJWK(key, 'ES256'));
}

/** The process id on the first line of a file; 0 when there is none. */
export function readPid(file: string): number {
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
}
