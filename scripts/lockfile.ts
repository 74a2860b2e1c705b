// The lockfile check of `npm run check`: what is installed elsewhere is as complete as what is installed here.
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** Words in the names of packages for platforms we do not promise. */
const OTHER_PLATFORM =
  /aix|android|freebsd|netbsd|openbsd|openharmony|sunos|wasm|webcontainers|ia32|loong64|mips|ppc64|riscv64|s390x|\barm(v7|-|$)|(win32|windows)-arm64/;

const LOCKFILES = [
  'package-lock.json',
  'runtime/package-lock.json',
  'runtime/npm/package-lock.json',
];

/** What is wrong with the lockfiles of a project, one line each. */
export function checkLockfiles(directory: string): string[] {
  return LOCKFILES.flatMap((file) => {
    const lockfile = JSON.parse(readFileSync(path.join(directory, file), 'utf8')) as Lockfile;
    return problemsOf(lockfile).map((problem) => `${file}: ${problem}`);
  });
}

/**
 * npm writes an optional package that the registry does not have into no lockfile, without a word, and
 * `npm ci` on the platform that needs it fails. A registry's address would bind others to that registry.
 */
export function problemsOf({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([location, entry]) => [
    ...Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !OTHER_PLATFORM.test(name) && !isLocked(packages, location, name))
      .map(([name, version]) => `${name} ${version} is missing, which ${nameOf(location)} needs`),
    ...(/^\w+:/.test(entry.resolved ?? '')
      ? [`${nameOf(location)} names a registry, ${entry.resolved}`]
      : []),
  ]);
}

/** Whether Node would find it from there: in the package's own node_modules or in one above. */
function isLocked(packages: Lockfile['packages'], location: string, name: string): boolean {
  const place = location === '' ? `node_modules/${name}` : `${location}/node_modules/${name}`;
  if (place in packages) return true;
  if (location === '') return false;
  const above = location.slice(0, Math.max(0, location.lastIndexOf('/node_modules/')));
  return isLocked(packages, above, name);
}

function nameOf(location: string): string {
  return location.split('node_modules/').at(-1) || 'this project';
}
