// Runs a command of this project on the Node it brings, installing what is missing first.
// Plain JavaScript without dependencies: it must run before anything is installed, on any Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [20, 19];
const MAX_FAILED_RESTARTS = 20;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script, ...rest] = process.argv.slice(2);
const isServer = script === 'start.ts';

refuseOldNode();
installWhatIsMissing();
runOnOwnNode();

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(
    `This machine has Node ${process.versions.node}. Chalkline needs Node ${OLDEST_NODE.join('.')} or later to begin: https://nodejs.org`,
  );
}

/** What is installed is noted, so a changed lockfile, or a changed mend of it, installs again. */
function installWhatIsMissing() {
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'scripts/mend-dependencies.mjs']) {
    hash.update(readFileSync(join(root, file)));
  }
  const lock = hash.digest('hex');
  const note = join(root, 'node_modules', '.installed-lockfile');
  if (existsSync(note) && readFileSync(note, 'utf8') === lock) return;
  console.log('  · Installing dependencies (once, a minute or two)');
  const npm = process.env.npm_execpath;
  // Not `ci`: it insists on the optional packages of every other platform being in the lockfile.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0)
    fail('The dependencies could not be installed. Check the network and try again.');
  writeFileSync(note, lock);
}

/**
 * A server that had been running and was not asked to end (a crash, a hard kill) is started again, and
 * that again when it fails, because what killed it (a full disk, no memory) may last for a while.
 */
function runOnOwnNode() {
  let child;
  let asked = false;
  let failedRestarts = -1;
  const pass = (signal) => {
    asked = true;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  // npm killed hard does not tell its children: a changed parent is the only sign.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) pass('SIGTERM');
  }, 1000).unref();

  const run = () => {
    let ready = false;
    child = spawnOwnNode();
    child.on('message', () => {
      ready = true;
      failedRestarts = -1;
    });
    child.on('error', (error) => fail(`The bundled Node could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      const isCrash = signal || (code !== 0 && (ready || failedRestarts >= 0));
      if (!isServer || asked || !isCrash || failedRestarts >= MAX_FAILED_RESTARTS) {
        process.exit(signal ? 1 : code);
      }
      failedRestarts++;
      console.error(`\n  The server ended unexpectedly (${signal ?? code}). Starting it again.\n`);
      setTimeout(() => (asked ? process.exit(1) : run()), failedRestarts * 1000);
    });
  };
  run();
}

function spawnOwnNode() {
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  const node = join(root, 'node_modules', 'node', 'bin', program);
  // For the server: a small young generation. A request leaves little behind, and by default the garbage
  // of the start alone would keep 30 MB.
  const flags = JSON.parse(readFileSync(join(root, 'server', 'node-flags.json'), 'utf8'));
  return spawn(node, [...(isServer ? flags : []), join(root, 'scripts', script), ...rest], {
    cwd: root,
    // The fourth channel lets the child notice when this process is killed hard.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

function fail(message) {
  console.error(`\n  ${message}\n`);
  process.exit(1);
}
