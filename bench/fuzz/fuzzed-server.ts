import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import {
  embeddedEndpoint,
  startEmbeddedPostgres,
} from '../../server/database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import type { Secrets } from '../../server/keys/secrets.ts';
import nodeFlags from '../../server/node-flags.json' with { type: 'json' };
import {
  CLUSTER_PASSWORD,
  prepareDataDirectory,
  UNSAFE_SETTINGS,
} from '../../testing/prepared-cluster.ts';
import { readPid } from '../environment.ts';
import { cpuSeconds, cpuSecondsOf } from '../processes.ts';
import type { Held, Route, ServerAnswer, ServerOrder } from './server-process.ts';
import { NO_WORK, type Work } from './thread-work.ts';

export interface FuzzedServer {
  readonly url: string;
  /** Of the listener for plain HTTP that a server with a certificate has. */
  readonly plainUrl: string;
  readonly routes: readonly Route[];
  readonly secrets: Secrets;
  readonly sql: Sql;
  readonly isRunning: boolean;
  /** Of the server and of its PostgreSQL, so far. */
  cpuSeconds(): { readonly server: number; readonly postgres: number };
  measure(): Promise<Held>;
  /** How often the handler of a route ran, and how long the main thread worked at most without a pause. */
  counted(): Promise<{ readonly handled: number; readonly work: Work }>;
  stop(): Promise<void>;
}

const PROJECT = path.join(import.meta.dirname, '../../supabase');
/** Writes can be undone by who sends them, so that every request meets the same rows. */
const UNDO = `alter role authenticator set pgrst.db_tx_end to 'commit-allow-override';`;
/** Limits are tested elsewhere; here they would keep requests from what is to be tested. */
const NO_LIMIT = 1_000_000_000;
const LIMITS = [
  'email_sent',
  'token_verifications',
  'sign_in_sign_ups',
  'token_refresh',
  'anonymous_users',
];

/**
 * The server as a process of its own, with limits out of the way and a data directory of its own, whose
 * database is filled before it starts: it would answer invitations meanwhile.
 */
export async function startFuzzedServer<T>(
  env: Readonly<Record<string, string>>,
  fill: (sql: Sql) => Promise<T>,
  onLine: (line: string) => void,
): Promise<FuzzedServer & { readonly filled: T }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-fuzz-'));
  const [dataDir, supabaseDir] = [path.join(folder, 'data'), path.join(folder, 'supabase')];
  cpSync(PROJECT, supabaseDir, {
    recursive: true,
    filter: (source) => !source.startsWith(path.join(PROJECT, 'tests')),
  });
  raiseLimits(path.join(supabaseDir, 'config.toml'));
  mkdirSync(dataDir);
  await prepareDataDirectory(dataDir);
  const filled = await fillDatabase(dataDir, fill);

  const child = fork(path.join(import.meta.dirname, 'server-process.ts'), {
    execArgv: [...nodeFlags],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', onLine);
  }
  const ask = async (order: ServerOrder | 'measure' | 'count'): Promise<ServerAnswer> => {
    child.send(order);
    const ended = once(child, 'exit').then(() => [{}]);
    const [answer] = (await Promise.race([once(child, 'message'), ended])) as [ServerAnswer];
    return answer;
  };
  const { url, plainUrl, routes } = await ask({ dataDir, supabaseDir, env });
  if (!url || !plainUrl || !routes) throw new Error('the server did not start');
  const secrets = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  const sql = connectPlatform(embeddedEndpoint(dataDir, secrets.databasePassword), { max: 2 });
  const postmaster = readPid(path.join(dataDir, 'postgres/postmaster.pid'));
  return {
    ...{ url, plainUrl, routes, secrets, sql, filled },
    get isRunning() {
      return child.exitCode === null && child.signalCode === null;
    },
    cpuSeconds: () => ({ server: cpuSeconds(child.pid ?? 0), postgres: cpuSecondsOf(postmaster) }),
    async measure() {
      const { held } = await ask('measure');
      if (!held) throw new Error('the server is gone');
      return held;
    },
    counted: async () => {
      const { handled = 0, work = NO_WORK } = await ask('count');
      return { handled, work };
    },
    async stop() {
      await sql.end();
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function fillDatabase<T>(dataDir: string, fill: (sql: Sql) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({
    ...{ dataDir, password: CLUSTER_PASSWORD, settings: UNSAFE_SETTINGS },
    report: () => undefined,
  });
  const sql = connectPlatform(postgres.endpoint, { max: 2 });
  try {
    await sql.unsafe(UNDO);
    return await fill(sql);
  } finally {
    await sql.end();
    await postgres.stop();
  }
}

function raiseLimits(file: string): void {
  const text = readFileSync(file, 'utf8').replace(/^(email_sent|token_verifications) = .*$/gm, '');
  const raised = LIMITS.map((name) => `${name} = ${NO_LIMIT}`).join('\n');
  writeFileSync(file, text.replace('[auth.rate_limit]', `[auth.rate_limit]\n${raised}`));
}
