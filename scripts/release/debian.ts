import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addTree, type Entries } from './entries.ts';

/** The needs of Node and PostgreSQL: the C library with C.UTF-8, and a shell for initdb. */
const PACKAGES = ['libc6', 'libc-bin', 'libgcc-s1', 'libstdc++6', 'dash'];
const SOURCES = ['debian bookworm', 'debian-security bookworm-security']
  .map((source) => `deb [signed-by=KEYRING] http://deb.debian.org/${source} main\n`)
  .join('')
  .replaceAll('KEYRING', '/usr/share/keyrings/debian-archive-keyring.gpg');
const IS_WANTED = /^(lib|lib64|bin\/dash|usr\/lib|usr\/share\/doc\/[^/]+\/copyright)/;

/** The lowest layer of an image, with the security updates of today; apt checks Debian's signatures. */
export function debianLayer(architecture: string, folder: string): Entries {
  const at = (name: string): string => path.join(folder, name);
  for (const name of ['state/lists/partial', 'cache/archives/partial', 'packages', 'files']) {
    mkdirSync(at(name), { recursive: true });
  }
  writeFileSync(at('status'), '');
  writeFileSync(at('sources.list'), SOURCES);
  const settings = [
    `APT::Architecture=${architecture}`,
    `APT::Architectures=${architecture}`,
    `Dir::State=${at('state')}`,
    `Dir::State::status=${at('status')}`,
    `Dir::Cache=${at('cache')}`,
    `Dir::Etc::sourcelist=${at('sources.list')}`,
    'Dir::Etc::sourceparts=/dev/null',
    'Acquire::Languages=none',
    // It may not read the folder as a user of its own.
    'APT::Sandbox::User=root',
  ].flatMap((setting) => ['-o', setting]);
  const run = (command: string, ...args: string[]): string =>
    execFileSync(command, args, { cwd: at('packages'), encoding: 'utf8' });
  run('apt-get', '-qq', ...settings, 'update');
  run('apt-get', '-qq', ...settings, 'download', ...PACKAGES);
  const entries: Entries = new Map();
  for (const file of globSync('*.deb', { cwd: at('packages') }).sort()) {
    run('dpkg-deb', '-x', file, at('files'));
    const name = file.slice(0, file.indexOf('_'));
    // Scanners look here for packages of an image without dpkg.
    const text = run('dpkg-deb', '-f', file);
    entries.set(`var/lib/dpkg/status.d/${name}`, { text, isProgram: false });
  }
  const files: Entries = new Map();
  addTree(files, at('files'), '.');
  for (const [name, entry] of files) {
    if (IS_WANTED.test(name.slice(2))) entries.set(name.slice(2), entry);
  }
  return entries;
}
