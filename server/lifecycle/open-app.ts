import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type AppDependencies, createApp } from '../app.ts';
import { createAuthenticator } from '../auth/authenticate.ts';
import { readProjectKeys } from '../auth/project-keys.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../database/open-database.ts';
import { EventLoopDelay } from '../http/event-loop-delay.ts';
import { createLog } from '../http/log.ts';
import { Metrics } from '../http/metrics.ts';
import { UpdateGate } from '../http/update-gate.ts';
import { importKeys } from '../keys/keys.ts';
import { givenSealKeys } from '../keys/seal-keys.ts';
import { readSecrets } from '../keys/secrets.ts';
import { shareKeys } from '../keys/shared-keys.ts';
import { watchKeys } from '../keys/watch-keys.ts';
import { FailureRecorder } from '../system/failure-recorder.ts';
import { SystemProbes } from '../system/system-probes.ts';
import type { Team } from '../team/team.ts';
import { HttpsCheck } from '../tls/https-check.ts';
import { openCertificateSource } from '../tls/open-certificate-source.ts';
import { createTlsListeners } from '../tls/tls-listeners.ts';
import { orderlyClose } from './close-app.ts';
import { DEMO_ADDRESSES, DEMO_PASSWORD } from './demo-accounts.ts';
import { listen } from './listen.ts';
import type { Endpoints } from './prepare-server.ts';
import { returnMemoryWhenIdle } from './return-memory.ts';
import { seedFiles } from './seed-files.ts';
import { runSeedScript } from './seed-script.ts';
import type { UndoStack } from './undo-stack.ts';

interface Occasion {
  readonly endpoints: Endpoints;
  readonly demo: boolean;
  /** A new database with the demo, whose files are still to be stored. */
  readonly seed: boolean;
  readonly team: Team;
  /** Before it listens. */
  readonly report?: (step: string) => void;
}

/** What a process that serves has: its connections, the keys and the listening app. */
export async function openApp(
  config: Config,
  { endpoints, demo, seed, team, report }: Occasion,
  undo: UndoStack,
): Promise<{ readonly app: FastifyInstance; readonly dependencies: AppDependencies }> {
  const { platform, requests } = endpoints;
  const database = openDatabase(platform, requests, config.poolSize, team.size);
  undo.push(() => database.close());
  const readKeys = async () => {
    const { keys } = await readSecrets(config.dataDir);
    return config.databaseUrl === undefined ? keys : shareKeys(database.sql, keys);
  };
  const stored = await readKeys();
  const keys = await importKeys(stored, readProjectKeys(config), givenSealKeys(config.sealKeys));
  const watch = watchKeys(keys, stored, readKeys);
  undo.push(async () => watch.stop());
  const log = createLog(config.logLevel, config.logFormat);
  const failures = new FailureRecorder(database.sql, log);
  undo.push(() => failures.stop());
  const certificates = await openCertificateSource(config, { database, log, team });
  const tls = certificates && { certificates, check: new HttpsCheck(config) };
  undo.push(async () => {
    tls?.check.stop();
    await certificates?.stop();
  });
  const dependencies: AppDependencies = {
    config,
    database,
    keys,
    authenticator: createAuthenticator(keys, config.jwtSecret),
    log,
    failures,
    metrics: new Metrics(),
    gate: new UpdateGate(path.join(import.meta.dirname, '../..')),
    probes: new SystemProbes(),
    team,
    ...(tls && { tls }),
    ...(demo && { demoLogins: { addresses: DEMO_ADDRESSES, password: DEMO_PASSWORD } }),
  };
  dependencies.metrics.gauge(() => [
    'database_requests_waiting',
    'Requests that wait for a connection, or for their turn',
    database.pool.stats.waiting,
  ]);
  const delay = new EventLoopDelay();
  delay.start();
  undo.push(async () => delay.stop());
  dependencies.metrics.gauge(() => [
    'event_loop_delay_max_seconds',
    'The longest that requests waited for the thread, within one of the last 300 seconds',
    delay.worst(),
  ]);
  const app = await createApp(dependencies);
  const listeners = certificates && (await createTlsListeners(app, config, certificates));
  undo.push(orderlyClose(app, listeners));
  if (seed) {
    await seedFiles(app, config, keys.secretKey);
    await runSeedScript(config, app, database.sql, keys.secretKey);
  }
  report?.('Starting the web server');
  await listen(app, config, listeners);
  if (certificates && config.tls.mode !== 'lan') tls?.check.start(certificates);
  certificates?.start?.();
  const stopReturning = returnMemoryWhenIdle();
  undo.push(async () => stopReturning());
  return { app, dependencies };
}
