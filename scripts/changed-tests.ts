// The tests a change can touch, for `npm test -- --changed [BASE]`: by imports, and by the tables and functions of
// supabase/schemas that it edits. Without a base: what is not committed, else the last commit.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IS_TEST = /\.(test|spec)\.tsx?$/;
const SUITE_OF: readonly (readonly [pattern: RegExp, suite: string])[] = [
  [/^(src|server|scripts|bench)\/.*\.test\.tsx?$/, 'unit'],
  [/^supabase\/tests\/.*\.test\.ts$/, 'db'],
  [/^contract\/.*\.test\.ts$/, 'api'],
  [/^e2e\/.*\.spec\.ts$/, 'e2e'],
];
/** Opens the complete app, from which everything can be reached: what a screen's tests import leads no further. */
const OPENS_THE_APP = 'src/testing/open.tsx';
/** Read the catalog, so every change of SQL touches them. */
const OF_THE_CATALOG = ['supabase/tests/isolation.test.ts', 'supabase/tests/types.test.ts'];

/** Test files by suite. */
export function changedTests(root: string, base?: string): Record<string, readonly string[]> {
  const git = (...args: readonly string[]): string[] =>
    execFileSync('git', [...args], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean);
  const uncommitted = git('status', '--porcelain', '--untracked-files=all');
  const since = base ?? (uncommitted.length > 0 ? 'HEAD' : 'HEAD~1');
  const untracked = git('ls-files', '--others', '--exclude-standard');
  const changed = [...git('diff', '--name-only', since), ...untracked];
  const files = [...git('ls-files'), ...untracked].filter((file) =>
    existsSync(path.join(root, file)),
  );
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

  const importers = importersOf(files, read);
  const tests = new Set(changed.flatMap((file) => testsReaching(file, importers)));
  for (const folder of changed.map(featureOf))
    for (const file of files)
      if (folder && file.startsWith(folder) && IS_TEST.test(file)) tests.add(file);

  const schemas = files.filter((file) => /^supabase\/schemas\/.*\.sql$/.test(file));
  const edited = changed.filter((file) => schemas.includes(file));
  if (edited.length > 0) {
    const statements = schemas.flatMap((file) => statementsOf(read(file), file));
    const names = namesTouched(statements, (file) => changedLines(git, since, file), edited);
    for (const file of files.filter((one) =>
      /^(supabase\/tests|contract)\/.*\.test\.ts$/.test(one),
    ))
      if (mentionsAny(read(file), names)) tests.add(file);
    for (const file of OF_THE_CATALOG) tests.add(file);
  }

  const suites: Record<string, string[]> = {};
  for (const file of [...tests].filter((one) => files.includes(one)).sort()) {
    const suite = SUITE_OF.find(([pattern]) => pattern.test(file))?.[1];
    if (suite) suites[suite] = [...(suites[suite] ?? []), file];
  }
  const counts = Object.entries(suites).map(([suite, { length }]) => `${length} of ${suite}`);
  console.log(
    `${changed.length} files changed since ${since}; test files: ${counts.join(', ') || 'none'}`,
  );
  return suites;
}

const featureOf = (file: string): string | undefined => /^src\/features\/[\w-]+\//.exec(file)?.[0];

function importersOf(
  files: readonly string[],
  read: (file: string) => string,
): Map<string, string[]> {
  const known = new Set(files);
  const importers = new Map<string, string[]>();
  for (const file of files.filter((one) => /\.tsx?$/.test(one))) {
    for (const [, specifier = ''] of read(file).matchAll(
      /(?:from|import|import\(|mock\()\s*'([@.][^']+)'/g,
    )) {
      const target = specifier.startsWith('@/')
        ? `src/${specifier.slice(2)}`
        : path.posix.join(path.posix.dirname(file), specifier);
      const found = [target, `${target}.ts`, `${target}.tsx`].find((one) => known.has(one));
      if (found) importers.set(found, [...(importers.get(found) ?? []), file]);
    }
  }
  return importers;
}

function testsReaching(start: string, importers: ReadonlyMap<string, readonly string[]>): string[] {
  const seen = new Set([start]);
  for (const file of seen) {
    if (file === OPENS_THE_APP && start !== file) continue;
    for (const importer of importers.get(file) ?? []) seen.add(importer);
  }
  return [...seen].filter((file) => IS_TEST.test(file));
}

interface Statement {
  readonly file: string;
  readonly first: number;
  readonly last: number;
  /** The table or function it makes or belongs to. */
  readonly name: string;
  readonly isPublic: boolean;
  readonly text: string;
}

const STATEMENT =
  /^(?:create (?:or replace )?(?:function|procedure|table|view)(?: if not exists)?|alter table(?: only)?|create (?:policy|trigger|unique index|index|constraint trigger)[^;]*? on)\s+(public|private)\.(\w+)/gim;

function statementsOf(sql: string, file: string): Statement[] {
  const starts = [...sql.matchAll(STATEMENT)];
  return starts.map((match, i) => {
    const text = sql.slice(match.index, starts[i + 1]?.index);
    const first = sql.slice(0, match.index).split('\n').length;
    const last = first + text.split('\n').length - 1;
    return { file, first, last, name: match[2] ?? '', isPublic: match[1] === 'public', text };
  });
}

/** Of the edited statements and, through private functions, of all that call them. */
function namesTouched(
  statements: readonly Statement[],
  linesOf: (file: string) => readonly (readonly [first: number, last: number])[],
  edited: readonly string[],
): ReadonlySet<string> {
  const touched = new Set<Statement>();
  for (const file of edited)
    for (const [first, last] of linesOf(file))
      for (const statement of statements)
        if (statement.file === file && statement.first <= last && statement.last >= first)
          touched.add(statement);
  for (const statement of touched) {
    if (statement.isPublic) continue;
    const calls = new RegExp(`\\b${statement.name}\\s*\\(`);
    for (const other of statements) if (calls.test(other.text)) touched.add(other);
  }
  return new Set([...touched].map(({ name }) => name));
}

function changedLines(
  git: (...args: readonly string[]) => string[],
  since: string,
  file: string,
): (readonly [number, number])[] {
  const hunks = git('diff', '-U0', since, '--', file).flatMap((line) => [
    ...line.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/g),
  ]);
  // A file that git does not know yet is new from its first line on.
  if (hunks.length === 0) return [[1, Number.POSITIVE_INFINITY]];
  return hunks.map(([, first = '1', count = '1']) => [
    Number(first),
    Number(first) + Math.max(1, Number(count)) - 1,
  ]);
}

function mentionsAny(text: string, names: ReadonlySet<string>): boolean {
  return [...text.matchAll(/\b[a-z_]{4,}\b/g)].some(([word]) => names.has(word));
}
