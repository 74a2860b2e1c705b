import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { prepareDataDirectory } from '../testing/prepared-cluster.ts';
import { isRunning, type SpawnedServer, spawnServer } from '../testing/spawn-server.ts';
import { testRestore } from './backup/restore-test.ts';
import { verifyBackup } from './backup/verify-backup.ts';
import { readConfig } from './config.ts';
import { findBinaries } from './database/embedded/binaries.ts';
import {
  type EmbeddedPostgres,
  embeddedEndpoint,
  startEmbeddedPostgres,
} from './database/embedded/embedded-postgres.ts';
import { connectPlatform } from './database/sql/connect.ts';
import type { Endpoint } from './database/wire/endpoint.ts';
import { readSecrets } from './keys/secrets.ts';
import { StartupError } from './startup-error.ts';

const ROOT = path.join(import.meta.dirname, '..');
const directories: string[] = [];
const newDirectory = () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-start-'));
  directories.push(directory);
  return directory;
};
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

async function started(env: Record<string, string>): Promise<SpawnedServer> {
  const outcome = await spawnServer(env);
  if (!isRunning(outcome)) throw new Error(outcome.output);
  return outcome;
}

async function refused(env: Record<string, string>): Promise<string> {
  const outcome = await spawnServer(env);
  if (isRunning(outcome)) {
    await outcome.end('SIGTERM');
    throw new Error('The server started');
  }
  expect(outcome.code).toBe(1);
  return outcome.output.trim();
}

/** What the settings are refused with. */
function refusalOf(variables: Record<string, string>): string {
  try {
    readConfig(variables, ROOT);
  } catch (error) {
    if (error instanceof StartupError) return error.message;
    throw error;
  }
  throw new Error('The settings were accepted');
}

