// Installs what a lockfile names when it is not there yet. Plain JavaScript without dependencies.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What is installed is noted as `all HASH` or, without what only developers need, `use HASH`. A changed
 * lockfile installs again; one without them is added to.
 */
export function installWhatIsMissing(folder, { development, what }) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'));
  const lock = createHash('sha256').update(lockfile).digest('hex');
  const note = join(folder, 'node_modules', '.installed-lockfile');
  const found = existsSync(note) ? readFileSync(note, 'utf8') : '';
  if (found === `all ${lock}` || (found === `use ${lock}` && !development)) return true;
  console.log(`  · Installing ${what}`);
  const omit = development ? [] : ['--omit=dev'];
  const args = ['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'];
  if (!runNpm(folder, args)) return false;
  writeFileSync(note, `${development ? 'all' : 'use'} ${lock}`);
  return true;
}

function runNpm(cwd, args) {
  const npm = process.env.npm_execpath;
  // NODE_ENV=production would leave out what developers need, whatever was asked for.
  const env = { ...process.env, NODE_ENV: '' };
  const options = { cwd, env, stdio: 'inherit' };
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  return status === 0;
}
