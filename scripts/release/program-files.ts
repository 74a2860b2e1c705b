import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The programs that `bin/chalkline` and `npm run` start on a machine that serves. */
const COMMANDS = ['start', 'owner', 'db', 'keys', 'map', 'verify', 'update'];
const ENTRIES = [
  'scripts/bootstrap.mjs',
  ...COMMANDS.map((command) => `scripts/${command}.ts`),
  'scripts/update/installation.ts',
  'scripts/update/recover.mjs',
];
/** Complete folders, because parts of them are read or started by name. */
const FOLDERS = /^(server|supabase|deploy)\//;
const ALONGSIDE = /^(CHANGELOG\.md|LICENSE|package(-lock)?\.json|\.env\.example|docs\/[\w-]+\.md)$/;
const FOR_TESTS = /(\.test\.ts$|\.test-data\/|^supabase\/tests\/)/;
const SOURCE = /\.(ts|mjs)$/;
/** Not `import type`, which is gone before it runs. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'|\bresolve\(\s*'([^'./][^']*)'/g;

/** Of the tracked files, those that run: two folders whole, and what the commands import. */
export function programFiles(root: string, tracked: readonly string[]): string[] {
  const known = new Set(tracked);
  const wanted = new Set(
    tracked.filter((file) => (FOLDERS.test(file) || ALONGSIDE.test(file)) && !FOR_TESTS.test(file)),
  );
  const waiting = [...ENTRIES, ...wanted];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    wanted.add(file);
    for (const name of importsOf(root, file).filter((one) => one.startsWith('.'))) {
      const imported = path.posix.join(path.posix.dirname(file), name);
      if (known.has(imported) && !wanted.has(imported)) waiting.push(imported);
    }
  }
  return [...wanted].sort();
}

/** Names of the packages these files import. */
export function importedPackages(root: string, files: readonly string[]): string[] {
  const names = files
    .flatMap((file) => importsOf(root, file))
    .filter((name) => !/^(\.|node:|@\/)/.test(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  return [...new Set(names)].sort();
}

function importsOf(root: string, file: string): string[] {
  const absolute = path.join(root, file);
  if (!SOURCE.test(file) || !existsSync(absolute)) return [];
  const found = readFileSync(absolute, 'utf8').matchAll(IMPORT);
  return [...found].map(([, one, two, three]) => one ?? two ?? three ?? '');
}
