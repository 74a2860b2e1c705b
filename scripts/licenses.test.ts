import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Each may be shipped with, beside or inside software under MIT; the weaker half of an "or" counts. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  // The npm that install.sh fetches where the machine's own is too old, unchanged.
  'Artistic-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // Lists of licenses (spdx) inside that npm.
  'CC-BY-3.0',
  'CC0-1.0',
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
/** Say it elsewhere than in `license`: MIT in its readme, Apache-2.0 in the older `licenses`. */
const UNSAID = ['combine-errors', 'qrcode-terminal'];

interface Package {
  readonly license?: string;
  readonly dev?: boolean;
}

function isAllowed(license: string): boolean {
  const plain = license.replace(/[()]/g, '');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed);
  return plain.split(' AND ').every((part) => ALLOWED.has(part));
}

const ROOT = path.join(import.meta.dirname, '..');

/** Packages of a lockfile that are installed where Chalkline runs. */
function shippedPackages(lockfile: string): { name: string; license: string }[] {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, lockfile), 'utf8')) as {
    packages: Record<string, Package>;
  };
  return Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev)
    .map(([folder, { license = '' }]) => ({
      name: folder.replace(/.*node_modules\//, ''),
      license,
    }));
}

test.each([
  ['package-lock.json', 100],
  // The Node and the npm that a machine with older ones gets.
  ['runtime/package-lock.json', 3],
  ['runtime/npm/package-lock.json', 50],
])('what is shipped by %s has a license that lets us ship it', (lockfile, atLeast) => {
  const shipped = shippedPackages(lockfile);
  expect(shipped.length).toBeGreaterThan(atLeast);
  const refused = shipped.filter(
    ({ name, license }) => !isAllowed(license) && !UNSAID.includes(name),
  );
  expect(refused).toEqual([]);
});

test('fonts, maps and other works in the repository have their license beside them', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' });
  const works = tracked
    .split('\0')
    .filter((file) => /\.(ttf|otf|woff2?|pbf|pmtiles|mbtiles|geojson|wasm|icc|mp3)$/.test(file));
  expect(works).toContain('src/lib/files/fonts/Inter-Regular.ttf');
  const bare = works.filter(
    (file) => !existsSync(path.join(ROOT, path.dirname(file), 'LICENSE.txt')),
  );
  expect(bare).toEqual([]);
});
