import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRelease, readLandedReleases } from '../../testing/landed-release.ts';
import { CLUSTER_PASSWORD, UNSAFE_SETTINGS } from '../../testing/prepared-cluster.ts';
import {
  isRunning,
  type SpawnCircumstances,
  type SpawnedServer,
  spawnServer,
} from '../../testing/spawn-server.ts';
import { adoptFiles } from '../database/embedded/adopt-files.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
import { isOpenToOthers } from '../database/embedded/machine-users.ts';
import { connectPlatform } from '../database/sql/connect.ts';
import { generateKeys } from '../keys/keys.ts';
import { writeSecrets } from '../keys/secrets.ts';
import { foreignOwnerProblem } from './data-owner.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
const canMount = isRoot && process.platform === 'linux';
/** An ordinary user can run the project only where it may be entered. */
const canBecomeUser = canMount && isOpenToOthers(ROOT);
const RAY = 1000;
const SERVICE = 64_321;
/** Whose a folder is does not depend on the versions between. */
const RELEASES = readLandedReleases().filter(
  (_, position, { length }) => position === 0 || position === length - 1,
);

const folder = mkdtempSync('/tmp/chalkline-earlier-');
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The folder that a version of the program left behind, with whom it belongs to now. */
function leaveBehind(file: string, uid: number, parentMode = 0o755): string {
  const parent = mkdtempSync(path.join(folder, 'machine-'));
  const dataDir = path.join(parent, 'data');
  execFileSync('cp', ['-a', path.join(folder, file), dataDir]);
  mkdirSync(path.join(dataDir, 'run'), { mode: 0o700 });
  if (isRoot) execFileSync('chown', ['-R', `${uid}:${uid}`, dataDir]);
  chmodSync(parent, parentMode);
  return dataDir;
}

/** Where uid 1000 is a user called ray, or nobody at all. */
function machineWith(...users: ('ray' | 'service')[]): SpawnCircumstances {
  const lines = [
    'root:x:0:0:root:/root:/bin/sh',
    'nobody:x:65534:65534::/:/bin/false',
    'postgres:x:64320:64320::/:/bin/false',
    ...(users.includes('ray') ? [`ray:x:${RAY}:${RAY}::/home/ray:/bin/sh`] : []),
    ...(users.includes('service') ? [`service:x:${SERVICE}:${SERVICE}::/:/bin/false`] : []),
  ];
  const passwd = path.join(folder, `passwd-${users.join('-')}`);
  writeFileSync(passwd, `${lines.join('\n')}\n`);
  const script = `mount --bind '${passwd}' /etc/passwd\nexec "$@"`;
  return { prefix: ['unshare', '--mount', 'sh', '-ec', script, 'sh'] };
}

/** Mounts take root, so the user comes after them. */
function asService(machine: SpawnCircumstances): SpawnCircumstances {
  const become = ['setpriv', `--reuid=${SERVICE}`, `--regid=${SERVICE}`, '--clear-groups'];
  return { prefix: [...(machine.prefix ?? []), ...become] };
}

async function start(dataDir: string, circumstances: SpawnCircumstances): Promise<SpawnedServer> {
  const outcome = await spawnServer({ DATA_DIR: dataDir, WORKERS: '1' }, circumstances);
  if (!isRunning(outcome)) throw new Error(outcome.output);
  return outcome;
}

/** It serves, and says whose files it has handed over, if any. */
async function expectStart(
  dataDir: string,
  circumstances: SpawnCircumstances,
  said: string | undefined,
): Promise<void> {
  const server = await start(dataDir, circumstances);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  await server.end('SIGTERM');
  if (said) expect(server.output()).toContain(said);
  else expect(server.output()).not.toContain('belonged to');
}

const ownerOf = (dataDir: string) => lstatSync(path.join(dataDir, 'postgres/PG_VERSION')).uid;

describe.each(RELEASES)('a folder that $file left behind', (release) => {
  const { file } = release;
  beforeAll(async () => {
    const dataDir = path.join(folder, file);
    mkdirSync(dataDir);
    writeSecrets(dataDir, { databasePassword: CLUSTER_PASSWORD, keys: await generateKeys() });
    const postgres = await startEmbeddedPostgres({
      dataDir,
      password: CLUSTER_PASSWORD,
      report: () => undefined,
      settings: UNSAFE_SETTINGS,
    });
    const sql = connectPlatform(postgres.endpoint, { max: 1 });
    const connection = await sql.reserve();
    await createRelease(connection, release);
    connection.release();
    await sql.end();
    await postgres.stop();
    rmSync(path.join(dataDir, 'run'), { recursive: true });
  });

  test.skipIf(isRoot)('is updated for the user it belongs to', async () => {
    await expectStart(leaveBehind(file, RAY), {}, undefined);
  });

  test.runIf(canMount)('to uid 1000 is adopted by root where that user cannot enter', async () => {
    const dataDir = leaveBehind(file, RAY, 0o700);
    await expectStart(dataDir, machineWith('ray'), `belonged to ray. It now belongs to root`);
    expect(ownerOf(dataDir)).toBe(0);
  });

  test.runIf(canMount)('to a uid that is nobody here is adopted by root', async () => {
    const dataDir = leaveBehind(file, RAY);
    await expectStart(
      dataDir,
      machineWith(),
      'belonged to a user this machine does not know (uid 1000). It now belongs to postgres',
    );
    expect(ownerOf(dataDir)).toBe(64_320);
  });

  test.runIf(canBecomeUser)(
    'to uid 1000 is refused to another user with the one command, which helps',
    async () => {
      const dataDir = leaveBehind(file, RAY);
      const machine = asService(machineWith('ray', 'service'));
      const refused = await spawnServer({ DATA_DIR: dataDir }, machine);
      if (isRunning(refused)) throw new Error('The server started');
      const command = `sudo chown -R service ${dataDir}`;
      expect(refused.output.trim().split('\n')).toHaveLength(1);
      expect(refused.output).toContain(command);
      execFileSync('chown', ['-R', String(SERVICE), dataDir]);
      await expectStart(dataDir, machine, undefined);
    },
  );
});

