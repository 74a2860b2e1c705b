import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const missing = (files: Iterable<string>) =>
  [...files].filter((file) => !existsSync(path.join(ROOT, file)));

/** Relative links of a page: `[words](address)`. */
function linksOf(file: string): string[] {
  return [...read(file).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, address]) => address ?? '')
    .filter((address) => !/^\w+:/.test(address))
    .map((address) => path.posix.join(path.posix.dirname(file), address));
}

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }),
])('every page %s links to is there', (file) => {
  expect(missing(linksOf(file))).toEqual([]);
});

test('every command the pages name is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md'];
  const named = [...pages, ...globSync('docs/**/*.md', { cwd: ROOT })].flatMap((page) =>
    [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => `${page}: ${name}`),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((line) => !((line.split(': ')[1] ?? '') in scripts))).toEqual([]);
});

test('every file the security points name is there', () => {
  const named = [...read('docs/asvs.md').matchAll(/`((?:[a-z.]\w*\/)[\w./-]+)`/g)]
    .map(([, file]) => file ?? '')
    .filter((file) => /^(\.ci|contract|deploy|docs|e2e|scripts|server|src|supabase)\//.test(file));
  expect(named.length).toBeGreaterThan(50);
  expect(missing(named)).toEqual([]);
});

test('what the container is built from is there and not left out', () => {
  const ignored = new Set(read('.dockerignore').split('\n').filter(Boolean));
  const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?:--\S+ )*(.+) \S+$/gm)]
    .flatMap(([, sources]) => sources?.split(' ') ?? [])
    .filter((source) => !source.startsWith('/'));
  const run = [...read('deploy/Dockerfile').matchAll(/scripts\/bootstrap\.mjs",? "?([\w.]+)/g)].map(
    ([, script]) => `scripts/${script}`,
  );
  expect(copied).toContain('package-lock.json');
  expect(run.length).toBeGreaterThan(0);
  expect(missing([...copied, ...run])).toEqual([]);
  expect(copied.filter((file) => ignored.has(file))).toEqual([]);
  expect(read('deploy/compose.yaml')).toContain('dockerfile: deploy/Dockerfile');
});
