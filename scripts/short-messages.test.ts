import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

type Messages = Record<string, Partial<Record<'title' | 'body' | 'details' | 'text', string>>>;

const read = (language: string) => {
  const file = path.join(import.meta.dirname, `../supabase/templates/messages.${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Messages;
};
const english = read('en');
const spanish = read('es');
const valuesIn = (text = '') => [
  ...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name)),
];

test('both languages have the same messages with the same values', () => {
  const outline = (messages: Messages) =>
    Object.entries(messages)
      .flatMap(([name, parts]) =>
        Object.entries(parts).map(
          ([part, text]) => `${name}.${part}: ${valuesIn(text).sort().join(' ')}`,
        ),
      )
      .sort();
  expect(outline(english).length).toBeGreaterThan(50);
  expect(outline(spanish)).toEqual(outline(english));
});

/** What somebody who finds the phone may read: when something is, and how many. */
const FOR_EVERYONE = /(_at|_on|day|date|time|count|minutes)$/;

test('a locked screen shows neither names nor money', () => {
  const shown = [english, spanish].flatMap((messages) =>
    Object.entries(messages).flatMap(([name, { title, body }]) =>
      valuesIn(`${title} ${body}`).map((value) => ({ name, value: String(value) })),
    ),
  );
  expect(shown.filter(({ value }) => !FOR_EVERYONE.test(value))).toEqual([]);
});