/** Whose files PostgreSQL's are to be when root starts it there. */
function ownerChosen(dataDir: string, { prefix = [] }: SpawnCircumstances): number {
  const program = `
    import { findSystemUser } from '${ROOT}/server/database/embedded/system-user.ts';
    const dataDir = process.argv[1];
    const user = await findSystemUser(dataDir, dataDir + '/postgres', '/usr/bin/env');
    console.log(user.owner.uid);`;
  const own = [process.execPath, '--input-type=module', '-e', program, dataDir];
  const [command = '', ...args] = [...prefix, ...own];
  return Number(execFileSync(command, args, { encoding: 'utf8' }));
}

function folderOf(uid: number, parentMode = 0o755, parentUid = 0): string {
  const parent = mkdtempSync(path.join(folder, 'owner-'));
  const dataDir = path.join(parent, 'data');
  mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
  execFileSync('chown', ['-R', `${uid}:${uid}`, dataDir]);
  execFileSync('chown', [`${parentUid}:${parentUid}`, parent]);
  chmodSync(parent, parentMode);
  return dataDir;
}

describe('as root', () => {
  test.runIf(canMount).each([
    ['the user a folder belongs to remains its owner', RAY, 0o755, 0, RAY],
    ['a folder of root stays root’s', 0, 0o755, 0, 0],
    ['a user who cannot enter is followed by root', RAY, 0o700, 0, 0],
    ['in a home closed to everyone else it is the user whose home that is', 0, 0o700, RAY, RAY],
    ['a folder of a user who is nobody here goes to postgres', 4711, 0o755, 0, 64_320],
  ])('%s', (_, uid, parentMode, parentUid, expected) => {
    const dataDir = folderOf(uid, parentMode, parentUid);
    expect(ownerChosen(dataDir, machineWith('ray'))).toBe(expected);
  });

  test.runIf(isRoot)('what a link leads to and second names of files are left alone', () => {
    const dataDir = mkdtempSync(path.join(folder, 'links-'));
    const outside = path.join(folder, 'outside');
    writeFileSync(outside, 'mine');
    const cluster = path.join(dataDir, 'postgres');
    mkdirSync(cluster);
    symlinkSync(folder, path.join(cluster, 'link'));
    execFileSync('ln', [outside, path.join(cluster, 'second-name')]);
    execFileSync('chown', ['-hR', '1000', cluster]);
    const owned: string[] = [];
    const owner = { uid: 70, gid: 70 };
    const user = {
      prefix: [],
      ids: owner,
      owner,
      own: (target: string) => void owned.push(target),
    };
    // Uid 1000 is somebody on some machines and nobody on others.
    expect(adoptFiles(user, dataDir, [cluster])).toContain(
      `The database in ${dataDir} belonged to `,
    );
    expect(owned).toEqual([dataDir, cluster, path.join(cluster, 'link')]);
  });
});

describe('the folder of another user', () => {
  let dataDir: string;
  const ours = process.getuid?.() ?? 0;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(folder, "ray's data "));
    writeFileSync(path.join(dataDir, 'secrets.json'), '{}');
  });

  test.skipIf(process.platform === 'win32')('is named with the command, ready to paste', () => {
    expect(foreignOwnerProblem(dataDir, ours + 5)).toBe(
      `${dataDir} belongs to another user than the one who starts the server. Hand it over and start again: sudo chown -R ${ours + 5} '${dataDir.replace("'", "'\\''")}'`,
    );
    expect(foreignOwnerProblem(dataDir, ours)).toBeUndefined();
  });

  test.runIf(isRoot)('is noticed when only a part of it is theirs', () => {
    execFileSync('chown', ['-R', '1000', dataDir]);
    execFileSync('chown', ['0', path.join(dataDir, 'secrets.json')]);
    expect(foreignOwnerProblem(dataDir, 1000)).toContain(path.join(dataDir, 'secrets.json'));
  });

  test('is nothing root has to ask for', () => {
    expect(foreignOwnerProblem(dataDir, 0)).toBeUndefined();
  });
});
