import path from 'node:path';
import { expect, test } from 'vitest';
import { checkLockfiles, problemsOf } from './lockfile.ts';

const bundler = { version: '1.0.0', optionalDependencies: { '@b/linux-arm64-musl': '1.0.0' } };

test('the lockfiles of this project serve every platform', () => {
  expect(checkLockfiles(path.join(import.meta.dirname, '..'))).toEqual([]);
});

test.each([
  'linux-x64-gnu',
  'linux-arm64-gnu',
  'linux-x64-musl',
  'linux-arm64-musl',
  'linuxmusl-arm64',
  'darwin-x64',
  'darwin-arm64',
  'win32-x64-msvc',
  'windows-x64',
])('a missing package for %s is named', (platform) => {
  const optionalDependencies = { [`@b/${platform}`]: '1.0.0' };
  const packages = { 'node_modules/bundler': { optionalDependencies } };
  expect(problemsOf({ packages })).toEqual([
    `@b/${platform} 1.0.0 is missing, which bundler needs`,
  ]);
});

test.each([
  'android-arm64',
  'linux-arm-gnueabihf',
  'linux-riscv64-gnu',
  'wasm32-wasi',
  'win32-arm64-msvc',
])('one for %s may be missing', (platform) => {
  const optionalDependencies = { [`@b/${platform}`]: '1.0.0' };
  expect(problemsOf({ packages: { 'node_modules/bundler': { optionalDependencies } } })).toEqual(
    [],
  );
});

test.each([
  'node_modules/@b/linux-arm64-musl',
  'node_modules/tool/node_modules/@b/linux-arm64-musl',
  'node_modules/tool/node_modules/bundler/node_modules/@b/linux-arm64-musl',
])('one at %s is found', (place) => {
  const packages = { 'node_modules/tool/node_modules/bundler': bundler, [place]: {} };
  expect(problemsOf({ packages })).toEqual([]);
});

test('one beside another package is not', () => {
  const elsewhere = 'node_modules/other/node_modules/@b/linux-arm64-musl';
  const packages = { 'node_modules/bundler': bundler, [elsewhere]: {} };
  expect(problemsOf({ packages })).toHaveLength(1);
});

test('the address of a registry is refused', () => {
  const resolved = 'https://registry.example/bundler/-/bundler-1.0.0.tgz';
  expect(problemsOf({ packages: { 'node_modules/bundler': { resolved } } })).toEqual([
    `bundler names a registry, ${resolved}`,
  ]);
});
