import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { RestoreTestOptions, RestoreTestResult } from './restore-test.ts';
import { removeScratchCluster } from './scratch-cluster.ts';

const PROGRAM = path.join(import.meta.dirname, 'restore-test-process.ts');
const STOP_TIMEOUT_MS = 8_000;
const MAX_ERROR_LENGTH = 2_000;

/**
 * Tests a restore in a process of its own. Whatever becomes of that, nothing of it is left afterwards.
 * Undefined when `signal` stopped it.
 */
export async function runRestoreTest(
  options: RestoreTestOptions,
  signal: AbortSignal,
): Promise<RestoreTestResult | undefined> {
  await removeScratchCluster(options.place);
  if (signal.aborted) return undefined;
  const child = fork(PROGRAM, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const stop = () => stopInOrder(child);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await resultOf(child, options, signal);
  } finally {
    signal.removeEventListener('abort', stop);
    await removeScratchCluster(options.place);
  }
}

/** It ends by itself when the channel closes. */
function stopInOrder(child: ChildProcess): void {
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  child.once('exit', () => clearTimeout(timer));
}

function resultOf(
  child: ChildProcess,
  options: RestoreTestOptions,
  signal: AbortSignal,
): Promise<RestoreTestResult | undefined> {
  let result: RestoreTestResult | undefined;
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-MAX_ERROR_LENGTH);
  });
  child.once('message', (message) => {
    result = message as RestoreTestResult;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, killer) => {
      if (signal.aborted || result) resolve(result);
      else
        reject(new Error(`the restore test ended by itself (${killer ?? code}) ${errors}`.trim()));
    });
    child.send(options, () => undefined);
  });
}
