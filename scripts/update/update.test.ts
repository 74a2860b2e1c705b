import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isLong } from '../../testing/test-length.ts';
import { Miniature } from './testing/miniature.ts';

let mini: Miniature;
let running: ReturnType<Miniature['start']> | undefined;

beforeEach(async () => {
  mini = await Miniature.make({ version: '0.2.0' });
});
afterEach(async () => {
  await running?.end();
  running = undefined;
  mini.remove();
});

async function start(): Promise<void> {
  running = mini.start();
  await mini.untilAnswering('0.2.0');
  await mini.answering('/write');
}

/** Somebody uses the new version, which does not survive it. */
function breakIt(line: string): void {
  if (line.includes('Healthy')) void mini.answering('/write');
}

test('the newest release replaces the one that runs, in its terminal; then there is none', async () => {
  await start();
  mini.release({ version: '0.3.0', migrations: ['001_more'] });
  mini.release({ version: '0.4.0-rc.1', migrations: ['001_more'] });
  const { code, output } = await mini.update();
  expect(output).toContain('Updated from 0.2.0 to 0.3.0.');
  expect(output).toContain('v0.3.0 has no signature');
  expect(code).toBe(0);
  expect(mini.installed()).toBe('0.3.0');
  expect(await mini.answering('/write')).toBe('0.3.0');
  expect(mini.data).toEqual({ migrations: ['000_first', '001_more'], rows: ['0.2.0', '0.3.0'] });
  // Pages that were open go on with the files they began with.
  expect(existsSync(path.join(mini.root, 'dist-earlier/0.2.0.js'))).toBe(true);
  expect(await mini.update()).toMatchObject({
    code: 0,
    output: '\n  Version 0.3.0 is the newest.\n\n',
  });
  const back = await mini.update(['--to', '0.2.0']);
  expect(back).toMatchObject({ code: 1 });
  expect(back.output).toContain('migrations that 0.2.0 does not know (001_more)');
  expect(await mini.answering()).toBe('0.3.0');
  await running?.end();
  expect(await mini.answering()).toBeUndefined();
});

test('one launcher starts every version of several updates in a row', async () => {
  await start();
  for (const version of ['0.3.0', '0.4.0', '0.5.0']) {
    mini.release({ version });
    const { code, output } = await mini.update();
    expect(output).toContain(`to ${version}.`);
    expect(code).toBe(0);
    expect(await mini.answering()).toBe(version);
  }
});

