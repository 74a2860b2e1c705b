import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

function read(file: string): string {
  return readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
}

test('the version is the same everywhere, and the newest in the changelog', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const lockfile = JSON.parse(read('package-lock.json'));
  expect(lockfile).toMatchObject({ version, packages: { '': { version } } });
  expect(JSON.parse(read('clients/typescript/package.json'))).toMatchObject({ version });
  expect(read('README.md')).toContain(`Chalkline ${version} ready in`);
  const newest = read('CHANGELOG.md').match(/^## (?!Unreleased)(.+)$/m)?.[1];
  expect(newest).toBe(version);
});
