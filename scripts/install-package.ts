import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Of all tests that run side by side, one installs and the others then find it there. */
const LOCK = path.join(tmpdir(), 'chalkline-install.lock');
const INSTALL = `test -e "$1" || {
  apt-get update -qq &&
  apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends $2
}`;

interface Wanted {
  /** What it is for, as it is printed. */
  readonly purpose: string;
  /** A file that is there afterwards. */
  readonly file: string;
  readonly packages: readonly string[];
}

/** Installs what tests need, as root on Debian; false elsewhere, or where it failed. */
export async function installPackages({ purpose, file, packages }: Wanted): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`  · Installing ${purpose}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const script = [LOCK, 'sh', '-c', INSTALL, 'sh', file, packages.join(' ')];
  try {
    await promisify(execFile)('flock', script, { env });
    return existsSync(file);
  } catch (error) {
    console.error(`  ${(error as Error).message}`);
    return false;
  }
}
