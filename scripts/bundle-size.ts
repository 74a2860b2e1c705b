// Tells what each address loads: JavaScript and CSS as transferred (brotli), against its budget.
// Usage: node scripts/bundle-size.ts   (after a build; exit code 1 when a budget is broken)
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readScreens } from './first-screens.ts';
import { ROUTE_BUDGETS } from './route-budgets.ts';

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

type Manifest = Record<string, Chunk>;

export interface ScreenSize {
  screen: string;
  kilobytes: number;
  budget: number;
  files: { file: string; kilobytes: number }[];
}

const words = (namespaces: readonly string[]): string[] => [
  'src/locales/en.ts',
  ...namespaces.map((name) => `src/locales/en/${name}.json`),
];

/** What an address loads: files, or names of the groups in scripts/chunk-groups.ts. */
function entriesByAddress(): Record<string, string[]> {
  const screens = readScreens().map(({ address, route, words: own }) => {
    const code = ['index.html', 'shell', 'words-en', `src/app/routes/${route}.tsx`];
    return [address, [...code, ...words(own)]];
  });
  return {
    '/auth/login': ['index.html', 'sign-in', ...words(['auth'])],
    ...Object.fromEntries(screens),
  };
}

function filesOf(manifest: Manifest, entries: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const chunk = manifest[name] ?? Object.values(manifest).find((each) => each.name === name);
    if (!chunk) throw new Error(`${name} is not in the build's manifest`);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const entry of entries) visit(entry);
  return [...files];
}

function transferredKilobytes(file: string): number {
  const compressed = `${file}.br`;
  const bytes = existsSync(compressed)
    ? readFileSync(compressed).length
    : brotliCompressSync(readFileSync(file)).length;
  return bytes / 1000;
}

function readManifest(dist: string): Manifest {
  return JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
}

/** What is loaded with these modules at once, as paths in the build. */
export const filesFrom = (dist: string, entries: readonly string[]): string[] =>
  filesOf(readManifest(dist), entries);

/**
 * Files that import each other in a circle run in the wrong order ("Class extends value undefined").
 * The groups of chunk-groups.ts can make such circles; returns the first one, or null.
 */
export function importCircle(dist: string): string[] | null {
  const manifest = readManifest(dist);
  const done = new Set<string>();
  const walk = (name: string, above: string[]): string[] | null => {
    if (above.includes(name)) return [...above.slice(above.indexOf(name)), name];
    if (done.has(name)) return null;
    for (const next of manifest[name]?.imports ?? []) {
      const circle = walk(next, [...above, name]);
      if (circle) return circle;
    }
    done.add(name);
    return null;
  };
  for (const name of Object.keys(manifest)) {
    const circle = walk(name, []);
    if (circle) return circle;
  }
  return null;
}

export function measureScreens(dist: string): ScreenSize[] {
  const manifest = readManifest(dist);
  return Object.entries(entriesByAddress()).map(([screen, entries]) => {
    const budget = ROUTE_BUDGETS[screen];
    if (budget === undefined)
      throw new Error(`${screen} has no budget in scripts/route-budgets.ts`);
    const files = filesOf(manifest, entries).map((file) => ({
      file,
      kilobytes: transferredKilobytes(path.join(dist, file)),
    }));
    const kilobytes = files.reduce((sum, file) => sum + file.kilobytes, 0);
    return { screen, kilobytes, budget, files };
  });
}

if (import.meta.main) {
  const dist = path.join(import.meta.dirname, '..', 'dist');
  const sizes = measureScreens(dist);
  const circle = importCircle(dist);
  if (circle) {
    console.log(`Files import each other in a circle: ${circle.join(' → ')}`);
    process.exitCode = 1;
  }
  for (const { screen, kilobytes, budget, files } of sizes) {
    console.log(`${screen}: ${kilobytes.toFixed(1)} kB of ${budget} kB`);
    for (const file of files.toSorted((a, b) => b.kilobytes - a.kilobytes).slice(0, 12)) {
      console.log(`  ${file.kilobytes.toFixed(1).padStart(6)} ${file.file}`);
    }
  }
  if (sizes.some((size) => size.kilobytes > size.budget)) process.exitCode = 1;
}
