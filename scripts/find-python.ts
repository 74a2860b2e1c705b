import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installPackages } from './install-package.ts';

const DEFAULT = '/usr/bin/python3';

function onPath(): string | undefined {
  try {
    return execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

/** Runs the second checker of evidence; on Debian, root installs it when it is missing. */
export async function findPython(): Promise<string> {
  const given = process.env['PYTHON'];
  if (given !== undefined && !existsSync(given)) throw new Error(`${given} does not exist.`);
  const found = given ?? onPath();
  if (found) return found;
  const purpose = 'Python for the second checker of evidence';
  if (await installPackages({ purpose, file: DEFAULT, packages: ['python3'] })) return DEFAULT;
  throw new Error(
    'The tests of evidence need Python 3. Install it (Debian: apt-get install python3), or set PYTHON to its path.',
  );
}