const postmasterOf = (dataDir: string) =>
  Number.parseInt(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('starting and stopping', () => {
  // One after another on the same data; that it is made where there is none is seen in the tests below.
  const dataDir = newDirectory();
  beforeAll(async () => {
    await prepareDataDirectory(dataDir);
  });

  test('SIGTERM stops the server and its PostgreSQL with exit code 0', async () => {
    const server = await started({ DATA_DIR: dataDir });
    expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'ok' });
    const postgres = postmasterOf(dataDir);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  });

  test('a hard kill is survived: the next start adopts the data directory and finds everything', async () => {
    const first = await started({ DATA_DIR: dataDir });
    const config = await (await fetch(`${first.url}/config.json`)).json();
    expect(await first.end('SIGKILL')).toBe('SIGKILL');

    const second = await started({ DATA_DIR: dataDir });
    const again = (await (await fetch(`${second.url}/config.json`)).json()) as typeof config;
    expect(again.supabaseAnonKey).toBe(config.supabaseAnonKey);
    expect(await second.end('SIGINT')).toBe(0);
  });

  test('a PostgreSQL that was killed is started again', async () => {
    const server = await started({ DATA_DIR: dataDir });
    const killed = postmasterOf(dataDir);
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => (isAlive(killed) ? killed : postmasterOf(dataDir))).not.toBe(killed);
    await expect.poll(async () => (await fetch(`${server.url}/health`)).status).toBe(200);
    const again = postmasterOf(dataDir);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(isAlive(again)).toBe(false);
  });

  test('a link for an owner has the address of the server, also where only the server has its settings', async () => {
    const server = await started({ DATA_DIR: dataDir, SITE_URL: 'http://time.localhost:4711' });
    const { SITE_URL: _, ...env } = process.env;
    const link = execFileSync(process.execPath, ['scripts/owner.ts', 'ray@example.com'], {
      cwd: ROOT,
      env: { ...env, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    expect(link).toMatch(
      /^http:\/\/time\.localhost:4711\/auth\/reset-password#invite_token=\w{64}\n$/,
    );
    await server.end('SIGTERM');
  });

  test('a data directory in use is refused, and its server goes on', async () => {
    const server = await started({ DATA_DIR: dataDir });
    expect(await refused({ DATA_DIR: dataDir })).toMatch(
      /in use by a running server \(process \d+\)/,
    );
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    await server.end('SIGTERM');
  });

  test('a start stopped in its middle leaves no PostgreSQL behind', async () => {
    const fresh = newDirectory();
    const child = spawn(process.execPath, ['server/start.ts'], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: fresh, PORT: '0', DEMO: 'off' },
      stdio: 'ignore',
    });
    const exit = new Promise((resolve) => child.once('close', resolve));
    const pidFile = path.join(fresh, 'postgres/postmaster.pid');
    await expect.poll(() => existsSync(pidFile)).toBe(true);
    const postgres = postmasterOf(fresh);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(isAlive(postgres)).toBe(false);
  });

  test('accounts are listed and locked from the shell while the server runs', async () => {
    const server = await started({ DATA_DIR: dataDir });
    const env = { ...process.env, DATA_DIR: dataDir };
    const owner = (...args: string[]) =>
      execFileSync(process.execPath, ['scripts/owner.ts', ...args], {
        cwd: ROOT,
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    const sql = connectPlatform(
      embeddedEndpoint(dataDir, (await readSecrets(dataDir)).databasePassword),
      { max: 1 },
    );
    await sql`insert into auth.users (id, email) values (gen_random_uuid(), 'tess@example.com')`;
    await sql.end();
    expect(owner('lock', 'tess@example.com')).toContain('Locked, 0 sessions ended.');
    expect(owner('list')).toContain('tess@example.com, never signed in, 0 sessions, locked\n');
    expect(owner('unlock', 'tess@example.com')).toBe('Unlocked.\n');
    expect(owner('reset-2fa', 'tess@example.com')).toBe('There was none.\n');
    expect(owner('sessions', 'tess@example.com')).toBe('');
    expect(() => owner('lock', 'nobody@example.com')).toThrow('There is no account');
    expect(() => owner('lokc')).toThrow('Usage: npm run owner -- COMMAND');
    expect(await server.end('SIGTERM')).toBe(0);
  });

  test('a process that fails after it started PostgreSQL leaves none behind', async () => {
    const failing = `
      import { startEmbeddedPostgres } from './server/database/embedded/embedded-postgres.ts';
      const { PLACE: dataDir } = process.env;
      await startEmbeddedPostgres({ dataDir, password: 'x', report() {} });
      process.exit(1);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', failing], {
      cwd: ROOT,
      env: { ...process.env, PLACE: dataDir },
      stdio: 'ignore',
    });
    const exit = new Promise((resolve) => child.once('close', resolve));
    const pidFile = path.join(dataDir, 'postgres/postmaster.pid');
    await expect.poll(() => existsSync(pidFile)).toBe(true);
    const postgres = postmasterOf(dataDir);
    expect(await exit).toBe(1);
    await expect.poll(() => isAlive(postgres)).toBe(false);
  });

  test('the PostgreSQL of POSTGRES_BIN opens the same data; a folder without one is named', async () => {
    const { postgres } = await findBinaries();
    const folder = path.dirname(postgres);
    const server = await started({ DATA_DIR: dataDir, POSTGRES_BIN: folder });
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await refused({ DATA_DIR: dataDir, POSTGRES_BIN: '/etc' })).toContain(
      'POSTGRES_BIN=/etc is wrong: initdb is not in it.',
    );
  });

  test('a taken port is named, with the remedy', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const unused = path.join(newDirectory(), 'data');
    const message = await refused({ DATA_DIR: unused, PORT: String(port) });
    // Nothing was begun for it.
    expect(existsSync(unused)).toBe(false);
    expect(message).toMatch(
      new RegExp(`^Port ${port} is taken( by .+ \\(process \\d+\\))?\\. Stop`),
    );
    expect(message).toContain(`PORT=${port + 1} npm start`);
    other.close();
  });

  test('a port that no browser opens is refused', async () => {
    expect(await refused({ DATA_DIR: newDirectory(), PORT: '6000' })).toContain(
      'Browsers do not open port 6000.',
    );
  });

  test.each([
    ['PORT', 'seventy', 'takes a number from 0 to 65535'],
    ['SITE_URL', 'example', 'takes an address like https://time.example.com'],
    ['DATABASE_URL', 'mysql://x', 'takes an address like postgres://'],
    ['JWT_SECRET', 'short', 'takes a secret of at least 32 characters'],
    ['EMAIL_CONFIRMATION', 'maybe', 'takes required or off'],
    ['DEMO', 'perhaps', 'takes on or off'],
    ['SMTP_URL', 'mail.example.com', 'takes an address like smtp://'],
    ['TRUSTED_PROXIES', 'traefik', 'takes addresses or networks, separated by commas'],
    ['API_TOKEN_LIMIT', 'x', 'takes a number of requests a minute'],
    ['BACKUP_KEEP', '0', 'takes at least 1'],
  ])('%s=%s is refused in one line that says what it takes', (name, value, expected) => {
    const message = refusalOf({ [name]: value });
    expect(message.split('\n')).toHaveLength(1);
    expect(message).toContain(name);
    expect(message).toContain(expected);
  });

  test('a wrong setting stops the start with that line alone', async () => {
    const unused = path.join(newDirectory(), 'data');
    const wrong = { EMAIL_CONFIRMATION: 'maybe' };
    expect(await refused({ DATA_DIR: unused, ...wrong })).toBe(refusalOf(wrong));
    expect(existsSync(unused)).toBe(false);
  });

  test.each([
    ['DATABASE_URL', 'mysql://owner:hunter2-hunter2@db/x'],
    ['JWT_SECRET', 'hunter2-hunter2'],
    ['SMTP_URL', 'mail:hunter2-hunter2@example.com'],
    ['S3_URL', 'https://KEY:hunter2-hunter2@s3.example.com'],
  ])('a wrong %s is not repeated: it holds a secret', (name, value) => {
    const message = refusalOf({ [name]: value });
    expect(message).toContain(`${name} is wrong`);
    expect(message).not.toContain('hunter2');
  });

  test('what would go wrong later is said at the start', async () => {
    const file = path.join(newDirectory(), 'file');
    writeFileSync(file, '');
    const server = await started({
      DATA_DIR: dataDir,
      BACKUP_DIR: path.join(file, 'backups'),
      SMTP_URL: 'smtp://ray:hunter2-hunter2@127.0.0.1:1',
    });
    await expect.poll(() => server.output()).toContain('Mail cannot be sent through 127.0.0.1:1');
    expect(server.output()).toContain('Set SITE_URL to the address your crew uses');
    expect(server.output()).toContain(
      'Mail goes out as Chalkline <no-reply@127.0.0.1>. Set MAIL_FROM',
    );
    expect(server.output()).toContain('there will be no backups');
    expect(server.output()).not.toContain('hunter2');
    await server.end('SIGTERM');
  });

  test('a data directory that cannot be is refused', async () => {
    const file = path.join(newDirectory(), 'file');
    writeFileSync(file, '');
    expect(await refused({ DATA_DIR: path.join(file, 'data') })).toContain('cannot be written');
  });

  test('an unreachable database is named', async () => {
    const message = await refused({
      DATA_DIR: newDirectory(),
      DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none',
    });
    expect(message).toContain('cannot reach PostgreSQL at 127.0.0.1:1');
    expect(message).not.toContain('secret');
  });
});

/** A project with one migration: for tests that are about migrating and not about ours. */
function newProject() {
  const project = newDirectory();
  const addMigration = (file: string) =>
    writeFileSync(path.join(project, 'migrations', file), 'select 1;\n');
  mkdirSync(path.join(project, 'migrations'));
  addMigration('20260101000000_first.sql');
  return { project, addMigration };
}

test('an update backs the database up before it migrates, and says so', async () => {
  const dataDir = path.join(newDirectory(), 'data');
  const { project, addMigration } = newProject();
  const env = { DATA_DIR: dataDir, SUPABASE_DIR: project };
  const first = await started(env);
  expect(first.output()).toContain('Preparing the database, 1 of 1\n');
  expect(first.output()).not.toContain('Backing up');
  await first.end('SIGTERM');

  addMigration('20260102000000_second.sql');
  const second = await started(env);
  const file = /Backing up before the update: (.*)/.exec(second.output())?.[1] ?? '';
  expect(second.output().split(file)[1]).toContain('Preparing the database, 2 of 2\n');
  await second.end('SIGTERM');
  expect((await verifyBackup(file)).migrations).toEqual(['20260101000000']);
  // What restoring it means now: its own migrations, its data, then those that are new.
  const place = { directory: path.join(newDirectory(), 'scratch') };
  expect(await testRestore({ file, supabaseDir: project, place })).toMatchObject({
    outcome: 'partly',
    difference: null,
    figures: 0,
  });

  const third = await started(env);
  expect(third.output()).not.toContain('Backing up');
  await third.end('SIGTERM');
  expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
});

describe('a database of an owner who is no superuser', () => {
  let bare: EmbeddedPostgres;

  beforeAll(async () => {
    const settings = { fsync: 'off' };
    const options = {
      dataDir: newDirectory(),
      password: 'bare',
      report: () => undefined,
      settings,
    };
    bare = await startEmbeddedPostgres(options);
    await run(bare.endpoint, "create role tenant login createrole password 'owner-password'");
  });
  afterAll(() => bare.stop());

  test('newer than the program is left alone', async () => {
    const url = await createDatabase(bare.endpoint, 'newer', 'tenant');
    const env = { DATABASE_URL: url, SUPABASE_DIR: newProject().project };
    const server = await started({ DATA_DIR: newDirectory(), ...env });
    await server.end('SIGTERM');
    await run(
      { ...bare.endpoint, database: 'newer' },
      `insert into supabase_migrations.schema_migrations (version, name)
       values ('29990101000000', 'from_the_future')`,
    );
    expect(await refused({ DATA_DIR: newDirectory(), ...env })).toContain(
      'newer than this version of the program',
    );
  });

  test('is prepared once by two servers at once, which accept each other’s keys', async () => {
    const url = await createDatabase(bare.endpoint, 'shared', 'tenant');
    const env = { DATABASE_URL: url, SUPABASE_DIR: newProject().project };
    const [one, two] = await Promise.all([
      started({ DATA_DIR: newDirectory(), ...env }),
      started({ DATA_DIR: newDirectory(), ...env }),
    ]);
    const keyOf = async ({ url: address }: SpawnedServer) =>
      (await (await fetch(`${address}/config.json`)).json()).supabaseAnonKey;
    expect(await keyOf(one)).toBe(await keyOf(two));
    // A subscription of a browser is bound to this one.
    const pushKeyOf = async ({ url: address }: SpawnedServer) =>
      (await (await fetch(`${address}/push/key`)).json()).key;
    expect(Buffer.from(await pushKeyOf(one), 'base64url')).toHaveLength(65);
    expect(await pushKeyOf(one)).toBe(await pushKeyOf(two));
    expect(await Promise.all([one.end('SIGTERM'), two.end('SIGTERM')])).toEqual([0, 0]);
  });

  test('that belongs to somebody else is refused with the statement that helps', async () => {
    await run(bare.endpoint, 'create database foreign_one');
    const url = `postgres://tenant:owner-password@localhost:${bare.endpoint.port}/foreign_one?host=${bare.endpoint.host}`;
    expect(await refused({ DATA_DIR: newDirectory(), DATABASE_URL: url })).toContain(
      'alter database foreign_one owner to tenant',
    );
  });

  test('whose roles belong to somebody else is refused with the grant that helps', async () => {
    const cluster = inject('postgres');
    await run(cluster, "create role stranger login createrole password 'owner-password'");
    const url = await createDatabase(cluster, 'strange', 'stranger');
    expect(await refused({ DATA_DIR: newDirectory(), DATABASE_URL: url })).toContain(
      'grant anon, authenticated, service_role, authenticator, platform_owner to stranger with admin option',
    );
  });
});

async function run(endpoint: Endpoint, statement: string): Promise<void> {
  const sql = connectPlatform(endpoint, { max: 1 });
  await sql.unsafe(statement);
  await sql.end();
}

/** A database as managed services give it. */
async function createDatabase(cluster: Endpoint, name: string, owner: string): Promise<string> {
  await run(cluster, `create database ${name} owner ${owner}`);
  return `postgres://${owner}:owner-password@localhost:${cluster.port}/${name}?host=${cluster.host}`;
}
