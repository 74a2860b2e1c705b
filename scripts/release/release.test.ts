import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { billOfMaterials, versionIn } from './bill-of-materials.ts';
import { addTree, type Entries } from './entries.ts';
import { packArchive } from './pack.ts';
import { packagesFor } from './packages.ts';
import { importedPackages, programFiles } from './program-files.ts';
import { releaseNotes } from './release-notes.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const BUILT_AT = new Date('2026-05-01T12:00:00Z');

let folder: string;
const at = (name: string): string => path.join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'chalkline-pack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string, mode = 0o644): void {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content, { mode });
}

function treeOf(name: string): Entries {
  const entries: Entries = new Map();
  addTree(entries, at(name), 'app');
  return entries;
}

test('the same files are the same bytes, whoever wrote them, when and in which order', async () => {
  write('one/a.txt', 'first');
  write('one/b/run', '#!/bin/sh', 0o755);
  symlinkSync('b/run', at('one/link'));
  write('two/b/run', '#!/bin/sh', 0o711);
  symlinkSync('b/run', at('two/link'));
  write('two/a.txt', 'first', 0o600);
  utimesSync(at('two/a.txt'), 1, 1);
  const options = { prefix: 'x-1.0/', modifiedAt: BUILT_AT };
  const one = await packArchive(at('one.tar.gz'), treeOf('one'), options);
  const two = await packArchive(at('two.tar.gz'), new Map([...treeOf('two')].reverse()), options);
  expect(readFileSync(at('one.tar.gz')).equals(readFileSync(at('two.tar.gz')))).toBe(true);
  expect(one).toEqual(two);
  expect(one.bytes).toBe(readFileSync(at('one.tar.gz')).length);

  write('two/a.txt', 'other');
  const other = await packArchive(at('two.tar.gz'), treeOf('two'), options);
  expect(other.sha256).not.toBe(one.sha256);
});

test.skipIf(process.platform !== 'linux')(
  'the system unpacks it with modes, links and no owner',
  async () => {
    write('tree/bin/run', '#!/bin/sh', 0o755);
    write('tree/text.txt', 'text');
    symlinkSync('bin/run', at('tree/link'));
    await packArchive(at('tree.tar.gz'), treeOf('tree'), {
      prefix: 'x-1.0/',
      modifiedAt: BUILT_AT,
    });
    const list = execFileSync('tar', ['-tvzf', at('tree.tar.gz'), '--numeric-owner'], {
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC' },
    });
    const lines = list
      .trim()
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' '));
    expect(lines).toEqual([
      'drwxr-xr-x 0/0 0 2026-05-01 12:00 x-1.0/',
      'drwxr-xr-x 0/0 0 2026-05-01 12:00 x-1.0/app/',
      'drwxr-xr-x 0/0 0 2026-05-01 12:00 x-1.0/app/bin/',
      '-rwxr-xr-x 0/0 9 2026-05-01 12:00 x-1.0/app/bin/run',
      'lrwxrwxrwx 0/0 0 2026-05-01 12:00 x-1.0/app/link -> bin/run',
      '-rw-r--r-- 0/0 4 2026-05-01 12:00 x-1.0/app/text.txt',
    ]);
  },
);

test('packages are those that are needed, on that platform, as Node finds them', () => {
  const lock = {
    packages: {
      'node_modules/server': {
        dependencies: { shared: '1' },
        optionalDependencies: { arm: '1', x64: '1' },
      },
      'node_modules/server/node_modules/shared': { dependencies: { deep: '1' } },
      'node_modules/shared': {},
      'node_modules/deep': {
        peerDependencies: { peer: '1', absent: '1' },
        peerDependenciesMeta: { absent: { optional: true } },
      },
      'node_modules/peer': {},
      'node_modules/absent': {},
      'node_modules/arm': { os: ['linux'], cpu: ['arm64'] },
      'node_modules/x64': { os: 'linux', cpu: 'x64', libc: ['glibc'] },
      'node_modules/vite': {},
    },
  };
  const platform = { os: 'linux', cpu: 'x64', libc: 'glibc' };
  expect(packagesFor(['server'], lock, platform)).toEqual([
    'node_modules/deep',
    'node_modules/peer',
    'node_modules/server',
    'node_modules/server/node_modules/shared',
    'node_modules/x64',
  ]);
  expect(packagesFor(['server'], lock, { ...platform, libc: 'musl' })).not.toContain(
    'node_modules/x64',
  );
  expect(packagesFor(['server'], lock, { ...platform, cpu: 'arm64' })).toContain(
    'node_modules/arm',
  );
});

test('what runs is packed with what it imports, and no test, no compiler, no page', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  const files = programFiles(ROOT, tracked);
  expect(files).toEqual(expect.arrayContaining(['server/workers/worker.ts', 'scripts/db.ts']));
  expect(files).toContain('src/entities/evidence/check/check-evidence.ts');
  expect(files.filter((file) => /\.(test\.ts|tsx|css)$|^(e2e|bench|testing)\//.test(file))).toEqual(
    [],
  );
  expect(files).not.toContain('scripts/build.ts');
  const packages = importedPackages(ROOT, files);
  expect(packages).toEqual(expect.arrayContaining(['fastify', 'sharp', 'pino-pretty']));
  expect(packages).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(vite|react|typescript|rolldown)/)]),
  );
});

test('the bill of materials lists what is packed and the programs inside, the same every time', () => {
  const all = {
    bomFormat: 'CycloneDX',
    serialNumber: 'urn:uuid:random',
    metadata: { timestamp: 'now', component: { name: 'folder' } },
    components: [
      { 'bom-ref': 'pg@1.0.0', name: 'pg', version: '1.0.0' },
      { 'bom-ref': 'vite@8.0.0', name: 'vite', version: '8.0.0' },
    ],
    dependencies: [{ ref: 'pg@1.0.0', dependsOn: ['vite@8.0.0'] }, { ref: 'vite@8.0.0' }],
  };
  const about = { name: 'chalkline', version: '1.0.0', builtAt: BUILT_AT };
  const make = () =>
    billOfMaterials(all, new Set(['pg@1.0.0']), [{ name: 'node', version: '24.21.0' }], about);
  const bill = make();
  expect(bill.components.map(({ name }) => name)).toEqual(['pg', 'node']);
  expect(bill.dependencies).toEqual([{ ref: 'pg@1.0.0', dependsOn: [] }]);
  expect(bill.metadata).toEqual({
    timestamp: '2026-05-01T12:00:00.000Z',
    component: { name: 'chalkline' },
  });
  expect(bill['serialNumber']).toMatch(
    /^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
  expect(make()).toEqual(bill);
  expect(() => billOfMaterials(all, new Set(['zod@4.0.0']), [], about)).toThrow('zod@4.0.0');
});

test('versions are read from the programs, and a program that says none is refused', () => {
  write('postgres', 'elf\0postgres (PostgreSQL) 18.4\0rest');
  const pattern = /\(PostgreSQL\) (\d+\.\d+)/;
  expect(versionIn(at('postgres'), pattern)).toBe('18.4');
  write('postgres', 'nothing');
  expect(() => versionIn(at('postgres'), pattern)).toThrow('names no version');
});

test('release notes are the part of the changelog about that version', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- c\n\n## 1.1.0\n\n**New.**\n- b\n\n## 1.1\n\n- a\n';
  expect(releaseNotes(changelog, '1.1.0')).toBe('**New.**\n- b\n');
  expect(releaseNotes(changelog, '1.1')).toBe('- a\n');
  expect(() => releaseNotes(changelog, '2.0.0')).toThrow('no heading "## 2.0.0"');
});
