import { spawn } from 'node:child_process';
import { UpdateError } from './update-error.ts';

interface Options {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

const MAX_SHOWN_CHARACTERS = 2_000;

interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program without a shell; what it prints is collected, not shown. */
export function runCommand(
  program: string,
  args: readonly string[],
  { cwd, env = process.env }: Options,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    // In a group of its own: Ctrl+C is for the update, which decides what may be broken off.
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const stop = (): void => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    process.once('exit', stop);
    child.on('error', (error) => {
      process.off('exit', stop);
      reject(new UpdateError(`${program} could not be started: ${error.message}`));
    });
    child.on('close', (code) => {
      process.off('exit', stop);
      resolve({ code, stdout, stderr });
    });
  });
}

/** What it printed; an error with the end of it where it failed. */
export async function outputOf(
  what: string,
  program: string,
  args: readonly string[],
  options: Options,
): Promise<string> {
  const { code, stdout, stderr } = await runCommand(program, args, options);
  if (code === 0) return stdout;
  const said = `${stdout}\n${stderr}`.trim().slice(-MAX_SHOWN_CHARACTERS);
  throw new UpdateError(`${what} failed:\n${said.replaceAll(/^/gm, '    ')}`);
}
