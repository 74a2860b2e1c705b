import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Each may be shipped with, beside or inside software under MIT; the weaker half of an "or" counts. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  // A library of its own beside ours (libvips), which anybody may replace.
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  // Tools of the build, unchanged.
  'MPL-2.0',
  // The font.
  'OFL-1.1',
  'Zlib',
]);
/** Says MIT in its readme and nothing in its package.json. */
const UNSAID = ['combine-errors'];

interface Package {
  readonly license?: string;
  readonly dev?: boolean;
}

function isAllowed(license: string): boolean {
  const plain = license.replace(/[()]/g, '');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed);
  return plain.split(' AND ').every((part) => ALLOWED.has(part));
}

test('what is shipped has a license that lets us ship it', () => {
  const lockfile = path.join(import.meta.dirname, '..', 'package-lock.json');
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    packages: Record<string, Package>;
  };
  const shipped = Object.entries(packages).filter(([name, { dev }]) => name !== '' && !dev);
  expect(shipped.length).toBeGreaterThan(100);
  const refused = shipped
    .map(([folder, { license = '' }]) => ({
      name: folder.replace(/.*node_modules\//, ''),
      license,
    }))
    .filter(({ name, license }) => !isAllowed(license) && !UNSAID.includes(name));
  expect(refused).toEqual([]);
});
