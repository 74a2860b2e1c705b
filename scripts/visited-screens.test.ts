import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FIELD_SCREENS, PUBLIC_SCREENS, SCREENS } from '../e2e/support/screens.ts';

const routesOf = (file: string): string[] =>
  [
    ...readFileSync(path.join(import.meta.dirname, '../src/app', file), 'utf8').matchAll(
      /\bpath: '([^'*]+)'/g,
    ),
  ].map(([, route = '']) => route);

/** Children of `auth` stand there without it, so the end of an address is enough. */
const shows = (address: string, route: string): boolean => {
  const segments = route.split('/').map((segment) => (segment.startsWith(':') ? '[^/]+' : segment));
  const optional = route.endsWith('?') ? `${segments.slice(0, -1).join('/')}(/[^/]+)?` : '';
  return new RegExp(`/${optional || segments.join('/')}$`).test(address.split('?')[0] ?? '');
};

const notVisited = (routes: readonly string[], visited: readonly string[]): string[] =>
  routes.filter((route) => !visited.some((address) => shows(address, route)));

test('the tests of accessibility and languages visit every screen of the shell', () => {
  expect(routesOf('screens.ts').length).toBeGreaterThan(30);
  expect(notVisited(routesOf('screens.ts'), SCREENS)).toEqual([]);
  expect(
    notVisited(
      FIELD_SCREENS.map((address) => address.slice(1).split('?')[0] ?? ''),
      SCREENS,
    ),
  ).toEqual([]);
});

test('and every page outside of it', () => {
  const routes = routesOf('router.tsx').filter(
    (route) => !['auth', 'dev/components'].includes(route),
  );
  expect(routes.length).toBeGreaterThan(10);
  expect(notVisited(routes, PUBLIC_SCREENS)).toEqual([]);
});
