// What must work while the files of this folder are half those of one version and half of another: it is
// copied to .update before an update changes anything, and needs nothing but Node and git.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What is made from the files of a version and changes place with it. */
const ARTIFACTS = ['node_modules', join('runtime', 'node_modules'), 'dist', 'dist-server'];
const POLL_MS = 100;
/** While the files and the data are being changed nothing may start. */
const CLOSED_PHASES = ['switching', 'returning'];

export const folderOf = (root) => join(root, '.update');
const stateFile = (root) => join(folderOf(root), 'state.json');
const lockFile = (root) => join(folderOf(root), 'lock');

export function readState(root) {
  try {
    return JSON.parse(readFileSync(stateFile(root), 'utf8'));
  } catch {
    return undefined;
  }
}

/** At once and on the disk: whoever reads it finds one or the other, also after a power cut. */
export function writeState(root, state) {
  writeDurably(stateFile(root), JSON.stringify(state, null, 2));
}

function writeDurably(file, text) {
  const handle = openSync(`${file}.new`, 'w', 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(`${file}.new`, file);
}

/** The process that is updating now, if it is alive. */
export function updaterOf(root) {
  try {
    const [pid, identity] = readFileSync(lockFile(root), 'utf8').split(' ', 2);
    return identify(Number(pid)) === identity ? Number(pid) : undefined;
  } catch {
    return undefined;
  }
}

/** Makes this process the only one that updates; answers the process that is, if there is one. */
export function claimUpdate(root) {
  mkdirSync(folderOf(root), { recursive: true, mode: 0o700 });
  for (;;) {
    try {
      const handle = openSync(lockFile(root), 'wx', 0o600);
      writeSync(handle, `${process.pid} ${identify(process.pid)}`);
      closeSync(handle);
      return undefined;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const updater = updaterOf(root);
      if (updater !== undefined) return updater;
      rmSync(lockFile(root), { force: true });
    }
  }
}

export function releaseUpdate(root) {
  rmSync(lockFile(root), { force: true });
}

/** When a process began, so that a reused process id is not taken for the old one. */
export function identify(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return undefined;
  }
  try {
    if (process.platform === 'darwin') {
      const began = execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' });
      return began.trim().replaceAll(/\s+/g, '-');
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    // A zombie waits for its parent only; it works no more.
    return stat[0] === 'Z' ? undefined : stat[19];
  } catch {
    return process.platform === 'linux' ? undefined : 'unknown';
  }
}

/**
 * Puts one side ('from' or 'to') in place of the other. Every step can be repeated: whoever finds it half
 * done does it again, in the same direction or back.
 */
export function switchFiles(root, state, side) {
  const other = side === 'to' ? 'from' : 'to';
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const { from, to } = state;
  const changed = git('diff', '--name-only', '-z', '--no-renames', from.commit, to.commit);
  for (const name of changed.split('\0').filter(Boolean))
    putFile(root, join(folderOf(root), side), name);
  for (const name of ARTIFACTS) {
    exchange(root, name, join(folderOf(root), side, name), join(folderOf(root), other, name));
  }
  rmSync(join(root, git('rev-parse', '--git-path', 'index.lock').trim()), { force: true });
  const { ref, commit } = state[side];
  if (ref) git('symbolic-ref', 'HEAD', ref);
  else git('update-ref', '--no-deref', 'HEAD', commit);
  git('read-tree', commit);
  try {
    git('update-index', '-q', '--refresh');
  } catch {
    // Only says that a file differs, which somebody may have edited in the last second.
  }
}

/** Complete or not at all, so that the program that recovers can always be started. */
function putFile(root, source, name) {
  const [found, target] = [join(source, name), join(root, name)];
  const stat = lstatSync(found, { throwIfNoEntry: false });
  if (!stat) return removeFile(root, target);
  mkdirSync(dirname(target), { recursive: true });
  const temporary = `${target}.update-new`;
  rmSync(temporary, { force: true });
  if (stat.isSymbolicLink()) symlinkSync(readlinkSync(found), temporary);
  else {
    copyFileSync(found, temporary);
    chmodSync(temporary, stat.mode);
  }
  renameSync(temporary, target);
}

function removeFile(root, target) {
  rmSync(target, { force: true });
  for (let folder = dirname(target); folder !== root; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

function exchange(root, name, wanted, away) {
  // A link stands for what both versions share.
  if (!lstatSync(wanted, { throwIfNoEntry: false })?.isDirectory()) return;
  const place = join(root, name);
  if (existsSync(place)) {
    mkdirSync(dirname(away), { recursive: true });
    rmSync(away, { recursive: true, force: true });
    renameSync(place, away);
  }
  mkdirSync(dirname(place), { recursive: true });
  renameSync(wanted, place);
}

/**
 * Before a server starts: what a killed update left half done is undone. Answers 'switched' when the files
 * of this folder were changed, 'restore' when data is still to be restored.
 */
export async function recover(root, print) {
  await untilStartAllowed(root);
  const state = readState(root);
  if (!state || updaterOf(root) !== undefined) return 'nothing';
  if (state.phase === 'checking') {
    print(`The update to ${state.to.version} was interrupted. npm run update completes it.`);
    return 'nothing';
  }
  if (!CLOSED_PHASES.includes(state.phase)) return 'nothing';
  if (claimUpdate(root) !== undefined) return recover(root, print);
  try {
    print(`The update to ${state.to.version} was interrupted: going back to ${state.from.version}`);
    switchFiles(root, state, 'from');
    if (state.restore && !state.restored) return 'restore';
    removeUpdate(root);
    return 'switched';
  } finally {
    releaseUpdate(root);
  }
}

/** Everything but the lock, which its owner releases. */
export function removeUpdate(root) {
  // The state goes first: without its files it would be wrong.
  rmSync(stateFile(root), { force: true });
  for (const name of ['from', 'to', 'npm-cache', 'index', 'launcher', 'recover.mjs']) {
    rmSync(join(folderOf(root), name), { recursive: true, force: true });
  }
}

/** Whether a server that ends now is to wait for the update and be started again. */
export function isUpdating(root) {
  const phase = readState(root)?.phase;
  return phase !== undefined && phase !== 'preparing' && updaterOf(root) !== undefined;
}

/**
 * Resolves with the update and its phase when a server may start; one that failed in a phase waits for the
 * next. Both, because a launcher outlives an update, and the next one has the same phases.
 */
export async function untilStartAllowed(root, failedIn) {
  for (;;) {
    const state = readState(root);
    const updater = updaterOf(root);
    if (!state || updater === undefined) return undefined;
    const now = `${updater} ${identify(updater)} ${state.phase}`;
    if (!CLOSED_PHASES.includes(state.phase) && now !== failedIn) return now;
    await sleep(POLL_MS);
  }
}

/** A launcher that waits says so, or the update would start a server of its own. */
export function announceLauncher(root) {
  writeDurably(join(folderOf(root), 'launcher'), String(process.pid));
}

export function isLauncherWaiting(root) {
  return existsSync(join(folderOf(root), 'launcher'));
}
