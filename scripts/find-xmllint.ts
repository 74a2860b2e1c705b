import { existsSync } from 'node:fs';
import { installPackages } from './install-package.ts';

const DEFAULT = '/usr/bin/xmllint';

/** Checks XML against a schema; on Debian, root installs it when it is missing. */
export async function findXmllint(): Promise<string> {
  const found = process.env['XMLLINT'] ?? DEFAULT;
  if (existsSync(found)) return found;
  if (process.env['XMLLINT']) throw new Error(`${found} does not exist.`);
  const purpose = 'xmllint for the tests of agency files';
  if (await installPackages({ purpose, file: found, packages: ['libxml2-utils'] })) return found;
  throw new Error(
    'The tests of agency files need xmllint. Install it (Debian: apt-get install libxml2-utils), or set XMLLINT to its path.',
  );
}
