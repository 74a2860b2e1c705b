// A process that serves, started by the main one (start-workers.ts), which has prepared everything.
import { flushCompileCache } from 'node:module';
import { inspect } from 'node:util';
import { parseDatabaseUrl } from '../database/wire/endpoint.ts';
import { concealSecrets } from '../http/conceal-secrets.ts';
import { openApp } from '../lifecycle/open-app.ts';
import { UndoStack } from '../lifecycle/undo-stack.ts';
import { StartupError } from '../startup-error.ts';
import { joinTeam } from './join-team.ts';
import type { Assignment, ToMain, ToWorker } from './messages.ts';

const undo = new UndoStack();
let starting: Promise<void> | undefined;
let stopping = false;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await starting?.catch(() => undefined);
  await undo.run().catch((error) => console.error(concealSecrets(inspect(error))));
  process.exit(0);
}

function tell(message: ToMain): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });
}

async function serve({ config, place, embedded, demo, seed }: Assignment): Promise<void> {
  const external = config.databaseUrl && parseDatabaseUrl(config.databaseUrl);
  const endpoints = embedded ?? (external && { platform: external, requests: external });
  if (!endpoints) throw new Error('There is no database to serve from');
  const { team, answerWith } = joinTeam(place, config.workers, tell);
  const { dependencies } = await openApp(config, { endpoints, demo, seed, team }, undo);
  answerWith(() => dependencies.metrics.families());
}

async function begin(assignment: Assignment): Promise<void> {
  starting = serve(assignment);
  try {
    await starting;
    // From now on nothing new is compiled.
    flushCompileCache();
    await tell({ kind: 'serving' });
  } catch (error) {
    if (stopping) return;
    const isAdvice = error instanceof StartupError;
    const message = isAdvice ? error.message : concealSecrets(inspect(error));
    await tell({ kind: 'failed', message, isAdvice });
    process.exit(1);
  }
}

process.on('message', (message: ToWorker) => {
  if (message.kind === 'serve') void begin(message.assignment);
  else if (message.kind === 'stop') void stop();
});
// A terminal and a service manager tell every process; to end a single one this way is fine as well.
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
process.on('SIGHUP', () => void stop());
