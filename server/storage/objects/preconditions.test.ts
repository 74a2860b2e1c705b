import { expect, test } from 'vitest';
import { isUnchanged, rangeOf } from './preconditions.ts';

const CURRENT = { etag: '"a"', 'last-modified': 'Sun, 15 Nov 2026 02:15:33 GMT' };

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
  ['bytes=8-100', { start: 8, end: 9 }],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=0-1,3-4', undefined],
  ['lines=1-2', undefined],
  ['bytes=-', undefined],
])('%s of ten bytes is %j', (range, expected) => {
  expect(rangeOf({ range }, 10, CURRENT)).toEqual(expected);
});

test('a range of something that has changed since is not taken', () => {
  const range = 'bytes=0-1';
  expect(rangeOf({ range, 'if-range': '"a"' }, 10, CURRENT)).toEqual({ start: 0, end: 1 });
  expect(rangeOf({ range, 'if-range': '"b"' }, 10, CURRENT)).toBeUndefined();
});

test('nothing of an empty file can be ranged', () => {
  expect(rangeOf({ range: 'bytes=0-' }, 0, CURRENT)).toBe('unsatisfiable');
});

test('an entity tag decides over a date', () => {
  const { etag, 'last-modified': modified } = CURRENT;
  expect(isUnchanged({ 'if-none-match': 'W/"a"' }, etag, modified)).toBe(true);
  expect(isUnchanged({ 'if-none-match': '*' }, etag, modified)).toBe(true);
  expect(
    isUnchanged({ 'if-none-match': '"b"', 'if-modified-since': modified }, etag, modified),
  ).toBe(false);
  expect(isUnchanged({ 'if-modified-since': modified }, etag, modified)).toBe(true);
  expect(isUnchanged({}, etag, modified)).toBe(false);
});
