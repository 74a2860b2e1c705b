import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

type Words = { [key: string]: string | Words };

const ROOT = path.join(import.meta.dirname, '..');
const LANGUAGES = ['en', 'es'] as const;
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const pagesOf = (language: string) =>
  globSync(`docs/guide/${language}/*.md`, { cwd: ROOT })
    .map((file) => path.basename(file, '.md'))
    .toSorted();

/** Screens of the sidebar that are explained on another one's page. */
const EXPLAINED_ELSEWHERE = ['breaks', 'crew', 'crew-hours', 'forms', 'safety', 'site-sign-in'];

/** The addresses of the sidebar of every role; the dashboard's page is called after it. */
function sidebarPages(): string[] {
  const paths = [...read('src/app/shell/navigation.ts').matchAll(/entry\('\/([\w-]*)/g)];
  return [...new Set(paths.map(([, name]) => name || 'dashboard'))].filter(
    (name) => !EXPLAINED_ELSEWHERE.includes(name),
  );
}

function labelsOf(words: Words): string[] {
  return Object.values(words).flatMap((value) =>
    typeof value === 'string' ? [value] : labelsOf(value),
  );
}

/** Whether a label is on a screen; what a screen fills in (`{{count}}`) may be anything. */
function onScreen(language: string): (label: string) => boolean {
  const places = [`src/locales/${language}/*.json`, `src/verify/texts/${language}.json`];
  const labels = globSync(places, { cwd: ROOT })
    .filter((file) => !file.endsWith('errors.json'))
    .flatMap((file) => labelsOf(JSON.parse(read(file)) as Words));
  const exact = new Set(labels);
  const patterns = labels
    .filter((label) => /\{\{/.test(label) && /\p{L}{3}/u.test(label.replace(/\{\{.*?\}\}/g, '')))
    .map(
      (label) =>
        new RegExp(
          `^${label
            .split(/\{\{.*?\}\}/)
            .map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
            .join('.+')}$`,
        ),
    );
  return (label) => exact.has(label) || patterns.some((pattern) => pattern.test(label));
}

test('every entry of the sidebar has a page in both languages, and so has the first week', () => {
  const wanted = [...sidebarPages(), 'first-week'];
  expect(wanted).toHaveLength(24);
  // Further pages of a screen are called after it.
  const isFurther = (page: string) => wanted.some((name) => page.startsWith(`${name}-`));
  for (const language of LANGUAGES) {
    const own = pagesOf(language).filter((page) => !isFurther(page));
    expect(own).toEqual(wanted.toSorted());
    expect(pagesOf(language)).toEqual(pagesOf('en'));
  }
});

describe.each(LANGUAGES)('the guide in %s', (language) => {
  const isOnScreen = onScreen(language);
  test.each(pagesOf(language))('%s quotes only labels that are on the screen', (page) => {
    const labels = [...read(`docs/guide/${language}/${page}.md`).matchAll(/\*\*(.+?)\*\*/g)].map(
      ([, label]) => label ?? '',
    );
    expect(labels.length).toBeGreaterThan(3);
    expect(labels.filter((label) => !isOnScreen(label))).toEqual([]);
  });
});
