import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Config, readConfig } from '../server/config.ts';
import { generateKeys } from '../server/keys/keys.ts';
import { writeSecrets } from '../server/keys/secrets.ts';
import type { RunningServer } from '../server/lifecycle/running-server.ts';
import { startServer } from '../server/server.ts';
import { CLUSTER_PASSWORD, copyPreparedCluster, UNSAFE_SETTINGS } from './prepared-cluster.ts';

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
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'chalkline-test-'));
  const root = path.join(import.meta.dirname, '..');
  const config = readConfig(
    {
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'error',
      ...(options.supabaseDir ? { SUPABASE_DIR: options.supabaseDir } : {}),
      ...options.env,
    },
    root,
  );
  if (options.dataDir === undefined) await prepareDataDirectory(config);
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
async function prepareDataDirectory(config: Config): Promise<void> {
  if (config.databaseUrl !== undefined || config.demo !== 'off') return;
  await copyPreparedCluster(config.dataDir, config.supabaseDir);
  writeSecrets(config.dataDir, {
    databasePassword: CLUSTER_PASSWORD,
    keys: await generateKeys(),
  });
}
