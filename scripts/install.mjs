// Installs what a lockfile names when it is not there yet. Plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What is installed is noted as `all HASH` or, without what only developers need, `use HASH`. A changed
 * lockfile installs again; one without them is added to.
 */
export async function installWhatIsMissing(folder, { development, what }) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'));
  const lock = createHash('sha256').update(lockfile).digest('hex');
  const note = join(folder, 'node_modules', '.installed-lockfile');
  const found = existsSync(note) ? readFileSync(note, 'utf8') : '';
  if (found === `all ${lock}` || (found === `use ${lock}` && !development)) return true;
  refuseUnwritable(folder);
  console.log(`  · Installing ${what}`);
  const omit = development ? [] : ['--omit=dev'];
  const args = ['ci', ...omit, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  if (!(await runNpm(folder, args))) return false;
  writeFileSync(note, `${development ? 'all' : 'use'} ${lock}`);
  return true;
}

/** Before npm says so in forty lines, and advises to become root. */
function refuseUnwritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new Error(
      `You can't write to ${folder}. Start Chalkline as the user the folder belongs to, or give it to yours: sudo chown -R "$USER" ${folder}`,
    );
  }
}

function runNpm(cwd, args) {
  const npm = process.env.npm_execpath;
  // NODE_ENV=production would leave out what developers need, whatever was asked for.
  const env = { ...process.env, NODE_ENV: '' };
  const options = { cwd, env, stdio: 'inherit' };
  const child = npm
    ? spawn(process.execPath, [npm, ...args], options)
    : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}
