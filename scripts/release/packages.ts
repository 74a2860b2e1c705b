export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: string | readonly string[];
}

export interface Platform {
  readonly os: string;
  readonly cpu: string;
  readonly libc: string;
}

/** Folders of the packages that `names` need on that platform, as the lockfile has them. */
export function packagesFor(
  names: readonly string[],
  lock: Lockfile,
  platform: Platform,
): string[] {
  const found = new Set<string>();
  const add = (name: string, from: string): void => {
    const folder = locate(name, from, lock);
    if (folder === undefined || found.has(folder)) return;
    const entry = lock.packages[folder] as LockedPackage;
    if (!runsOn(entry, platform)) return;
    found.add(folder);
    for (const needed of neededBy(entry)) add(needed, folder);
  };
  for (const name of names) add(name, '');
  return [...found].sort();
}

function neededBy(entry: LockedPackage): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {});
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...Object.keys(entry.optionalDependencies ?? {}),
    ...peers.filter((name) => entry.peerDependenciesMeta?.[name]?.optional !== true),
  ];
}

/** As Node looks for it: in the package itself, then in each folder above. */
function locate(name: string, from: string, lock: Lockfile): string | undefined {
  const folder = `${from && `${from}/`}node_modules/${name}`;
  if (folder in lock.packages) return folder;
  if (from === '') return undefined;
  return locate(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), lock);
}

function runsOn({ os, cpu, libc }: LockedPackage, platform: Platform): boolean {
  const fits = (allowed: string | readonly string[] | undefined, value: string): boolean =>
    allowed === undefined || [allowed].flat().includes(value);
  return fits(os, platform.os) && fits(cpu, platform.cpu) && fits(libc, platform.libc);
}