test('a version that is not healthy is taken back, with the data as it was when it was stopped', async () => {
  await start();
  mini.release({ version: '0.3.0', migrations: ['001_more'], broken: 'health' });
  const { code, output } = await mini.update(['--start', '3']);
  expect(output).toContain('0.3.0 was not healthy within 3 s. Version 0.2.0 runs again');
  expect(code).toBe(2);
  expect(mini.installed()).toBe('0.2.0');
  expect(mini.git(mini.root, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');
  expect(await mini.answering('/write')).toBe('0.2.0');
  expect(mini.data).toEqual({ migrations: ['000_first'], rows: ['0.2.0', '0.2.0'] });
  // What the new version made of the data is there still.
  expect(
    readdirSync(mini.dataDir).filter((name) => name.startsWith('postgres-0.3.0')),
  ).toHaveLength(1);
});

test('nothing is restored where the database was not changed', async () => {
  await start();
  mini.release({ version: '0.3.0', broken: 'later' });
  const { code, output } = await mini.update(['--watch', '600'], breakIt);
  expect(output).toContain('Healthy.');
  expect(output).toContain('0.3.0 stopped answering. Version 0.2.0 runs again');
  expect(code).toBe(2);
  expect(mini.installed()).toBe('0.2.0');
  expect(readdirSync(mini.dataDir).filter((name) => name.startsWith('postgres-'))).toEqual([]);
});

test('what people wrote is not taken back with a version that was healthy and is not any more', async () => {
  await start();
  mini.release({ version: '0.3.0', broken: 'later', migrations: ['001_more'] });
  const { code, output } = await mini.update(['--watch', '600'], breakIt);
  expect(code).toBe(3);
  expect(output).toContain('nothing was taken back');
  expect(mini.data.rows).toEqual(['0.2.0', '0.3.0']);
  expect(mini.installed()).toBe('0.3.0');
});

test('without a server that runs, one is started to be checked, and ended', async () => {
  mini.release({ version: '0.3.0' });
  const { code, output } = await mini.update();
  expect(output).toContain('Updated from 0.2.0 to 0.3.0. Start it with npm start.');
  expect(code).toBe(0);
  expect(await mini.answering()).toBeUndefined();
  // And back, which a database without new migrations allows.
  mini.release({ version: '0.4.0', broken: 'start' });
  const failed = await mini.update(['--start', '3']);
  expect(failed.code).toBe(2);
  expect(mini.installed()).toBe('0.3.0');
  expect(await mini.update(['--to', 'v0.2.0'])).toMatchObject({ code: 0 });
  expect(mini.installed()).toBe('0.2.0');
});

describe('what is refused changes nothing', () => {
  async function refused(text: string, ...args: string[]): Promise<void> {
    const before = readdirSync(mini.root).filter((name) => name !== '.update');
    const { code, output } = await mini.update(args);
    expect(output).toContain(text);
    expect(code).toBe(1);
    expect(readdirSync(mini.root).filter((name) => name !== '.update')).toEqual(before);
    expect(existsSync(path.join(mini.root, '.update/state.json'))).toBe(false);
    expect(mini.git(mini.root, 'describe', '--tags').trim()).toBe('v0.2.0');
  }

  test('files, versions and options', async () => {
    await refused('There is no release 9.9.9 at origin. The newest are: 0.2.0.', '--to', '9.9.9');
    await refused("Unknown option '--force'", '--force');
    mini.release({ version: '0.3.0', broken: 'build' });
    const dry = await mini.update(['--dry-run']);
    expect(dry.output).toContain('Would: Fetch v0.3.0');
    expect(dry.output).toContain('From 0.2.0 to 0.3.0. Nothing was changed.');
    expect(mini.git(mini.root, 'tag')).toBe('v0.2.0\n');
    await refused('does not compile');
    await refused('--require-signature was given', '--require-signature');
    writeFileSync(path.join(mini.root, 'only-in-0.3.0.txt'), 'mine');
    await refused('brings files that exist here already: only-in-0.3.0.txt');
    rmSync(path.join(mini.root, 'only-in-0.3.0.txt'));
    writeFileSync(path.join(mini.root, 'source.txt'), 'mine');
    await refused('were edited: source.txt. Put your changes away (git stash)');
    mini.git(mini.root, 'restore', '.');
    mini.git(mini.root, 'commit', '-q', '--allow-empty', '-m', 'mine');
    expect((await mini.update()).output).toContain('has commits that 0.3.0 does not contain');
    rmSync(path.join(mini.root, '.git'), { recursive: true });
    expect((await mini.update()).output).toContain('is no git checkout');
    mkdirSync(path.join(mini.root, 'bin'));
    writeFileSync(path.join(mini.root, 'bin', 'chalkline'), '');
    expect((await mini.update()).output).toContain('sudo deploy/install.sh --archive');
  });

  test('a database elsewhere that would be changed, unless somebody has a backup', async () => {
    await start();
    mini.release({ version: '0.3.0', migrations: ['001_more'] });
    const external = { EXTERNAL: '1' };
    const { code, output } = await mini.update([], undefined, external);
    expect(output).toContain('npm run update -- --backed-up');
    expect(code).toBe(1);
    expect(await mini.update(['--backed-up'], undefined, external)).toMatchObject({ code: 0 });
    expect(await mini.answering()).toBe('0.3.0');
  });
});

test('one update at a time', async () => {
  mini.release({ version: '0.3.0' });
  let second: ReturnType<Miniature['update']> | undefined;
  const first = await mini.update([], (line) => {
    if (line.includes('Fetching')) second = mini.update();
  });
  expect(await second).toMatchObject({
    code: 1,
    output: expect.stringContaining('Another update is running'),
  });
  expect(first.code).toBe(0);
});

test('a service is stopped and started by systemctl', async () => {
  await start();
  mini.release({ version: '0.3.0' });
  const asked: string[] = [];
  const systemctl = mini.serveSystemctl(async (command) => {
    asked.push(command);
    if (command.startsWith('stop')) await running?.end();
    else running = mini.start();
  });
  const { code, output } = await mini.update();
  await systemctl.stop();
  expect(output).toContain('Updated from 0.2.0 to 0.3.0.');
  expect(code).toBe(0);
  expect(asked).toEqual(['stop chalkline', 'start --no-block chalkline']);
  expect(await mini.answering()).toBe('0.3.0');
});

/** A machine without OpenSSH has no keys to sign with. */
const hasSshKeygen = !spawnSync('ssh-keygen', ['-?']).error;

test.skipIf(!hasSshKeygen)('a signature is checked where there is one', async () => {
  const key = path.join(mini.folder, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  for (const [name, value] of [
    ['gpg.format', 'ssh'],
    ['user.signingkey', `${key}.pub`],
  ] as const) {
    mini.git(mini.folder, 'config', '--global', name, value);
  }
  mini.release({ version: '0.3.0', tag: ['-s', '-m', 'signed'] });
  const unknown = await mini.update(['--require-signature']);
  expect(unknown.output).toContain('v0.3.0 is signed, but this machine cannot check by whom');
  expect(unknown.code).toBe(1);
  const signers = path.join(mini.folder, 'signers');
  writeFileSync(signers, `releases@example.com ${readFileSync(`${key}.pub`, 'utf8')}`);
  mini.git(mini.folder, 'config', '--global', 'gpg.ssh.allowedSignersFile', signers);
  const good = await mini.update(['--require-signature']);
  expect(good.output).toContain('The signature of v0.3.0 is good: releases@example.com');
  expect(good.code).toBe(0);
  // The same signature under another text.
  const object = mini.git(mini.source, 'cat-file', 'tag', 'v0.3.0');
  const forged = execFileSync('git', ['hash-object', '-t', 'tag', '-w', '--stdin'], {
    cwd: mini.source,
    input: object.replace('tag v0.3.0', 'tag v0.4.0'),
    encoding: 'utf8',
  });
  mini.git(mini.source, 'push', '-q', 'origin', `${forged.trim()}:refs/tags/v0.4.0`);
  const bad = await mini.update();
  expect(bad.output).toContain('The signature of v0.4.0 is bad');
  expect(bad.code).toBe(1);
  expect(mini.installed()).toBe('0.3.0');
});

/** Killed right after it has made these changes; `broken`: on the way back from a version that is. */
const KILLS: readonly {
  readonly at: string;
  readonly broken?: boolean;
  readonly always?: boolean;
}[] = [
  { at: 'state:preparing' },
  { at: 'state:switching' },
  { at: 'package.json' },
  { at: 'from/node_modules', always: true },
  { at: 'installation/node_modules' },
  { at: 'from/dist' },
  { at: 'installation/dist' },
  { at: 'state:checking' },
  { at: 'state:watching' },
  { at: 'state:returning', broken: true },
  { at: 'to/node_modules', broken: true },
  { at: 'postgres-0.3.0', broken: true, always: true },
  { at: 'state:returned', broken: true },
];

test.each(KILLS.filter(({ always }) => always || isLong))(
  'killed at $at: what starts next is one version with its data, and an update completes',
  async ({ at, broken }) => {
    await start();
    const next = { version: '0.3.0', migrations: ['001_more'] };
    mini.release({ ...next, ...(broken && { broken: 'health' as const }) });
    await mini.killedUpdate(at, broken ? ['--start', '3'] : []);
    // The server of before may wait for the update, or be gone with it.
    await running?.end();
    running = mini.start();
    const expected = ['state:checking', 'state:watching'].includes(at) ? '0.3.0' : '0.2.0';
    await mini.untilAnswering(expected);
    await mini.answering('/write');
    expect(mini.data.rows).toEqual(['0.2.0', expected]);
    if (!isLong) return;
    mini.release({ version: '0.3.1', migrations: ['001_more'] });
    const completed = await mini.update();
    // It still had to see the version before answer.
    const code = at === 'state:returned' ? 2 : 0;
    expect(completed, completed.output).toMatchObject({ code });
    await mini.update();
    expect(mini.installed()).toBe('0.3.1');
    expect(await mini.answering('/write')).toBe('0.3.1');
    expect(mini.data.rows).toEqual(['0.2.0', expected, '0.3.1']);
  },
);
