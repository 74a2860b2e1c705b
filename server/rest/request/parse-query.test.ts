import { describe, expect, test } from 'vitest';
import { RestError } from '../rest-error.ts';
import { listToArrayLiteral } from './list-value.ts';
import { parseLogic } from './parse-logic.ts';
import { parseOrder } from './parse-order.ts';
import { parseQuery } from './parse-query.ts';
import { parseSelect } from './parse-select.ts';
import { operatorEnd, splitQuery } from './split-query.ts';

const parse = (raw: string, isCall = false) => parseQuery(splitQuery(raw), isCall);

function failure(work: () => unknown): { message: string; details: unknown } {
  try {
    work();
  } catch (error) {
    if (error instanceof RestError)
      return { message: error.body.message, details: error.body.details };
    throw error;
  }
  throw new Error('expected a refusal');
}

describe('select', () => {
  test('columns, aliases, casts and JSON paths', () => {
    expect(parseSelect('id,name:full_name,data->a->>0::int4, *')).toMatchObject([
      { kind: 'field', field: { name: 'id' } },
      { alias: 'name', field: { name: 'full_name' } },
      {
        cast: 'int4',
        field: {
          name: 'data',
          path: [
            { key: 'a', asText: false, isIndex: false },
            { key: '0', asText: true, isIndex: true },
          ],
        },
      },
      { field: { name: '*' } },
    ]);
  });

  test('embedding with alias, hint and join, spread, nesting', () => {
    expect(
      parseSelect('client:clients!fk_client!inner(id,owner(name)),...site!left(*)'),
    ).toMatchObject([
      {
        kind: 'embed',
        alias: 'client',
        target: 'clients',
        hint: 'fk_client',
        join: 'inner',
        spread: false,
        items: [{ field: { name: 'id' } }, { kind: 'embed', target: 'owner' }],
      },
      { kind: 'embed', target: 'site', join: 'left', spread: true },
    ]);
  });

  test('aggregates', () => {
    expect(parseSelect('amount.sum()::text,count(),total:amount.avg(),count')).toMatchObject([
      { field: { name: 'amount' }, aggregate: 'sum', aggregateCast: 'text' },
      { field: { name: '*' }, aggregate: 'count' },
      { alias: 'total', aggregate: 'avg' },
      { field: { name: 'count' }, aggregate: undefined },
    ]);
  });

  test('quoted names keep what they hold', () => {
    expect(parseSelect('"column whitespace", id ')).toMatchObject([
      { field: { name: 'column whitespace' } },
      { field: { name: 'id' } },
    ]);
    expect(parseSelect('"a,b":"c:d"')).toMatchObject([{ alias: 'a,b', field: { name: 'c:d' } }]);
  });

  test('an empty select takes nothing', () => {
    expect(parseSelect('')).toEqual([]);
    expect(parseSelect('id,clients()')).toMatchObject([{}, { kind: 'embed', items: [] }]);
  });

  test('says where it stopped reading', () => {
    expect(failure(() => parseSelect('id,clients(name[])'))).toEqual({
      message: '"failed to parse select parameter (id,clients(name[]))" (line 1, column 16)',
      details:
        'unexpected "[" expecting letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input',
    });
  });

  test('depth and number are limited', () => {
    const deep = `${'a('.repeat(40)}id${')'.repeat(40)}`;
    expect(failure(() => parseSelect(deep)).message).toContain('levels of embedding');
    const wide = Array.from({ length: 100 }, (_, index) => `a${index}(id)`).join();
    expect(failure(() => parseSelect(wide)).message).toContain('embedded resources');
  });
});

