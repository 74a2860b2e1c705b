// A program of a few lines with the update of this one: releases of it are made, installed, started and
// taken back for real, with git, npm's place in the launcher, processes and ports.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../server/http/free-port.ts';

const PROJECT = path.join(import.meta.dirname, '../../..');
const SHARED = [
  'scripts/bootstrap.mjs',
  'scripts/choose-node.mjs',
  'scripts/install.mjs',
  'scripts/update.ts',
  'server/updates/versions.ts',
];

/** Instead of npm: the folder it would fill, with a note of the version it was asked for. */
const NPM = `
  const fs = require('node:fs');
  fs.rmSync('node_modules', { recursive: true, force: true });
  fs.mkdirSync('node_modules');
  fs.copyFileSync('package-lock.json', 'node_modules/lock.json');
`;

const BUILD = `
  import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
  import path from 'node:path';
  const root = path.join(import.meta.dirname, '..');
  const { version, broken } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  if (broken === 'build') throw new Error('does not compile');
  mkdirSync(path.join(root, 'dist/assets'), { recursive: true });
  writeFileSync(path.join(root, 'dist/version'), version);
  writeFileSync(path.join(root, 'dist/assets', version + '.js'), '');
`;

/** The database is a file with the list of migrations and what was written. */
const DATABASE = `
  import { existsSync, mkdirSync, readFileSync, writeFileSync, copyFileSync, readdirSync } from 'node:fs';
  import path from 'node:path';
  export const root = path.join(import.meta.dirname, '..');
  export const dataDir = process.env.DATA_DIR;
  const file = path.join(dataDir, 'postgres/data.json');
  export const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { migrations: [], rows: [] });
  export const write = (data) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(data));
  };
  export const known = () => readdirSync(path.join(root, 'migrations')).sort();
  export const backUp = (target) => {
    mkdirSync(path.dirname(target), { recursive: true });
    if (existsSync(file)) copyFileSync(file, target);
  };
  export const restore = (source) => write(JSON.parse(readFileSync(source, 'utf8')));
`;

const START = `
  import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  import path from 'node:path';
  import { backUp, dataDir, known, read, root, write } from './database.ts';
  const { version, broken } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const parts = [
    readFileSync(path.join(root, 'dist/version'), 'utf8'),
    JSON.parse(readFileSync(path.join(root, 'node_modules/lock.json'), 'utf8')).version,
    readFileSync(path.join(root, 'source.txt'), 'utf8').trim(),
  ];
  if (parts.some((part) => part !== version)) {
    console.error('mixed versions: ' + version + ' ' + parts);
    process.exit(1);
  }
  const lock = path.join(dataDir, 'server.lock');
  const identify = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ')[19];
  writeFileSync(lock, process.pid + ' ' + identify);
  const end = () => { rmSync(lock, { force: true }); process.exit(0); };
  process.on('SIGTERM', end);
  process.on('disconnect', end);
  const data = read();
  if (data.migrations.some((name) => !known().includes(name))) {
    console.error('the database is newer');
    rmSync(lock);
    process.exit(1);
  }
  if (known().some((name) => !data.migrations.includes(name))) {
    const moment = new Date().toISOString().slice(0, 19).replaceAll(/[T:]/g, '-');
    if (data.rows.length) backUp(path.join(dataDir, 'backups/before-update-' + moment + '.tar.zst'));
    write({ ...data, migrations: known() });
  }
  if (broken === 'start') { rmSync(lock); process.exit(1); }
  let isBroken = broken === 'health';
  createServer((request, response) => {
    if (request.url === '/health') return response.writeHead(isBroken ? 503 : 200).end(version);
    isBroken ||= broken === 'later';
    const before = read();
    write({ ...before, rows: [...before.rows, version] });
    response.end(version);
  }).listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
`;

const DB = `
  import { backUp, restore } from './database.ts';
  const [command, file] = process.argv.slice(2);
  if (command === 'backup') backUp(file);
  if (command === 'restore') restore(file);
`;

