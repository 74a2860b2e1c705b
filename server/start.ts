import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { inspect } from 'node:util';
import { type Config, loadDotEnv, readConfig } from './config.ts';
import { concealSecrets } from './http/conceal-secrets.ts';
import { printSummary, printWarning } from './lifecycle/console.ts';
import { endProgress, printProgress } from './lifecycle/progress.ts';
import type { StartedServer } from './lifecycle/running-server.ts';
import { storeAddress } from './lifecycle/server-address.ts';
import { checkMailServer } from './mail/check-mail-server.ts';
import { StartupError } from './startup-error.ts';

const STOP_TIMEOUT_MS = 20_000;
const ROOT = path.join(import.meta.dirname, '..');

let starting: Promise<StartedServer> | undefined;
let stopping = false;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  // Also in the middle of a start: a PostgreSQL that runs already would be left behind.
  const server = await starting?.catch(() => undefined);
  await server?.stop();
  process.exit(0);
}

process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
// The launcher is gone: without it nobody could stop this server from its terminal.
process.on('disconnect', () => void stop());

/** Between two steps of a start is a good moment to give it up: what was done so far is undone. */
function proceed(step: string): void {
  if (stopping) throw new Error('Stopped while starting');
  printProgress(step);
}

async function announce(server: StartedServer): Promise<void> {
  storeAddress(server.config.dataDir, server.url);
  await printSummary(server);
  // Tells the launcher that whatever ends this process from now on is a crash.
  process.send?.('ready');
  // Now, not at the end, which may be a hard one.
  flushCompileCache();
  server.databaseService.onTrouble((news) => console.error(concealSecrets(news)));
  void checkMailServer(server.config).then((problem) => problem && printWarning(problem));
}

function fail(error: unknown): void {
  endProgress();
  if (error instanceof StartupError) console.error(`\n  ${error.message}\n`);
  else console.error(concealSecrets(inspect(error)));
  process.exit(1);
}

/** Each loads its own: the main process of several needs nothing of what serves. */
async function start(config: Config): Promise<StartedServer> {
  if (config.workers === 1) return (await import('./server.ts')).startServer(config, proceed);
  return (await import('./workers/start-workers.ts')).startWorkers(config, proceed);
}

try {
  loadDotEnv(ROOT);
  const config = readConfig(process.env, ROOT);
  starting = start(config);
  const server = await starting;
  if (!stopping) await announce(server);
} catch (error) {
  // Whoever ended the start in its middle need not read what that broke.
  if (!stopping) fail(error);
}
