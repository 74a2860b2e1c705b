import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isOpenToOthers } from './machine-users.ts';
import { socketDirectoryOf } from './socket-directory.ts';
import { userForNamespace } from './system-user.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;
const canMount = isRoot && process.platform === 'linux';
const NOBODY = 65_534;
let folder: string;

/** Makes a cluster, starts it, asks it something and stops it, as a process of its own. */
const PROGRAM = `
  import { startEmbeddedPostgres } from '${ROOT}/server/database/embedded/embedded-postgres.ts';
  import { readSecrets } from '${ROOT}/server/keys/secrets.ts';
  import { reachRunningDatabase } from '${ROOT}/server/backup/running-database.ts';
  import { connectPlatform } from '${ROOT}/server/database/sql/connect.ts';
  const settings = { fsync: 'off', shared_buffers: '16MB' };
  const [dataDir, mode] = process.argv.slice(1);
  const loopback = mode === 'loopback';
  const { databasePassword: password } = await readSecrets(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, password, report() {}, settings, loopback });
  const sql = connectPlatform(postgres.endpoint, { max: 1 });
  const [row] = await sql\`select 'answered' as word\`;
  const running = await reachRunningDatabase({ dataDir });
  await running.end();
  await sql.end();
  await postgres.stop();
  console.log(row.word);
`;

interface Circumstances {
  /** Commands of a shell in a mount namespace, run before. */
  readonly mounts?: string;
  readonly uid?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly loopback?: boolean;
}

async function boot(dataDir: string, circumstances: Circumstances = {}): Promise<string> {
  const { mounts, uid, env, loopback } = circumstances;
  const mode = loopback ? 'loopback' : 'default';
  const own = [process.execPath, '--input-type=module', '-e', PROGRAM, dataDir, mode];
  const shell = ['unshare', '--mount', 'sh', '-ec', `${mounts}\nexec "$@"`, 'sh'];
  const [command = '', ...args] = mounts === undefined ? own : [...shell, ...own];
  const { stdout } = await promisify(execFile)(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  return stdout.trim();
}

function newDataDir(...names: string[]): string {
  const dataDir = path.join(folder, ...names);
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  return dataDir;
}

beforeEach(() => {
  folder = mkdtempSync('/tmp/chalkline-any-');
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('PostgreSQL starts', () => {
  test('in a folder that others may enter', async () => {
    expect(await boot(newDataDir('data'))).toBe('answered');
  });

  test('in a folder closed to others', async () => {
    chmodSync(folder, 0o700);
    expect(await boot(newDataDir('data'))).toBe('answered');
  });

  // Nobody but root can run what lies in a closed folder.
  test.runIf(isRoot && isOpenToOthers(ROOT))('for an ordinary user', async () => {
    const dataDir = newDataDir('data');
    chownSync(dataDir, NOBODY, NOBODY);
    expect(await boot(dataDir, { uid: NOBODY })).toBe('answered');
  });

  test.runIf(canMount).each(['0755', '0700'])(
    'where the machine has only root and system users, in a folder of mode %s',
    async (mode) => {
      chmodSync(folder, Number.parseInt(mode, 8));
      const passwd = path.join(folder, 'passwd');
      writeFileSync(
        passwd,
        'root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1::/:/bin/false\nnobody:x:65534:65534::/:/bin/false\n',
      );
      // Nobody can be added either: the file is a mount point, which useradd cannot replace.
      const mounts = `mount --bind '${passwd}' /etc/passwd`;
      expect(await boot(newDataDir('data'), { mounts })).toBe('answered');
    },
  );

  test.runIf(canMount)('with a read-only project folder and its data elsewhere', async () => {
    const mounts = `mount --bind '${ROOT}' '${ROOT}'\nmount -o remount,ro,bind '${ROOT}'`;
    expect(await boot(newDataDir('data'), { mounts })).toBe('answered');
  });

  test('under a path with spaces and letters of any alphabet', async () => {
    expect(await boot(newDataDir('Zeit & Lohn, ñandú 現場', 'data'))).toBe('answered');
  });

  test('over TCP, controlled by pg_ctl, as on Windows', async () => {
    const dataDir = newDataDir('with spaces', 'data');
    expect(await boot(dataDir, { loopback: true })).toBe('answered');
    expect(existsSync(path.join(dataDir, 'run'))).toBe(false);
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  test('under a path longer than a socket’s may be, with a long TMPDIR as well', async () => {
    const long = path.join(folder, 'ü'.repeat(50));
    mkdirSync(long);
    const env = { TMPDIR: long };
    expect(await boot(newDataDir('n'.repeat(100), 'data'), { env })).toBe('answered');
  });
});

test.each(['/opt/chalkline/data', `/srv/${'n'.repeat(80)}/data`, `/srv/${'ü'.repeat(45)}/data`])(
  'the socket of %s has a path that PostgreSQL accepts',
  (dataDir) => {
    const socket = `${socketDirectoryOf(dataDir)}/.s.PGSQL.5432.lock`;
    expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(103);
  },
);

describe('the user in a namespace', () => {
  const user = (name: string, uid: number) => ({ name, uid, gid: uid });

  test('is one that exists, best the one meant for it', () => {
    const users = [user('root', 0), user('daemon', 1), user('nobody', NOBODY)];
    expect(userForNamespace(users)?.name).toBe('nobody');
    expect(userForNamespace([...users, user('postgres', 101)])?.name).toBe('postgres');
    expect(userForNamespace(users.slice(0, 2))?.name).toBe('daemon');
  });

  test('is never root', () => {
    expect(userForNamespace([user('root', 0), user('toor', 0)])).toBeUndefined();
  });
});
