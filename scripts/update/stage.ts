import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import type { Checkout } from './git.ts';
import { folderOf, type UpdateState } from './recover.mjs';
import { outputOf } from './run-command.ts';

/** Both versions in full beside the running one, the new one installed and built: nothing is stopped for it. */
export async function stageVersions(
  checkout: Checkout,
  { from, to }: Pick<UpdateState, 'from' | 'to'>,
  report: (step: string) => void,
): Promise<string> {
  const { root } = checkout;
  const folder = folderOf(root);
  copyFileSync(path.join(import.meta.dirname, 'recover.mjs'), path.join(folder, 'recover.mjs'));
  await exportVersion(checkout, from.commit, path.join(folder, 'from'));
  const staged = path.join(folder, 'to');
  await exportVersion(checkout, to.commit, staged);
  linkEnvironment(root, staged);
  for (const part of ['', 'runtime']) shareDependencies(root, staged, part);
  report(`Installing the dependencies of ${to.version}`);
  await runStaged(staged, 'Installing the dependencies');
  report(`Building ${to.version}`);
  await runStaged(staged, 'Building the new version', 'build.ts');
  return staged;
}

/** Without touching the index or the files of the checkout. */
async function exportVersion(checkout: Checkout, commit: string, target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const index = path.join(folderOf(checkout.root), 'index');
  const env = { ...process.env, GIT_INDEX_FILE: index };
  const run = (...args: string[]) =>
    outputOf(`git ${args[0]}`, 'git', args, { cwd: checkout.root, env });
  await run('read-tree', commit);
  await run('checkout-index', '--all', '--force', `--prefix=${target}/`);
  rmSync(index, { force: true });
}

/** The build and the settings read these. */
function linkEnvironment(root: string, staged: string): void {
  const names = readdirSync(root).filter((name) => /^\.env(\.|$)/.test(name));
  for (const name of names) {
    const link = path.join(staged, name);
    if (!existsSync(link)) symlinkSync(path.join(root, name), link);
  }
}

/** What both versions need alike stays where it is. */
function shareDependencies(root: string, staged: string, part: string): void {
  const [here, there] = [path.join(root, part), path.join(staged, part)];
  const [lock, stagedLock] = [here, there].map((folder) => path.join(folder, 'package-lock.json'));
  if (!existsSync(stagedLock ?? '') || !existsSync(lock ?? '')) return;
  if (!existsSync(path.join(here, 'node_modules', '.installed-lockfile'))) return;
  if (!readFileSync(lock as string).equals(readFileSync(stagedLock as string))) return;
  symlinkSync(path.join(here, 'node_modules'), path.join(there, 'node_modules'), 'junction');
}

async function runStaged(staged: string, what: string, ...command: string[]): Promise<void> {
  const program = path.join(staged, 'scripts', 'bootstrap.mjs');
  // A service user may have no home folder to cache in.
  const env = { npm_config_cache: path.join(staged, '..', 'npm-cache'), ...process.env };
  await outputOf(what, process.execPath, [program, ...command], { cwd: staged, env });
}

/** Pages that are open now fetch what they have not shown yet from the build they belong to. */
export function keepAssets(root: string): void {
  const assets = path.join(folderOf(root), 'from', 'dist', 'assets');
  if (!existsSync(assets)) return;
  cpSync(assets, path.join(root, 'dist-earlier'), { recursive: true, force: true });
}
