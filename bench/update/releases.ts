import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../old-release.ts';

/** The release people have knows nothing of `npm run update`: it gets the command, and nothing else. */
const COMMAND = [
  'scripts/bootstrap.mjs',
  'scripts/choose-node.mjs',
  'scripts/install.mjs',
  'scripts/update.ts',
  'scripts/update',
  'server/database/baseline.ts',
  'server/updates/versions.ts',
];
const HEALTH = 'server/web/system-routes.ts';

/** A repository with three releases and an installation of `first`, or else of the first of them. */
export function makeReleases(directory: string, commit: string, first?: string): string {
  const [source, origin, installation] = ['source', 'origin.git', 'installation'].map((name) =>
    path.join(directory, name),
  ) as [string, string, string];
  mkdirSync(source);
  git(directory, 'init', '-q', '--bare', '-b', 'main', origin);
  git(source, 'init', '-q', '-b', 'main');
  git(source, 'remote', 'add', 'origin', origin);
  if (first) {
    fill(source, first);
    release(source, '0.1.9');
  }
  fill(source, commit);
  for (const name of COMMAND) {
    cpSync(path.join(ROOT, name), path.join(source, name), { recursive: true });
  }
  release(source, '0.2.0');
  fill(source, 'HEAD');
  const healthy = readFileSync(path.join(source, HEALTH), 'utf8');
  const sick = healthy.replace("return { status: 'ok' };", "throw new Error('never');");
  if (sick === healthy) throw new Error(`${HEALTH} has changed: it cannot be made sick.`);
  writeFileSync(path.join(source, HEALTH), sick);
  release(source, '0.3.0');
  writeFileSync(path.join(source, HEALTH), healthy);
  release(source, '0.3.1');
  git(directory, 'clone', '-q', origin, installation);
  checkOut(installation, first ? '0.1.9' : '0.2.0');
  return installation;
}

export function checkOut(installation: string, version: string): void {
  git(installation, 'checkout', '-q', `v${version}`);
}

function fill(source: string, commit: string): void {
  for (const name of readdirSync(source)) {
    if (name !== '.git') rmSync(path.join(source, name), { recursive: true });
  }
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', source], { input: archive });
}

function release(source: string, version: string): void {
  const file = path.join(source, 'package.json');
  const text = readFileSync(file, 'utf8').replace(/"version": "[^"]+"/, `"version": "${version}"`);
  writeFileSync(file, text);
  git(source, 'add', '-A');
  git(
    source,
    '-c',
    'user.name=Bench',
    '-c',
    'user.email=bench@example.com',
    'commit',
    '-qm',
    version,
  );
  git(source, 'tag', `v${version}`);
  git(source, 'push', '-q', 'origin', 'main', `v${version}`);
}

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
