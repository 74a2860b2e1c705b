import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { folderOf, identify, isLauncherWaiting, type Runner } from './recover.mjs';
import { systemctl } from './systemctl.ts';
import { UpdateError } from './update-error.ts';

const STOP_TIMEOUT_MS = 60_000;
const LAUNCHER_TIMEOUT_MS = 10_000;
const POLL_MS = 100;

/** How the server of this data directory runs now, if it does. */
export async function findRunner(root: string, dataDir: string, unit: string): Promise<Runner> {
  const service = await systemctl('show', unit, '--property=ActiveState,WorkingDirectory');
  const isOurs = service.output.includes(`WorkingDirectory=${root}\n`);
  const wasActive = /ActiveState=(active|activating|reloading)/.test(service.output);
  const isByHand = !wasActive && serverOf(dataDir) !== undefined;
  if (isOurs && !isByHand) {
    await refuseWithoutRights(unit);
    return { kind: 'systemd', unit, wasActive };
  }
  if (serverOf(dataDir) === undefined) return { kind: 'none' };
  if (process.platform !== 'win32') return { kind: 'launcher' };
  throw new UpdateError(
    'The server is running. Windows cannot end it in order from here: stop it with Ctrl+C in its window, then run npm run update again.',
  );
}

/** Found out by a call that changes nothing but needs the same right. */
async function refuseWithoutRights(unit: string): Promise<void> {
  const { code } = await systemctl('--no-ask-password', 'reset-failed', unit);
  if (code === 0) return;
  throw new UpdateError(
    `The server is the service ${unit}, which you may not restart. Run it as root: sudo npm run update`,
  );
}

/** The process that has the data directory. */
export function serverOf(dataDir: string): number | undefined {
  try {
    const [pid, identity] = readFileSync(path.join(dataDir, 'server.lock'), 'utf8').split(' ', 2);
    return identify(Number(pid)) === identity ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

/** Stops and starts the server the way it was started before. */
export class ServerControl {
  readonly #root: string;
  readonly #dataDir: string;
  #runner: Runner;
  #trial: ChildProcess | undefined;
  /** The end of what a server of our own printed. */
  output = '';

  constructor(root: string, dataDir: string, runner: Runner) {
    this.#root = root;
    this.#dataDir = dataDir;
    this.#runner = runner;
  }

  /** The server that has the data directory, whoever started it. */
  get pid(): number | undefined {
    return serverOf(this.#dataDir);
  }

  /** Whether the server runs on when the update has ended. */
  get staysUp(): boolean {
    const { kind } = this.#runner;
    return kind === 'systemd' ? this.#runner.wasActive : kind === 'launcher';
  }

  async stop(): Promise<void> {
    rmSync(path.join(folderOf(this.#root), 'launcher'), { force: true });
    if (this.#runner.kind === 'systemd') {
      const { code, output } = await systemctl('stop', this.#runner.unit);
      if (code !== 0)
        throw new UpdateError(`systemctl stop ${this.#runner.unit} failed: ${output}`);
      return;
    }
    if (this.#trial) return this.endTrial();
    const server = serverOf(this.#dataDir);
    if (server !== undefined) await end(server, () => serverOf(this.#dataDir) === server);
  }

  async start(): Promise<void> {
    if (this.#runner.kind === 'systemd') {
      await systemctl('--no-ask-password', 'reset-failed', this.#runner.unit);
      // A start that fails is seen by asking for its health.
      await systemctl('start', '--no-block', this.#runner.unit);
    } else if (this.#runner.kind === 'none' || !(await this.#hasLauncher())) {
      this.#runner = { kind: 'none' };
      this.#startTrial();
    }
  }

  /** A server started by hand is started again by its launcher, in its own terminal. */
  async #hasLauncher(): Promise<boolean> {
    const begun = performance.now();
    while (performance.now() - begun < LAUNCHER_TIMEOUT_MS) {
      if (isLauncherWaiting(this.#root) || serverOf(this.#dataDir) !== undefined) return true;
      await sleep(POLL_MS);
    }
    return false;
  }

  #startTrial(): void {
    const program = path.join(this.#root, 'scripts', 'bootstrap.mjs');
    const child = spawn(process.execPath, [program, 'start.ts'], {
      cwd: this.#root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const collect = (chunk: Buffer): void => {
      this.output = (this.output + chunk).slice(-2_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    this.#trial = child;
  }

  /** The one started only to be checked. */
  async endTrial(): Promise<void> {
    if (this.#runner.kind === 'systemd' && !this.#runner.wasActive) return this.stop();
    const trial = this.#trial;
    this.#trial = undefined;
    if (trial?.pid === undefined || trial.exitCode !== null || trial.signalCode !== null) return;
    const { pid } = trial;
    await end(pid, () => trial.exitCode === null && trial.signalCode === null);
  }
}

/** In order, and hard when that takes too long. */
async function end(pid: number, isAlive: () => boolean): Promise<void> {
  signal(pid, 'SIGTERM');
  const begun = performance.now();
  while (isAlive()) {
    if (performance.now() - begun > STOP_TIMEOUT_MS) signal(pid, 'SIGKILL');
    await sleep(POLL_MS);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ESRCH') return;
    throw new UpdateError(`The server (process ${pid}) cannot be stopped: ${message}`, undefined, {
      cause: error,
    });
  }
}
