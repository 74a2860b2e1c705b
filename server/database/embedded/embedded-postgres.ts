import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../http/free-port.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import { adoptFiles } from './adopt-files.ts';
import { findBinaries, type PostgresBinaries } from './binaries.ts';
import { keepRunning } from './keep-running.ts';
import { stopOrphanedProcess } from './orphaned-process.ts';
import { pgCtl } from './pg-ctl.ts';
import {
  collect,
  explain,
  launchPostgres,
  type PostgresProcess,
  spawnAs,
} from './postgres-process.ts';
import { postgresSettings } from './settings.ts';
import { makeSocketDirectory, socketDirectoryOf } from './socket-directory.ts';
import { findSystemUser, type SystemUser } from './system-user.ts';

export interface EmbeddedPostgres {
  readonly endpoint: Endpoint;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
  /** Called when PostgreSQL ended without having been asked to, and about its way back. */
  onTrouble(listener: (news: string) => void): void;
}

interface Options {
  readonly dataDir: string;
  readonly password: string;
  readonly report: (step: string) => void;
  readonly settings?: Readonly<Record<string, string>>;
  /** Over TCP on this machine alone, controlled by pg_ctl: for Windows, which has neither Unix sockets for PostgreSQL nor signals. */
  readonly loopback?: boolean;
  /** The data directory that `dataDir` is in: its user runs this one, with its extensions. */
  readonly within?: string;
}

const PORT = 5432;
const ORPHANS_TIMEOUT_MS = 30_000;

/** Starts the PostgreSQL in `dataDir/postgres`, making it on the first start, and keeps it running. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const clusterDir = path.join(options.dataDir, 'postgres');
  const binaries = await findBinaries();
  const user = await findUser(options, clusterDir, binaries);
  const loopback = options.loopback ?? process.platform === 'win32';
  const socketDirectory = socketDirectoryOf(options.dataDir);
  const control = loopback ? pgCtl(user, binaries.pg_ctl, clusterDir) : undefined;
  const clearWay = () => stopOrphanedProcess(clusterDir, socketDirectory, control?.stop);
  await clearWay();
  const adopted = adoptFiles(user, options.dataDir, [
    clusterDir,
    path.join(options.dataDir, 'run'),
  ]);
  if (adopted) options.report(adopted);
  if (!existsSync(path.join(clusterDir, 'PG_VERSION'))) {
    options.report('Creating the database');
    await createCluster(binaries, user, clusterDir, options.password);
  }
  if (!loopback) makeSocketDirectory(socketDirectory, user);
  const address = loopback
    ? { host: '127.0.0.1', port: await freePort() }
    : { host: socketDirectory, port: PORT };
  const settings = {
    ...postgresSettings(address.host, options.within ?? options.dataDir, binaries.major),
    ...options.settings,
  };
  const flags = ['-p', String(address.port)];
  flags.push(...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]));
  const launch = async () => {
    await clearWay();
    if (control) return control.launch(flags);
    return launchPostgres(user, binaries.postgres, ['-D', clusterDir, ...flags]);
  };
  return {
    ...keepRunning(await launchAfterOrphans(launch), launch),
    endpoint: endpointAt(address, options.password),
  };
}

async function findUser(
  { dataDir, within }: Options,
  clusterDir: string,
  { postgres }: PostgresBinaries,
): Promise<SystemUser> {
  if (within === undefined) return findSystemUser(dataDir, clusterDir, postgres);
  const user = await findSystemUser(within, path.join(within, 'postgres'), postgres);
  user.own(dataDir);
  return user;
}

/** Backends of a PostgreSQL killed hard end by themselves, but not always at once. */
async function launchAfterOrphans(
  launch: () => Promise<PostgresProcess>,
): Promise<PostgresProcess> {
  const deadline = Date.now() + ORPHANS_TIMEOUT_MS;
  for (;;) {
    try {
      return await launch();
    } catch (error) {
      const inUse = /shared memory block .* in use/.test((error as Error).message);
      if (!inUse || Date.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

/** Where the embedded PostgreSQL of a data directory listens while it runs, as its pid file says. */
export function embeddedEndpoint(dataDir: string, password: string): Endpoint {
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : [];
  const [port = PORT, socketDirectory, listenAddress] = lines.slice(3).map((line) => line.trim());
  const host = socketDirectory || listenAddress || socketDirectoryOf(dataDir);
  return endpointAt({ host, port: Number(port) }, password);
}

function endpointAt(address: { host: string; port: number }, password: string): Endpoint {
  return { ...address, user: 'postgres', password, database: 'postgres', tls: 'off' };
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
