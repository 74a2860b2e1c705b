import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import nodeFlags from '../server/node-flags.json' with { type: 'json' };

export interface SpawnedServer {
  readonly process: ChildProcess;
  readonly url: string;
  /** Everything it has written so far, to either stream. */
  output(): string;
  /** Ends it and resolves with the exit code, or the signal's name. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

export interface FailedStart {
  readonly code: number | string;
  readonly output: string;
}

export interface SpawnCircumstances {
  /** As whom, when root starts it. */
  readonly uid?: number;
  /** A command that runs what follows it. */
  readonly prefix?: readonly string[];
}

const ROOT = path.join(import.meta.dirname, '..');
/** As the launcher has it. */
const SERVER_ENVIRONMENT = {
  NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compiled'),
  MALLOC_ARENA_MAX: '2',
};

/** The server as a process of its own, as `npm start` runs it. */
export function spawnServer(
  env: Readonly<Record<string, string>>,
  { uid, prefix = [] }: SpawnCircumstances = {},
): Promise<SpawnedServer | FailedStart> {
  const [command = '', ...args] = [...prefix, process.execPath, ...nodeFlags, 'server/start.ts'];
  const child = spawn(command, args, {
    cwd: ROOT,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: {
      ...SERVER_ENVIRONMENT,
      ...process.env,
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exit = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  );
  return new Promise((resolve) => {
    const collect = (chunk: Buffer) => {
      output += chunk;
      const url = /Open\s+\S*?(https?:\/\/[\w.-]+:\d+)/.exec(output)?.[1];
      if (!url || !output.includes('Ctrl-C')) return;
      resolve({
        process: child,
        url,
        output: () => output,
        end(signal) {
          child.kill(signal);
          return exit;
        },
      });
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    void exit.then((code) => resolve({ code, output }));
  });
}

export function isRunning(outcome: SpawnedServer | FailedStart): outcome is SpawnedServer {
  return 'url' in outcome;
}
