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

test('a release takes two screens of the changelog at most, and the rest of it is in docs/releases', () => {
  const releases = read('CHANGELOG.md')
    .split(/^(?=## )/m)
    .slice(1)
    .filter((release) => !release.startsWith('## Unreleased'));
  for (const release of releases) {
    const version = release.match(/^## (.+)$/m)?.[1];
    expect(release).toContain(`docs/releases/${version}.md`);
    expect(release.split('\n').length, version).toBeLessThanOrEqual(50);
    for (const line of release.split('\n')) expect(line.length, line).toBeLessThanOrEqual(400);
  }
  expect(releases.length).toBeGreaterThan(2);
});
