import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { inspect } from 'node:util';
import { loadDotEnv, readConfig } from './config.ts';
import { concealSecrets } from './http/conceal-secrets.ts';
import { printSummary, printWarning } from './lifecycle/console.ts';
import { endProgress, printProgress } from './lifecycle/progress.ts';
import type { RunningServer } from './lifecycle/running-server.ts';
import { checkMailServer } from './mail/check-mail-server.ts';
import { startServer } from './server.ts';
import { StartupError } from './startup-error.ts';

const STOP_TIMEOUT_MS = 20_000;
const ROOT = path.join(import.meta.dirname, '..');

let starting: Promise<RunningServer> | undefined;
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

function announce(server: RunningServer): void {
  printSummary(server);
  // Tells the launcher that whatever ends this process from now on is a crash.
  process.send?.('ready');
  // Now, not at the end, which may be a hard one.
  flushCompileCache();
  server.databaseService.onTrouble((news) => console.error(concealSecrets(news)));
  void checkMailServer(server.dependencies.config).then(
    (problem) => problem && printWarning(problem),
  );
}

function fail(error: unknown): void {
  endProgress();
  if (error instanceof StartupError) console.error(`\n  ${error.message}\n`);
  else console.error(concealSecrets(inspect(error)));
  process.exit(1);
}

try {
  loadDotEnv(ROOT);
  const config = readConfig(process.env, ROOT);
  starting = startServer(config, proceed);
  const server = await starting;
  if (!stopping) announce(server);
} catch (error) {
  // Whoever ended the start in its middle need not read what that broke.
  if (!stopping) fail(error);
}
