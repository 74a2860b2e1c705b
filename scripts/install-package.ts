import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** Installs packages that tests need, as root on Debian; false elsewhere, or where it failed. */
export async function installPackages(
  purpose: string,
  ...packages: readonly string[]
): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`  · Installing ${purpose}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = promisify(execFile);
  // Others may be installing at the same time.
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  try {
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...install], { env });
    return true;
  } catch (error) {
    console.error(`  ${(error as Error).message}`);
    return false;
  }
}
