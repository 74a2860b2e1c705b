import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Config, readConfig } from '../server/config.ts';
import type { RunningServer } from '../server/lifecycle/running-server.ts';
import { startServer } from '../server/server.ts';
import { makeClusterFolder } from './cluster-folder.ts';
import { prepareDataDirectory, UNSAFE_SETTINGS } from './prepared-cluster.ts';

export interface TestServer {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceKey: string;
  readonly server: RunningServer;
  stop(): Promise<void>;
}

interface Options {
  readonly supabaseDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Keep using this data directory instead of a new one that is removed afterwards. */
  readonly dataDir?: string;
}

/** The real server on a free port with a data directory of its own. */
export async function startTestServer(options: Options = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? makeClusterFolder('chalkline-test-');
  const root = path.join(import.meta.dirname, '..');
  const config = readConfig(
    {
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'error',
      // Nobody answers there: no test asks a push service of the internet.
      PUSH_ALLOW: '127.0.0.1:9',
      ...(options.supabaseDir ? { SUPABASE_DIR: options.supabaseDir } : {}),
      ...options.env,
    },
    root,
  );
  if (options.dataDir === undefined) await prepare(config);
  const server = await startServer({ ...config, postgresSettings: UNSAFE_SETTINGS });
  return {
    url: server.url,
    anonKey: server.dependencies.keys.publishableKey,
    serviceKey: server.dependencies.keys.secretKey,
    server,
    async stop() {
      await server.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Spares a new server `initdb` and the migrations. A demo is only loaded into an empty database. */
async function prepare({ databaseUrl, demo, dataDir, supabaseDir }: Config): Promise<void> {
  if (databaseUrl !== undefined || demo !== 'off') return;
  await prepareDataDirectory(dataDir, supabaseDir);
}
