import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SERVER_PATHS } from '@/service-worker/server-paths';

const sources = globSync('server/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }).map(
  (file) => readFileSync(file, 'utf8'),
);
const found = (pattern: RegExp) =>
  sources.flatMap((text) => [...text.matchAll(pattern)].map(([, path = '']) => path));

/** Where parts of the server begin, and pages that stand beside them. */
const PATHS = [
  ...found(/prefix: '(\/[^']+)'/g),
  ...found(/'(\/(?:dev|lan|push|health|metrics|mcp|\.well-known)(?:\/[^'$]*)?)'/g),
  ...found(/'(\/[a-z]+\/v\d\/[^'$]*)'/g),
];

test('what the server answers to a browser is never the stored page', () => {
  for (const path of ['/accounting/v1', '/dev/mail', '/health', '/metrics'])
    expect(PATHS).toContain(path);
  expect(PATHS.filter((path) => !SERVER_PATHS.test(path))).toEqual([]);
  expect(SERVER_PATHS.test('/accounting/v1/callback')).toBe(true);
});

test('a screen is', () => {
  for (const path of ['/', '/my-status', '/projects/1/public-work', '/auth/login', '/safety'])
    expect(SERVER_PATHS.test(path), path).toBe(false);
});
