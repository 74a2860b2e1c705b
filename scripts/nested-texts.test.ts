import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { flatTexts } from '../src/lib/translation.ts';
import { nested } from './nested-texts.ts';

const LOCALES = path.join(import.meta.dirname, '..', 'src', 'locales');

test('a text beside a tree of its name stays', () => {
  const texts = {
    list: 'Lists',
    'list.title': 'Title',
    'a.b.c': 'C',
    'a.b.d_one': 'D',
    'a.e': 'E',
  };
  expect(nested(texts)).toEqual({
    list: 'Lists',
    'list.title': 'Title',
    a: { b: { c: 'C', d_one: 'D' }, e: 'E' },
  });
  expect(flatTexts(nested(texts))).toEqual(texts);
});

test('every file arrives with its keys and texts', () => {
  const files = globSync('*/*.json', { cwd: LOCALES });
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const texts = JSON.parse(readFileSync(path.join(LOCALES, file), 'utf8'));
    expect(flatTexts(nested(texts)), file).toEqual(flatTexts(texts));
  }
});
