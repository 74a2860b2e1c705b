import { expect, test } from 'vitest';
import { parseFilter } from './filter.ts';
import { isDecidable, matches } from './matches.ts';

function match(filter: string, type: string, value: unknown): boolean {
  const [condition] = parseFilter(filter);
  if (!condition) throw new Error('no condition');
  return matches(condition, type, JSON.stringify(value));
}

test('Equality compares the text PostgreSQL writes', () => {
  expect(match('a=eq.true', 'bool', true)).toBe(true);
  expect(match('a=eq.5', 'int4', 5)).toBe(true);
  expect(match('a=neq.x', 'text', 'y')).toBe(true);
  expect(match('a=in.(x,y)', 'text', 'y')).toBe(true);
  expect(match('a=not.in.(x,y)', 'text', 'y')).toBe(false);
});

test('Order is by number or by day', () => {
  expect(match('a=gt.9', 'int4', 10)).toBe(true);
  expect(match('a=lte.10', 'int4', 10)).toBe(true);
  expect(match('a=lt.10', 'int4', 10)).toBe(false);
  expect(match('a=gte.2026-03-08', 'date', '2026-03-09')).toBe(true);
});

test('Null matches no comparison, negated or not', () => {
  for (const filter of ['a=eq.1', 'a=neq.1', 'a=not.eq.1', 'a=gt.1', 'a=not.in.(1)']) {
    expect(match(filter, 'int4', null), filter).toBe(false);
  }
  expect(match('a=is.null', 'int4', null)).toBe(true);
  expect(match('a=not.is.null', 'int4', null)).toBe(false);
  expect(match('a=isdistinct.1', 'int4', null)).toBe(true);
});

test('What text cannot decide is left to PostgreSQL', () => {
  const decidable = (filter: string, type: string) =>
    parseFilter(filter).every((condition) => isDecidable(condition, type));
  expect(decidable('a=eq.1', 'uuid')).toBe(true);
  expect(decidable('a=eq.1', 'numeric')).toBe(false);
  expect(decidable('a=gt.1', 'timestamptz')).toBe(false);
  expect(decidable('a=like.x', 'text')).toBe(false);
  expect(decidable('a=gt.x', 'text')).toBe(false);
});
