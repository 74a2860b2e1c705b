import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/http/free-port.ts';
import type { Secrets } from '../../server/keys/secrets.ts';
import nodeFlags from '../../server/node-flags.json' with { type: 'json' };
import { readPid } from '../environment.ts';
import { ROOT } from '../old-release.ts';

/** Far beyond a busy machine that builds the web app first. */
const RECOVERY_TIMEOUT_MS = 900_000;

/** The server as `npm start` runs it, whoever of its processes is killed. */
export class Site {
  readonly url: string;
  readonly dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  #launcher: ChildProcess;
  #closing = false;
  /** The last lines it printed, for when it does not come back. */
  output = '';

  static async open(
    dataDir: string,
    env: Readonly<Record<string, string>> = {},
    root = ROOT,
  ): Promise<Site> {
    const site = new Site(dataDir, await freePort(), env, root);
    await site.untilHealthy();
    return site;
  }

  /** An installation of its own, with its own launcher and dependencies. */
  static async launch(dataDir: string, installation: string): Promise<Site> {
    const site = new Site(dataDir, await freePort(), {}, installation, true);
    await site.untilHealthy();
    return site;
  }

  private constructor(
    dataDir: string,
    port: number,
    env: Readonly<Record<string, string>>,
    root: string,
    isInstalled = root === ROOT,
  ) {
    this.dataDir = dataDir;
    this.url = `http://127.0.0.1:${port}`;
    this.#env = {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      // Attackers come from an address of their own.
      TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    };
    this.#launcher = this.#launch(root, isInstalled);
  }

  /** Ends the old program in order and starts this one with the same data, under the same address. */
  async update(): Promise<void> {
    await this.close();
    this.#closing = false;
    this.#launcher = this.#launch(ROOT);
  }

  /** Another release is run without what installs its own dependencies, and is started again here. */
  #launch(root: string, isInstalled = root === ROOT): ChildProcess {
    const program = isInstalled
      ? ['scripts/bootstrap.mjs', 'start.ts']
      : [...nodeFlags, 'server/start.ts'];
    const launcher = spawn(process.execPath, program, {
      cwd: root,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const collect = (chunk: Buffer) => {
      this.output = (this.output + chunk).slice(-4_000);
    };
    launcher.stdout.on('data', collect);
    launcher.stderr.on('data', collect);
    if (!isInstalled) {
      launcher.once('close', () => {
        if (!this.#closing) this.#launcher = this.#launch(root);
      });
    }
    return launcher;
  }

  get secrets(): Secrets {
    return JSON.parse(readFileSync(path.join(this.dataDir, 'secrets.json'), 'utf8')) as Secrets;
  }

  get serverPid(): number {
    return readPid(path.join(this.dataDir, 'server.lock'));
  }

  get postmasterPid(): number {
    return readPid(path.join(this.dataDir, 'postgres/postmaster.pid'));
  }

  /** Resolves with the milliseconds it took until requests were served. */
  async untilHealthy(): Promise<number> {
    const begun = performance.now();
    while (performance.now() - begun < RECOVERY_TIMEOUT_MS) {
      const healthy = await fetch(`${this.url}/health`, {
        signal: AbortSignal.timeout(5_000),
      }).then(
        (answer) => answer.ok,
        () => false,
      );
      if (healthy) return performance.now() - begun;
      await sleep(50);
    }
    throw new Error(`The server did not come back by itself. It said:\n${this.output}`);
  }

  async close(): Promise<void> {
    this.#closing = true;
    const ended = new Promise((resolve) => this.#launcher.once('close', resolve));
    if (this.#launcher.exitCode === null && this.#launcher.signalCode === null) {
      this.#launcher.kill('SIGTERM');
      await ended;
    }
  }
}
