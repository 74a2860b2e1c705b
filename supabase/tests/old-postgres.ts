import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Endpoint } from '../../server/database/wire/endpoint.ts';

const DEBIAN = '/usr/lib/postgresql';
const VERSIONS = ['15', '16', '17'];
const INSTALLER = '/usr/bin/apt-get';

/**
 * The programs of the oldest PostgreSQL on this machine that we support. As root on Debian one is
 * installed if there is none; elsewhere the answer may be undefined.
 */
export function findOldPostgres(): string | undefined {
  const find = () =>
    VERSIONS.map((version) => `${DEBIAN}/${version}/bin`).find((bin) =>
      existsSync(`${bin}/postgres`),
    );
  if (find() === undefined && process.getuid?.() === 0 && existsSync(INSTALLER)) {
    for (const name of ['postgresql-15', 'postgresql']) {
      try {
        const options = ['install', '--yes', '--no-install-recommends', name];
        execFileSync(INSTALLER, options, { stdio: 'ignore' });
        break;
      } catch {
        // This Debian does not have that name, or no package server can be reached.
      }
    }
  }
  return find();
}

/** A cluster of its own in a temporary directory, open to everyone on its Unix socket. */
export async function startOldPostgres(
  bin: string,
  user = 'postgres',
): Promise<{ endpoint: Endpoint; stop(): Promise<void> }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-old-'));
  const identity = systemUser(directory);
  const data = path.join(directory, 'data');
  execFileSync(`${bin}/initdb`, ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8'], {
    stdio: 'ignore',
    cwd: directory,
    ...identity,
  });
  const port = randomInt(20_000, 60_000);
  const settings = [`unix_socket_directories=${directory}`, 'listen_addresses=', 'fsync=off'];
  const child = spawn(
    `${bin}/postgres`,
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { stdio: ['ignore', 'ignore', 'pipe'], cwd: directory, ...identity },
  );
  await new Promise<void>((resolve, reject) => {
    let words = '';
    child.stderr.on('data', (text) => {
      words += text;
      if (words.includes('ready to accept connections')) resolve();
    });
    child.once('exit', () => reject(new Error(words)));
  });
  return {
    endpoint: {
      host: directory,
      port,
      user,
      password: '',
      database: 'postgres',
      tls: 'off',
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(directory, { recursive: true, force: true });
          resolve();
        });
        child.kill('SIGINT');
      }),
  };
}

/** PostgreSQL refuses to run as root; Debian's package brings the user it runs as. */
function systemUser(directory: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  const identity = { uid: Number(uid), gid: Number(gid) };
  chownSync(directory, identity.uid, identity.gid);
  return identity;
}
