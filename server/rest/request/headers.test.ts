import { describe, expect, test } from 'vitest';
import { csvToRows } from './csv.ts';
import { negotiate, payloadType } from './media-type.ts';
import { parsePreferences, preferenceApplied } from './preferences.ts';
import { intersect, parseLimit, parseOffset, parseRange } from './range.ts';

const rules = { isTimeZone: (name: string) => name === 'UTC', allowsTx: true };

describe('Prefer', () => {
  test('what is known, first come', () => {
    expect(
      parsePreferences('return=minimal, count=exact,return=representation, max-affected=5', rules),
    ).toEqual({ return: 'minimal', count: 'exact', maxAffected: 5 });
    expect(parsePreferences('return=all, timezone=Mars', rules)).toEqual({});
    expect(parsePreferences(undefined, rules)).toEqual({});
  });

  test('strict handling refuses the rest', () => {
    expect(() => parsePreferences('handling=strict, return=all', rules)).toThrow('PGRST122');
  });

  test('tx only where the project allows it', () => {
    expect(parsePreferences('tx=rollback', rules)).toEqual({ tx: 'rollback' });
    const fixed = { ...rules, allowsTx: false };
    expect(parsePreferences('tx=rollback', fixed)).toEqual({});
    expect(() => parsePreferences('handling=strict, tx=rollback', fixed)).toThrow('PGRST122');
  });

  test('only what was honoured is told', () => {
    const preferences = parsePreferences('count=exact, return=minimal, max-affected=1', rules);
    expect(preferenceApplied(preferences, new Set(['count', 'maxAffected']))).toBe('count=exact');
    expect(preferenceApplied({}, new Set(['count']))).toBeUndefined();
  });
});

describe('Accept', () => {
  test.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['text/csv', 'csv'],
    ['text/html, application/json;q=0.5', 'json'],
    ['application/json;q=0.1, text/csv', 'csv'],
    ['application/vnd.pgrst.object+json', 'object'],
  ])('%s is %s', (accept, kind) => {
    expect(negotiate(accept).kind).toBe(kind);
  });

  test('plans keep what they are for', () => {
    expect(
      negotiate(
        'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|buffers|x',
      ),
    ).toMatchObject({
      kind: 'object',
      explain: { format: 'json', options: ['analyze', 'buffers'] },
    });
  });

  test('nothing suitable', () => {
    expect(() => negotiate('image/png')).toThrow('PGRST107');
  });
});

test('what a body claims to be', () => {
  expect(payloadType(undefined)).toBe('json');
  expect(payloadType('application/json; charset=utf-8')).toBe('json');
  expect(payloadType('text/csv')).toBe('csv');
  expect(payloadType('application/pdf')).toBe('other');
});

describe('ranges', () => {
  test('Range, limit and offset', () => {
    expect(parseRange('0-9')).toEqual({ offset: 0, limit: 10 });
    expect(parseRange('5-')).toEqual({ offset: 5, limit: undefined });
    expect(parseRange('bytes=0-9')).toEqual({ offset: 0, limit: undefined });
    expect(() => parseRange('5-2')).toThrow('PGRST103');
    expect(parseLimit('x')).toBeUndefined();
    expect(() => parseLimit('-1')).toThrow('PGRST103');
    expect(parseOffset('7')).toBe(7);
  });

  test('both at once', () => {
    expect(intersect({ offset: 2, limit: 10 }, { offset: 5, limit: 3 })).toEqual({
      offset: 5,
      limit: 3,
    });
    expect(intersect({ offset: 8, limit: 2 }, { offset: 0, limit: 5 })).toEqual({
      offset: 8,
      limit: 0,
    });
  });
});

test('CSV rows: quotes, line breaks inside them, NULL', () => {
  expect(csvToRows('a,b\r\n"x ""y""\nz",NULL\n1,"NULL"')).toEqual([
    { a: 'x "y"\nz', b: null },
    { a: '1', b: 'NULL' },
  ]);
  expect(csvToRows('a,b\n1,')).toEqual([{ a: '1', b: '' }]);
  expect(() => csvToRows('a,b\n1')).toThrow('same number of fields');
  expect(() => csvToRows('a\n"b')).toThrow('invalid csv');
});
