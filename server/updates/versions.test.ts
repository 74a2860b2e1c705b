import { expect, test } from 'vitest';
import { compareVersions, isPrerelease, parseVersion } from './versions.ts';

test('a tag or a version is read; anything else is not', () => {
  expect(parseVersion('v0.3.0')).toBe('0.3.0');
  expect(parseVersion(' 1.20.3+build.5 ')).toBe('1.20.3');
  expect(parseVersion('v1.0.0-rc.1')).toBe('1.0.0-rc.1');
  for (const text of ['', 'latest', '1.2', 'v1.2.3.4', '1.2.3; rm -rf /', '--help', '1.2.3-']) {
    expect(parseVersion(text), text).toBeUndefined();
  }
});

test('versions sort by number, a candidate before its release', () => {
  const sorted = ['0.2.0', '0.10.0-rc.2', '0.10.0-rc.10', '0.10.0', '0.10.1-alpha', '1.0.0'];
  expect(sorted.toReversed().sort(compareVersions)).toEqual(sorted);
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
  expect(compareVersions('1.0.0-1', '1.0.0-alpha')).toBeLessThan(0);
  expect(compareVersions('1.0.0-rc', '1.0.0-rc.1')).toBeLessThan(0);
  expect(sorted.filter(isPrerelease)).toHaveLength(3);
});