describe('filters', () => {
  test('the value is no part of the shape', () => {
    const one = splitQuery('id=eq.1&select=id');
    const two = splitQuery('id=eq.2&select=id');
    expect(one.shape).toBe(two.shape);
    expect(two.values).toEqual(['2']);
    expect(splitQuery('id=is.null').shape).not.toBe(splitQuery('id=is.true').shape);
  });

  test.each([
    ['eq.1', 3],
    ['not.eq.1', 7],
    ['in.(1,2)', 3],
    ['is.null', 7],
    ['like(any).{a*}', 10],
    ['fts(english).cat', 13],
    ['eq(some).1', 0],
    ['noop.1', 0],
    ['5', 0],
    ['not.5', 0],
  ])('operator of %s', (value, end) => {
    expect(operatorEnd(value)).toBe(end);
  });

  test('on embedded resources and into JSON', () => {
    expect(parse('clients.name=not.ilike.*a*&data->>key=eq.1').conditions).toMatchObject([
      {
        path: ['clients'],
        value: { field: { name: 'name' }, negated: true, operation: { operator: 'ilike' } },
      },
      { path: [], value: { field: { name: 'data', path: [{ key: 'key', asText: true }] } } },
    ]);
  });

  test('an unknown operator is named', () => {
    expect(failure(() => parse('id=noop.1'))).toEqual({
      message: '"failed to parse filter (noop.1)" (line 1, column 1)',
      details: 'unexpected "n" expecting "not" or operator (eq, gt, ...)',
    });
  });

  test('without an operator it is an argument of a function', () => {
    expect(parse('id=5&name=eq.x', true)).toMatchObject({
      arguments: [{ name: 'id', value: { slot: 0 } }],
      conditions: [{ value: { field: { name: 'name' } } }],
    });
  });

  test('lists become array literals', () => {
    expect(listToArrayLiteral('(1,"a,b",c"d,\\e)', '')).toBe('{"1","a,b","c\\"d","\\\\e"}');
    expect(listToArrayLiteral('()', '')).toBe('{}');
    expect(failure(() => listToArrayLiteral('1,2', 'in.1,2')).details).toContain('expecting "("');
  });

  test('percent signs and plus signs', () => {
    expect(splitQuery('name=eq.a+b%2Bc').values).toEqual(['a b+c']);
    expect(splitQuery('name=like.%plan%25').values).toEqual(['%plan%']);
    expect(failure(() => splitQuery('name=eq.%E0%A4%A')).message).toContain('percent-encoded');
  });
});

describe('and, or', () => {
  test('nest and negate', () => {
    expect(parseLogic('or', '(a.eq.1,not.and(b.gt.2,c.in.(x,"y,z")),d.not.is.null)')).toMatchObject(
      {
        kind: 'or',
        negated: false,
        conditions: [
          { field: { name: 'a' }, operation: { value: { text: '1' } } },
          {
            kind: 'and',
            negated: true,
            conditions: [{}, { operation: { kind: 'in', value: { text: '{"x","y,z"}' } } }],
          },
          { negated: true, operation: { kind: 'is', value: 'null' } },
        ],
      },
    );
  });

  test('quoted values and arrays may hold commas', () => {
    expect(parseLogic('or', '(a.eq."1,2)",b.cs.{1,2})')).toMatchObject({
      conditions: [
        { operation: { value: { text: '1,2)' } } },
        { operation: { value: { text: '{1,2}' } } },
      ],
    });
  });

  test('of an embedded resource, negated', () => {
    expect(parse('clients.not.or=(a.eq.1)').conditions).toMatchObject([
      { path: ['clients'], value: { kind: 'or', negated: true } },
    ]);
  });

  test('refuses what it cannot read', () => {
    expect(failure(() => parseLogic('or', '()')).message).toContain(
      'failed to parse logic tree (())',
    );
    expect(failure(() => parseLogic('or', '(a.eq.1')).details).toContain('expecting "," or ")"');
    const deep = `(${'and('.repeat(30)}a.eq.1${')'.repeat(31)}`;
    expect(failure(() => parseLogic('or', deep)).message).toContain('levels of and/or');
  });
});

describe('order', () => {
  test('direction, nulls, related resource, JSON', () => {
    expect(parseOrder('a.desc.nullslast,clients(name).asc,data->x.nullsfirst')).toMatchObject([
      { field: { name: 'a' }, direction: 'desc', nulls: 'last' },
      { relation: 'clients', field: { name: 'name' }, direction: 'asc' },
      { field: { name: 'data', path: [{ key: 'x' }] }, nulls: 'first' },
    ]);
  });

  test('says what it would take', () => {
    expect(failure(() => parseOrder('id.asc.nlsfst')).details).toBe(
      'unexpected "n" expecting "nullsfirst" or "nullslast"',
    );
    expect(failure(() => parseOrder('id.descc')).details).toBe(
      'unexpected "c" expecting delimiter (.), "," or end of input',
    );
  });
});
