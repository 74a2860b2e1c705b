import { RestError, tooComplex } from '../rest-error.ts';
import { limits } from './limits.ts';
import { comparisonOperators, fullTextOperators, quantifiableOperators } from './operators.ts';

/** One `key=value`, with the part of the value that may vary between requests cut off. */
export interface QueryPart {
  readonly kind:
    | 'select'
    | 'columns'
    | 'onConflict'
    | 'order'
    | 'limit'
    | 'offset'
    | 'logic'
    | 'filter';
  readonly key: string;
  /** What belongs to the shape: all of it for `select`, the operator for a filter. */
  readonly fixed: string;
  /** Index into `values`, or -1 when nothing varies. */
  readonly slot: number;
}

/**
 * A query string taken apart far enough to know its shape. Two requests of one shape differ only in
 * their values, so they share a query, a statement text and PostgreSQL's prepared statement.
 */
export interface SplitQuery {
  readonly shape: string;
  readonly parts: readonly QueryPart[];
  readonly values: readonly string[];
}

const empty: SplitQuery = { shape: '', parts: [], values: [] };

export function splitQuery(raw: string): SplitQuery {
  if (raw === '') return empty;
  if (raw.length > limits.queryLength) {
    throw new RestError(414, 'PGRST100', 'The query string is too long', null);
  }
  const parts: QueryPart[] = [];
  const values: string[] = [];
  let shape = '';
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const separator = pair.indexOf('=');
    if (separator < 0) continue;
    const part = toPart(
      decode(pair.slice(0, separator)),
      decode(pair.slice(separator + 1)),
      values,
    );
    if (part === undefined) continue;
    parts.push(part);
    if (parts.length > limits.parameters) throw tooComplex('parameters', limits.parameters);
    // NUL cannot occur in a name PostgreSQL knows, so it separates without ambiguity.
    shape += `${part.kind}\0${part.key}\0${part.fixed}\0`;
  }
  return { shape, parts, values };
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    // A bare percent sign stands for itself, as in `like.%plan%`: PostgREST takes it so.
    return decodeURIComponent(spaced.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    throw new RestError(400, 'PGRST100', 'The query string is not valid percent-encoded UTF-8');
  }
}

function toPart(key: string, value: string, values: string[]): QueryPart | undefined {
  switch (key) {
    case 'select':
      return { kind: 'select', key, fixed: value, slot: -1 };
    case 'columns':
      return { kind: 'columns', key, fixed: value, slot: -1 };
    case 'on_conflict':
      return { kind: 'onConflict', key, fixed: value, slot: -1 };
    // Where a browser may not send headers, the gateway takes the key from here.
    case 'apikey':
      return undefined;
  }
  switch (key.slice(key.lastIndexOf('.') + 1)) {
    case 'order':
      return value === '' ? undefined : { kind: 'order', key, fixed: value, slot: -1 };
    case 'limit':
      return value === '' ? undefined : varying('limit', key, '', value, values);
    case 'offset':
      return value === '' ? undefined : varying('offset', key, '', value, values);
    case 'and':
    case 'or':
      return { kind: 'logic', key, fixed: value, slot: -1 };
  }
  const end = operatorEnd(value);
  return varying('filter', key, value.slice(0, end), value.slice(end), values);
}

function varying(
  kind: QueryPart['kind'],
  key: string,
  fixed: string,
  value: string,
  values: string[],
): QueryPart {
  values.push(value);
  return { kind, key, fixed, slot: values.length - 1 };
}

/**
 * Where the operator of `not.eq.5` ends and the value begins; 0 when there is no operator. The value
 * of `is` counts as part of the operator, for it is a keyword of the statement.
 */
export function operatorEnd(value: string): number {
  let start = value.startsWith('not.') ? 4 : 0;
  const nameStart = start;
  while (start < value.length && isLowerCase(value.charCodeAt(start))) start++;
  const name = value.slice(nameStart, start);
  const next = value[start];
  if (next === '.') {
    if (name === 'is') return value.length;
    return name === 'in' || name === 'isdistinct' || isOperator(name) ? start + 1 : 0;
  }
  if (next !== '(') return 0;
  const close = value.indexOf(').', start);
  if (close < 0) return 0;
  const argument = value.slice(start + 1, close);
  if (fullTextOperators.has(name)) return /^[\p{L}\p{Nd}_ $]+$/u.test(argument) ? close + 2 : 0;
  if (quantifiableOperators.has(name)) {
    return argument === 'any' || argument === 'all' ? close + 2 : 0;
  }
  return 0;
}

const isLowerCase = (code: number) => code >= 97 && code <= 122;
const isOperator = (name: string) => comparisonOperators.has(name) || fullTextOperators.has(name);
