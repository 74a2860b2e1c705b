import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.ts';

const NOW = Date.parse('2026-11-17T12:00:00Z');
const read = (status: number, retryAfter?: string) =>
  readAnswer({ status, retryAfter, text: ' no\n  way ' }, NOW);

test.each([
  ['120', 120],
  ['0', 0],
  ['Tue, 17 Nov 2026 12:05:00 GMT', 300],
  ['Tue, 17 Nov 2026 11:00:00 GMT', 0],
  // A wish for longer may be about one device; the service is asked again after an hour.
  ['999999', 3_600],
  // It did not say how long.
  ['soon', 30],
  [undefined, 30],
])('429 with Retry-After %s holds the service for %d seconds', (retryAfter, holdSeconds) => {
  expect(read(429, retryAfter)).toEqual({ kind: 'later', reason: '429 no way', holdSeconds });
});

test.each([
  [200, 'sent'],
  [201, 'sent'],
  [202, 'sent'],
  [301, 'refused'],
  [400, 'refused'],
  [404, 'gone'],
  [408, 'later'],
  [410, 'gone'],
  [413, 'too_large'],
  [500, 'later'],
  [502, 'later'],
])('%i means %s', (status, kind) => {
  expect(read(status)).toMatchObject({ kind });
});

test('503 holds the service only where it says for how long', () => {
  expect(read(503)).toEqual({ kind: 'later', reason: '503 no way' });
  expect(read(503, '5')).toMatchObject({ holdSeconds: 5 });
});