const INSTALLATION = `
  import path from 'node:path';
  import { existsSync } from 'node:fs';
  import { dataDir, known, read } from '../database.ts';
  const { migrations } = read();
  console.log(JSON.stringify({
    dataDir, backupDir: path.join(dataDir, 'backups'), embedded: process.env.EXTERNAL !== '1',
    isNew: !existsSync(path.join(dataDir, 'postgres')),
    healthUrl: 'http://127.0.0.1:' + process.env.PORT + '/health',
    migrations, pending: known().filter((name) => !migrations.includes(name)).length,
    unknown: migrations.filter((name) => !known().includes(name)),
  }));
`;

/** There is a service once a file says so; what it is asked to do is left to `serveSystemctl`. */
const systemctlOf = (folder: string, root: string): string => `#!/bin/sh
cd "${folder}"
[ -e service ] || exit 4
case "$1" in
  show) echo "ActiveState=active"; echo "WorkingDirectory=${root}"; exit 0 ;;
  --no-ask-password) exit 0 ;;
esac
echo "$*" > request.new
mv request.new request
while [ -e request ]; do sleep 0.05; done
`;

export interface Release {
  readonly version: string;
  readonly migrations?: readonly string[];
  readonly broken?: 'build' | 'start' | 'health' | 'later';
  /** Arguments of `git tag`. */
  readonly tag?: readonly string[];
  /** The commit it is based on; the newest without it. */
  readonly base?: string;
}

