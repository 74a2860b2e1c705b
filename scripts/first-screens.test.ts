import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readScreens } from './first-screens.ts';

const source = readFileSync(path.join(import.meta.dirname, '../src/app/screens.ts'), 'utf8');

/** The page knows no addresses of single records. */
const BY_ID = ['ticket'];

test('every screen of the app is in the list, with its words', () => {
  const screens = readScreens();
  const routes = [...source.matchAll(/routes\/([\w-]+)'/g)].map(([, name]) => name);
  expect(screens.map(({ route }) => route)).toEqual(
    routes.filter((name = '') => name !== 'placeholder' && !BY_ID.includes(name)),
  );
  expect(screens).toContainEqual({
    address: '/documents',
    route: 'documents',
    words: ['documents', 'bulletin'],
  });
});
