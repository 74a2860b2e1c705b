import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartupError } from '../../lifecycle/startup-error.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { findBinaries, type PostgresBinaries } from './binaries.ts';
import { stopLeftBehind } from './left-behind.ts';
import { postgresSettings } from './settings.ts';
import { findSystemUser, type SystemUser } from './system-user.ts';

export interface EmbeddedPostgres {
  readonly endpoint: Endpoint;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
  /** Called when PostgreSQL ends without having been asked to. */
  onUnexpectedEnd(listener: (lastWords: string) => void): void;
}

interface Options {
  readonly dataDir: string;
  readonly password: string;
  readonly report: (step: string) => void;
  readonly settings?: Readonly<Record<string, string>>;
}

const PORT = 5432;
const START_PATIENCE_MS = 120_000;

/** Starts the PostgreSQL in `dataDir/postgres`, making it on the first start. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const clusterDir = path.join(options.dataDir, 'postgres');
  const binaries = await findBinaries();
  const user = await findSystemUser(options.dataDir, clusterDir, binaries.postgres);
  await stopLeftBehind(clusterDir);
  if (!existsSync(path.join(clusterDir, 'PG_VERSION'))) {
    options.report('Creating the database');
    await createCluster(binaries, user, clusterDir, options.password);
  }
  const socketDirectory = socketDirectoryOf(options.dataDir);
  mkdirSync(socketDirectory, { recursive: true, mode: 0o700 });
  user.own(socketDirectory);
  const settings = { ...postgresSettings(socketDirectory), ...options.settings };
  const child = launch(binaries, user, clusterDir, settings);
  const lastWords = await waitUntilReady(child);
  return control(child, lastWords, embeddedEndpoint(options.dataDir, options.password));
}

/** Where the embedded PostgreSQL of a data directory listens while it runs. */
export function embeddedEndpoint(dataDir: string, password: string): Endpoint {
  const host = socketDirectoryOf(dataDir);
  return { host, port: PORT, user: 'postgres', password, database: 'postgres', tls: 'off' };
}

/** Made beside its final place and moved there whole, so that a crash leaves no half cluster. */
async function createCluster(
  binaries: PostgresBinaries,
  user: SystemUser,
  clusterDir: string,
  password: string,
): Promise<void> {
  const unfinished = `${clusterDir}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const passwordFile = `${unfinished}-password`;
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  user.own(unfinished);
  user.own(passwordFile);
  const initdb = spawnAs(user, binaries.initdb, [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
  ]);
  const errors = collect(initdb);
  const code = await new Promise<number | null>((resolve, reject) => {
    initdb.once('error', reject);
    initdb.once('close', resolve);
  });
  rmSync(passwordFile, { force: true });
  if (code !== 0) throw explain(errors.text, 'PostgreSQL could not create its data directory');
  renameSync(unfinished, clusterDir);
}

function launch(
  binaries: PostgresBinaries,
  user: SystemUser,
  clusterDir: string,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawnAs(user, binaries.postgres, ['-D', clusterDir, '-p', String(PORT), ...flags]);
}

/** In a group of its own: Ctrl-C in a terminal reaches the server, which stops PostgreSQL in order. */
function spawnAs(user: SystemUser, program: string, args: readonly string[]): ChildProcess {
  const [command = program, ...rest] = [...user.prefix, program, ...args];
  return spawn(command, rest, {
    ...user.ids,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Unix socket paths are limited to 107 bytes, so a deep data directory gets a short one elsewhere. */
function socketDirectoryOf(dataDir: string): string {
  const inside = path.join(dataDir, 'run');
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return inside.length < 88 ? inside : path.join(tmpdir(), `platform-${digest}`);
}

function waitUntilReady(child: ChildProcess): Promise<{ text: string }> {
  const output = collect(child);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGQUIT');
      reject(new StartupError('PostgreSQL did not become ready within two minutes.'));
    }, START_PATIENCE_MS);
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

function control(
  child: ChildProcess,
  output: { readonly text: string },
  endpoint: Endpoint,
): EmbeddedPostgres {
  let stopping = false;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    endpoint,
    async stop() {
      stopping = true;
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
      await ended;
    },
    onUnexpectedEnd(listener) {
      child.once('close', () => {
        if (!stopping) listener(output.text.trim().split('\n').at(-1) ?? '');
      });
    },
  };
}

function collect(child: ChildProcess): { text: string } {
  const output = { text: '' };
  child.stderr?.setEncoding('utf8');
  child.stderr?.on('data', (chunk: string) => {
    output.text = (output.text + chunk).slice(-8_000);
  });
  return output;
}

function explain(output: string, what: string): StartupError {
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
