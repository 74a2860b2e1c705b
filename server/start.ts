import path from 'node:path';
import { inspect } from 'node:util';
import { loadDotEnv, readConfig } from './config.ts';
import { concealSecrets } from './http/conceal-secrets.ts';
import { printProgress, printSummary, printWarning } from './lifecycle/console.ts';
import { StartupError } from './lifecycle/startup-error.ts';
import { checkMailServer } from './mail/check-mail-server.ts';
import { type RunningServer, startServer } from './server.ts';

const STOP_PATIENCE_MS = 20_000;
const ROOT = path.join(import.meta.dirname, '..');

let server: RunningServer | undefined;
let stopping = false;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), STOP_PATIENCE_MS).unref();
  await server?.stop();
  process.exit(0);
}

process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
// The launcher is gone: without it nobody could stop this server from its terminal.
process.on('disconnect', () => void stop());

try {
  loadDotEnv(ROOT);
  const config = readConfig(process.env, ROOT);
  server = await startServer(config, printProgress);
  printSummary(server);
  // Tells the launcher that whatever ends this process from now on is a crash.
  process.send?.('ready');
  void checkMailServer(config).then((problem) => problem && printWarning(problem));
  server.databaseService.onTrouble((news) => console.error(concealSecrets(news)));
} catch (error) {
  if (error instanceof StartupError) console.error(`\n  ${error.message}\n`);
  else console.error(concealSecrets(inspect(error)));
  process.exit(1);
}
