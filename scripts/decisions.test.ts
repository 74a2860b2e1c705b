import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = path.join(import.meta.dirname, '../docs/decisions');
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');
const records = globSync('[0-9]*.md', { cwd: FOLDER }).sort();
const index = read('README.md');
/** `- [043](043-audit-chain.md) The audit chain · has 103, 251` */
const LINE = /^- \[(\d{3})\]\(([^)]+)\) (.+?)(?: · has ([\d, ]+))?$/gm;
const lines = [...index.matchAll(LINE)].map(([, number, file, title, merged]) => ({
  number,
  file,
  title,
  merged: merged?.split(', ') ?? [],
}));

test('every record is in the index once, under its number and title', () => {
  const titled = records.map((file) => `${file}: ${read(file).split('\n')[0]}`);
  expect(lines.map(({ file, number, title }) => `${file}: # ${number} ${title}`).sort()).toEqual(
    titled,
  );
});

test('every number is used once, those of merged records included', () => {
  const numbers = lines.flatMap(({ number, merged }) => [number, ...merged]);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
});

const isOver = (file: string) => /^\W*(superseded|replaced|removed)\b/im.test(read(file));

test('the ten to read first are records in force', () => {
  const first = [...index.matchAll(/^\d+\. \[(\d{3})\]\((\1-[^)]+)\)/gm)].map(
    ([, , file = '']) => file,
  );
  expect(new Set(first).size).toBe(10);
  expect(first.filter(isOver)).toEqual([]);
});

test('a record that no longer holds names its successor, or says why nothing follows', () => {
  const status = /^(Superseded by \[(\d{3})\]\(\2-[a-z0-9-]+\.md\).*|Removed: .{20,})$/;
  const over = records.filter(isOver);
  expect(over.filter((file) => !status.test(read(file).split('\n')[2] ?? ''))).toEqual([]);
});

test('every decision that is cited by its number is a record', () => {
  const root = path.join(FOLDER, '../..');
  const citing = globSync(
    [
      '{README,CONTRIBUTING,CODE_STYLE,SECURITY}.md',
      '{docs,bench}/**/*.md',
      '{src,server,contract,e2e,testing,bench,scripts}/**/*.{ts,tsx,mjs,css,sql}',
      'supabase/{schemas,tests,seed}/**/*.{ts,sql}',
    ],
    { cwd: root },
  ).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/\bdecisions? (\d{3})\b/gi)].map(
      ([, number]) => ({ file, number }),
    ),
  );
  const numbers = new Set(lines.map(({ number }) => number));
  expect(citing.length).toBeGreaterThan(20);
  expect(citing.filter(({ number }) => !numbers.has(number))).toEqual([]);
});
