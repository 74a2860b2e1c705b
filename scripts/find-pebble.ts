import { existsSync } from 'node:fs';
import { installPackages } from './install-package.ts';

interface Pebble {
  readonly issuer: string;
  /** Its DNS. */
  readonly dns: string;
}

const DEFAULT = '/usr/bin/pebble';

/** Let's Encrypt's issuer for tests; on Debian, root installs it when it is missing. */
export async function findPebble(): Promise<Pebble> {
  const issuer = process.env['PEBBLE'] ?? DEFAULT;
  const found = { issuer, dns: `${issuer}-challtestsrv` };
  if (existsSync(found.issuer) && existsSync(found.dns)) return found;
  if (process.env['PEBBLE']) throw new Error(`${found.issuer} or ${found.dns} does not exist.`);
  const purpose = 'Pebble for the tests of certificates';
  if (await installPackages({ purpose, file: found.dns, packages: ['pebble'] })) return found;
  throw new Error(
    'The tests of certificates need Pebble. Install it (Debian: apt-get install pebble), or set PEBBLE to its path, with pebble-challtestsrv beside it.',
  );
}
