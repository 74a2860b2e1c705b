// `npm run test:names [-- COMMIT]`: the tests of each suite whose names a commit had and the working tree has
// not, so that making tests quicker never means fewer of them unnoticed. It reads sources, with numbers and parts that
// are filled in left out; a test that moved to another file or suite is not missed.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const SUITES: Readonly<Record<string, RegExp>> = {
  unit: /^(server|scripts|bench)\/.*\.test\.ts$/,
  components: /^src\/.*\.test\.tsx?$/,
  db: /^supabase\/tests\/.*\.test\.ts$/,
  api: /^contract\/.*\.test\.ts$/,
  e2e: /^e2e\/.*\.spec\.ts$/,
};
const NAME =
  /\b(?:test|it)(?:\.(?:each|for|only|skip|runIf|skipIf)\b(?:\([\s\S]*?\)|`[\s\S]*?`))?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])+)\1/g;
const TABLE_NAME = /\]\s*(?:as const\s*)?\)\(\s*(['"`])((?:\\.|(?!\1)[\s\S])+)\1\s*,/g;

/** How often each name is there. */
function namesIn(source: string): string[] {
  return [NAME, TABLE_NAME].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, , name = '']) =>
      name.replaceAll(/\$\{[^}]*\}/g, '$').replaceAll(/\d+/g, '0'),
    ),
  );
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 });

function namesBefore(commit: string): Map<string, string[]> {
  const files = git('ls-tree', '-r', '--name-only', commit).split('\n');
  return new Map(
    Object.entries(SUITES).map(([suite, pattern]) => [
      suite,
      files
        .filter((file) => pattern.test(file))
        .flatMap((file) => namesIn(git('show', `${commit}:${file}`))),
    ]),
  );
}

function namesNow(): Map<string, string[]> {
  const files = globSync('{server,scripts,bench,src,supabase/tests,contract,e2e}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: (name) => name.endsWith('node_modules'),
  });
  return new Map(
    Object.entries(SUITES).map(([suite, pattern]) => [
      suite,
      files
        .filter((file) => pattern.test(file))
        .flatMap((file) => namesIn(readFileSync(path.join(ROOT, file), 'utf8'))),
    ]),
  );
}

const commit = process.argv[2] ?? 'origin/main';
const [before, now] = [namesBefore(commit), namesNow()];
const left = Map.groupBy([...now.values()].flat(), (name) => name);
for (const [suite, names] of before) {
  const gone = names.filter((name) => left.get(name)?.pop() === undefined);
  console.log(
    `${suite}: ${names.length} before, ${now.get(suite)?.length} now, ${gone.length} gone`,
  );
  for (const name of gone) console.log(`  ${name.replaceAll(/\s+/g, ' ')}`);
}
