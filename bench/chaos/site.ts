import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../server/http/free-port.ts';
import type { Secrets } from '../../server/keys/secrets.ts';
import { readPid } from '../environment.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const RECOVERY_TIMEOUT_MS = 90_000;

/** The server as `npm start` runs it, whoever of its processes is killed. */
export class Site {
  readonly url: string;
  readonly dataDir: string;
  readonly #launcher: ChildProcess;
  /** The last lines it printed, for when it does not come back. */
  output = '';

  static async open(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Site> {
    const site = new Site(dataDir, await freePort(), env);
    await site.untilHealthy();
    return site;
  }

  private constructor(dataDir: string, port: number, env: Readonly<Record<string, string>>) {
    this.dataDir = dataDir;
    this.url = `http://127.0.0.1:${port}`;
    this.#launcher = spawn(process.execPath, ['scripts/bootstrap.mjs', 'start.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: 'off',
        LOG_LEVEL: 'silent',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const collect = (chunk: Buffer) => {
      this.output = (this.output + chunk).slice(-4_000);
    };
    this.#launcher.stdout?.on('data', collect);
    this.#launcher.stderr?.on('data', collect);
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
    const ended = new Promise((resolve) => this.#launcher.once('close', resolve));
    if (this.#launcher.exitCode === null) {
      this.#launcher.kill('SIGTERM');
      await ended;
    }
  }
}
