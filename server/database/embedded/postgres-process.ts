import { type ChildProcess, spawn } from 'node:child_process';
import { StartupError } from '../../startup-error.ts';
import type { SystemUser } from './system-user.ts';

export interface PostgresProcess {
  /** Resolves with its last words when it has ended. */
  readonly ended: Promise<string>;
  /** Fast shutdown. */
  end(): void;
}

const START_TIMEOUT_MS = 120_000;

/** Resolves when PostgreSQL accepts connections. */
export async function launchPostgres(
  user: SystemUser,
  program: string,
  args: readonly string[],
): Promise<PostgresProcess> {
  const child = spawnAs(user, program, args);
  const end = () => void child.kill('SIGINT');
  // A start that is given up, or fails, leaves no PostgreSQL behind.
  process.on('exit', end);
  child.once('close', () => process.off('exit', end));
  const output = await waitUntilReady(child);
  return {
    ended: new Promise((resolve) =>
      child.once('close', () => resolve(output.text.trim().split('\n').at(-1) ?? '')),
    ),
    end,
  };
}

/** In a group of its own: Ctrl-C in a terminal reaches the server, which stops PostgreSQL in order. */
export function spawnAs(user: SystemUser, program: string, args: readonly string[]): ChildProcess {
  const [command = program, ...rest] = [...user.prefix, program, ...args];
  return spawn(command, rest, {
    ...user.ids,
    // On Windows that would open a window.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function waitUntilReady(child: ChildProcess): Promise<{ text: string }> {
  const output = collect(child);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGQUIT');
      reject(new StartupError('PostgreSQL did not become ready within two minutes.'));
    }, START_TIMEOUT_MS);
    child.stderr?.on('data', () => {
      if (!output.text.includes('database system is ready to accept connections')) return;
      clearTimeout(timer);
      resolve(output);
    });
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      reject(explain(output.text, 'PostgreSQL did not start'));
    });
  });
}

export function collect(child: ChildProcess): { text: string } {
  const output = { text: '' };
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    output.text = (output.text + chunk).slice(-8_000);
  });
  return output;
}

export function explain(output: string, what: string): StartupError {
  if (/No space left on device/.test(output)) {
    return new StartupError('The disk is full. Free some space and start again; nothing was lost.');
  }
  if (/Permission denied/.test(output)) {
    return new StartupError(
      `${what}: permission denied. Give the data directory to the user who starts the server, or set DATA_DIR.`,
    );
  }
  if (/initialized by PostgreSQL version/.test(output)) {
    return new StartupError(
      'The data directory belongs to another major version of PostgreSQL. See docs/self-hosting.md, "Upgrading PostgreSQL".',
    );
  }
  const line = /(?:FATAL|error|PANIC): +(.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1);
  return new StartupError(`${what}: ${line}`);
}
