import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');

/** Words of a private dialect, each with what the field says. */
const FORBIDDEN: Record<string, string> = {
  kept: 'stored, cached, captured',
  whole: 'complete, valid, full',
  told: 'notified, logged',
  look: 'view, access, review, check',
  looks: 'views, access',
  words: 'labels, text',
  longest: 'max',
  most: 'max',
  fewest: 'min',
  least: 'min',
  heaviest: 'max',
  patience: 'timeout',
  verdict: 'result, problem',
  mend: 'fix, patch',
  mended: 'fixed, patched',
  insist: 'retry',
  furnish: 'seed',
};

const ALLOWED: Record<string, string> = {
  matchWords: 'the words somebody types into the search',
  'match-words.ts': 'the words somebody types into the search',
  'match-words.test.ts': 'the words somebody types into the search',
  Look: 'an access to locations that the people see, as the database names it: location_looks',
  words: 'the helper of component tests, used in every one of them, to rename',
  wordsFor: 'words of a cell of docs/permissions.md',
  kept: 'the memory of the device in component tests, to rename',
};

const partsOf = (name: string): string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((part) => part.toLowerCase());

const isDialect = (name: string): boolean =>
  !(name in ALLOWED) && partsOf(name).some((part) => Object.hasOwn(FORBIDDEN, part));

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && file !== 'supabase/types.ts');

const exportsOf = (file: string): string[] =>
  [
    ...readFileSync(path.join(ROOT, file), 'utf8').matchAll(
      /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm,
    ),
  ].map(([, name = '']) => name);

test('files and exported names say what the field says', () => {
  const names = files.flatMap((file) => [path.basename(file), ...exportsOf(file)]);
  expect(names.length).toBeGreaterThan(2_000);
  expect([...new Set(names.filter(isDialect))]).toEqual([]);
});

test('every exception is in use', () => {
  const names = new Set(files.flatMap((file) => [path.basename(file), ...exportsOf(file)]));
  expect(Object.keys(ALLOWED).filter((name) => !names.has(name))).toEqual([]);
});
