// Runs a command of this project on a Node that can, installing what is missing first.
// Plain JavaScript without dependencies: it must run before anything is installed, on any Node.
// Without a command it installs what the server needs and ends, for images and packages.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const MAX_FAILED_RESTARTS = 20;
/** How a launcher that was started by another asks to be started again, from the files of a new version. */
const RELAUNCH_CODE = 75;
/** Commands of a machine that serves; all others are a developer's. */
const FOR_USE = [
  undefined,
  'start.ts',
  'build.ts',
  'db.ts',
  'keys.ts',
  'map.ts',
  'owner.ts',
  'update.ts',
  'update/installation.ts',
  'verify.ts',
];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SERVER_ENVIRONMENT = {
  // Where the server keeps its code compiled: with it, a start needs no TypeScript compiler in memory.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  // Two native heaps, not eight for every core: each keeps what it once needed (glibc; elsewhere nothing).
  MALLOC_ARENA_MAX: '2',
};
const [script, ...rest] = process.argv.slice(2);
const isServer = script === 'start.ts';

const inDependencies = join(root, 'node_modules') + sep;
let node = process.execPath;
if (node.startsWith(inDependencies)) {
  // npm puts their programs first on the PATH, and a Node among them is gone once they are installed anew.
  const isOutside = (folder) => !`${folder}${sep}`.startsWith(inDependencies);
  process.env.PATH = process.env.PATH.split(delimiter).filter(isOutside).join(delimiter);
  node = 'node';
  runOnNode(fileURLToPath(import.meta.url), process.argv.slice(2));
} else {
  const found = isServer ? await recoverUpdate() : 'nothing';
  // Of another version than this file, after an update that was taken back.
  if (found === 'switched') runOnNode(fileURLToPath(import.meta.url), process.argv.slice(2));
  else await provideAndRun(found);
}

async function provideAndRun(found) {
  // Side by side: neither needs the other.
  [node] = await Promise.all([provideNode(), provideDependencies()]).catch((error) =>
    fail(error.message),
  );
  if (found === 'restore') await completeUpdate();
  if (script) runOnNode(join(root, 'scripts', script), rest);
}

/** Copied there when an update began: what lies beside this file may be half of another version. */
async function updateProgram() {
  const program = join(root, '.update', 'recover.mjs');
  if (!existsSync(join(root, '.update', 'state.json')) || !existsSync(program)) return undefined;
  return import(pathToFileURL(program).href);
}

/** An update that was killed on its way is undone before anything starts. */
async function recoverUpdate() {
  const program = await updateProgram();
  return (await program?.recover(root, (line) => console.log(`  · ${line}`))) ?? 'nothing';
}

/** What is left to undo is data, for which the program of the earlier version is needed. */
function completeUpdate() {
  return new Promise((resolve) => {
    spawn(node, [join(root, 'scripts', 'update.ts'), '--resume'], { cwd: root, stdio: 'inherit' })
      .on('error', (error) => fail(`Node could not be started: ${error.message}`))
      .on('exit', (code) => (code === 0 ? resolve() : process.exit(code ?? 1)));
  });
}

/** The path of the Node to use. */
async function provideNode() {
  const { chooseNode, thisMachine } = await import('./choose-node.mjs');
  const { installWhatIsMissing } = await import('./install.mjs');
  const choice = chooseNode(thisMachine());
  if (choice.refusal) fail(choice.refusal);
  if (!choice.package) return process.execPath;
  const folder = join(root, 'runtime');
  const what = 'Node 24 (once; this machine has an older one)';
  if (!(await installWhatIsMissing(folder, { development: false, what }))) refuse('Node 24');
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(folder, 'node_modules', choice.package, 'bin', program);
}

async function provideDependencies() {
  const { installWhatIsMissing } = await import('./install.mjs');
  const development = !FOR_USE.includes(script);
  const what = development
    ? 'dependencies with the tools developers need (once, a minute or two)'
    : 'dependencies (once, a minute or so)';
  if (!(await installWhatIsMissing(root, { development, what }))) refuse('The dependencies');
}

function refuse(what) {
  fail(`${what} could not be installed. Check the network and try again.`);
}

/**
 * A server that had been running and was not asked to end (a crash, a hard kill) is started again, and
 * that again when it fails, because what killed it (a full disk, no memory) may last for a while.
 */
function runOnNode(file, args) {
  let child;
  let asked = false;
  let failedRestarts = -1;
  let isWaiting = false;
  const pass = (signal) => {
    asked = true;
    if (isWaiting) process.exit(0);
    // Windows knows no signals: the closed channel asks the server to stop in order.
    if (process.platform !== 'win32') child.kill(signal);
    else if (child.connected) child.disconnect();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass);
  // npm killed hard does not tell its children: a changed parent is the only sign.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) pass('SIGTERM');
  }, 1000).unref();

  const run = (program = node, what = file, extra = {}) => {
    let ready = false;
    child = spawnNode(program, what, args, extra);
    child.on('message', () => {
      ready = true;
      failedRestarts = -1;
    });
    child.on('error', (error) => fail(`Node could not be started: ${error.message}`));
    child.on('exit', async (code, signal) => {
      if (isServer && !asked && (await isForUpdate(code))) return relaunch();
      const isCrash = signal || (code !== 0 && (ready || failedRestarts >= 0));
      if (!isServer || asked || !isCrash || failedRestarts >= MAX_FAILED_RESTARTS) {
        process.exit(signal ? 1 : code);
      }
      failedRestarts++;
      console.error(`\n  The server ended unexpectedly (${signal ?? code}). Starting it again.\n`);
      setTimeout(() => (asked ? process.exit(1) : run()), failedRestarts * 1000);
    });
  };

  /** The update has put a version in place: its own launcher starts it, in this terminal. */
  let startedIn;
  const relaunch = async () => {
    if (process.env.CHALKLINE_RELAUNCHED) process.exit(RELAUNCH_CODE);
    const program = await updateProgram();
    program?.announceLauncher(root);
    isWaiting = true;
    startedIn = await program?.untilStartAllowed(root, startedIn);
    isWaiting = false;
    args = process.argv.slice(2);
    run(process.execPath, fileURLToPath(import.meta.url), { CHALKLINE_RELAUNCHED: '1' });
  };
  run();
}

/** Nobody asked this launcher to end its server, and an update is under way: that did. */
async function isForUpdate(code) {
  if (code === RELAUNCH_CODE) return true;
  return (await updateProgram())?.isUpdating(root) ?? false;
}

function spawnNode(node, file, args, extra) {
  // For the server: a small young generation. A request leaves little behind, and by default the garbage
  // of the start alone would keep 30 MB.
  const flags = isServer
    ? JSON.parse(readFileSync(join(root, 'server', 'node-flags.json'), 'utf8'))
    : [];
  const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  return spawn(node, [...flags, file, ...args], {
    cwd: root,
    // Programs that ask for "node" get the same one.
    env: { ...(isServer && SERVER_ENVIRONMENT), ...process.env, PATH, ...extra },
    // The fourth channel lets the child notice when this process is killed hard.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

function fail(message) {
  console.error(`\n  ${message}\n`);
  process.exit(1);
}