/** Everything in one folder: where releases are made, the bare origin, the installation and its data. */
export class Miniature {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'chalkline update '));
  readonly source = path.join(this.folder, 'source');
  readonly origin = path.join(this.folder, 'origin.git');
  readonly root = path.join(this.folder, 'installation');
  readonly dataDir = path.join(this.folder, 'data');
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;

  static async make(first: Release): Promise<Miniature> {
    const miniature = new Miniature(await freePort());
    miniature.release(first);
    miniature.git(miniature.folder, 'clone', '-q', miniature.origin, miniature.root);
    miniature.run('scripts/bootstrap.mjs', 'build.ts');
    return miniature;
  }

  private constructor(port: number) {
    this.port = port;
    const programs = path.join(this.folder, 'programs');
    for (const folder of [this.source, this.dataDir, programs]) mkdirSync(folder);
    const npm = path.join(this.folder, 'npm.cjs');
    writeFileSync(npm, NPM);
    writeFileSync(path.join(programs, 'systemctl'), systemctlOf(this.folder, this.root));
    chmodSync(path.join(programs, 'systemctl'), 0o755);
    this.env = {
      ...process.env,
      HOME: this.folder,
      GIT_CONFIG_NOSYSTEM: '1',
      PATH: `${programs}${path.delimiter}${process.env['PATH']}`,
      npm_execpath: npm,
      PORT: String(port),
      DATA_DIR: this.dataDir,
    };
    writeFileSync(
      path.join(this.folder, '.gitconfig'),
      '[user]\n name = Test\n email = test@example.com\n[init]\n defaultBranch = main\n',
    );
    this.git(this.folder, 'init', '-q', '--bare', this.origin);
    this.git(this.source, 'init', '-q');
    this.git(this.source, 'remote', 'add', 'origin', this.origin);
  }

  get healthUrl(): string {
    return `http://127.0.0.1:${this.port}/health`;
  }

  git(cwd: string, ...args: readonly string[]): string {
    return execFileSync('git', args, { cwd, env: this.env, encoding: 'utf8' });
  }

  release({ version, migrations = [], broken, tag = [], base }: Release): void {
    const put = (name: string, text: string) => {
      const file = path.join(this.source, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    };
    if (base) this.git(this.source, 'checkout', '-q', base);
    for (const name of SHARED) cpSync(path.join(PROJECT, name), path.join(this.source, name));
    cpSync(path.join(PROJECT, 'scripts/update'), path.join(this.source, 'scripts/update'), {
      recursive: true,
      filter: (name) => !/test/.test(path.relative(PROJECT, name)),
    });
    rmSync(path.join(this.source, 'migrations'), { recursive: true, force: true });
    put('migrations/000_first', '');
    for (const name of migrations) put(`migrations/${name}`, '');
    put('.gitignore', 'node_modules\ndist/\ndist-earlier/\n.env\n/.update/\n');
    put('package.json', JSON.stringify({ version, type: 'module', broken }));
    put('package-lock.json', JSON.stringify({ version }));
    put('source.txt', `${version}\n`);
    put(`only-in-${version}.txt`, version);
    put('server/node-flags.json', '[]');
    put('scripts/build.ts', BUILD);
    put('scripts/database.ts', DATABASE);
    put('scripts/start.ts', START);
    put('scripts/db.ts', DB);
    put('scripts/update/installation.ts', INSTALLATION);
    this.git(this.source, 'add', '-A');
    this.git(this.source, 'commit', '-q', '-m', version);
    this.git(this.source, 'tag', ...tag, `v${version}`);
    this.git(this.source, 'push', '-q', 'origin', 'HEAD:main', `v${version}`);
  }

  run(...args: readonly string[]): string {
    return execFileSync(process.execPath, args, {
      cwd: this.root,
      env: this.env,
      encoding: 'utf8',
    });
  }

  /** `npm run update`; `onLine` is called for every line it prints, with its process id. */
  update(
    args: readonly string[] = [],
    onLine: (line: string, pid: number) => void = () => undefined,
    env: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly code: number | null; readonly output: string }> {
    // Without the launcher: it is this process that a test kills.
    const child = spawn(
      process.execPath,
      ['scripts/update.ts', '--start', '120', '--watch', '1', ...args],
      {
        cwd: this.root,
        env: { ...this.env, ...env },
      },
    );
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk;
      for (const line of String(chunk).split('\n')) if (line) onLine(line, child.pid ?? 0);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
  }

  /** As `npm start` runs it. */
  start(): { end(): Promise<void>; output(): string } {
    const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'start.ts'], {
      cwd: this.root,
      env: this.env,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
    return {
      output: () => output,
      async end() {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }

  /** The server is a service from now on: `handle` is given what systemctl is asked to do. */
  serveSystemctl(handle: (command: string) => Promise<void>): { stop(): Promise<void> } {
    const request = path.join(this.folder, 'request');
    writeFileSync(path.join(this.folder, 'service'), '');
    let isServing = true;
    const serve = async (): Promise<void> => {
      while (isServing) {
        if (existsSync(request)) {
          await handle(readFileSync(request, 'utf8').trim());
          rmSync(request);
        }
        await sleep(20);
      }
    };
    const served = serve();
    return {
      async stop() {
        isServing = false;
        await served;
      },
    };
  }

  /** The version that answers; undefined: none does. */
  async answering(address = '/health'): Promise<string | undefined> {
    try {
      const answer = await fetch(this.healthUrl.replace('/health', address));
      return answer.ok ? await answer.text() : undefined;
    } catch {
      return undefined;
    }
  }

  async untilAnswering(version: string): Promise<void> {
    while ((await this.answering()) !== version) await sleep(50);
  }

  /** The version whose files, dependencies, build, commit and database are here, and nothing of another. */
  installed(): string {
    const read = (name: string) => readFileSync(path.join(this.root, name), 'utf8').trim();
    const version = read('source.txt');
    const found = [
      (JSON.parse(read('package.json')) as { version: string }).version,
      (JSON.parse(read('node_modules/lock.json')) as { version: string }).version,
      read('dist/version'),
      this.git(this.root, 'describe', '--tags').trim().slice(1),
      this.git(this.root, 'status', '--porcelain').trim() || version,
      existsSync(path.join(this.root, '.update/state.json')) ? 'unfinished' : version,
    ];
    return found.every((part) => part === version) ? version : `mixed: ${[version, ...found]}`;
  }

  /** An update that is killed right after it has made this change; see kill-at.cjs. */
  async killedUpdate(killAt: string, args: readonly string[]): Promise<void> {
    const { code, output } = await this.update(args, undefined, {
      NODE_OPTIONS: `--require="${path.join(import.meta.dirname, 'kill-at.cjs')}"`,
      KILL_AT: killAt,
    });
    if (code !== null) throw new Error(`It was not killed at ${killAt}: ${output}`);
  }

  get data(): { readonly migrations: readonly string[]; readonly rows: readonly string[] } {
    return JSON.parse(readFileSync(path.join(this.dataDir, 'postgres/data.json'), 'utf8')) as never;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
