import type { Readable } from 'node:stream';
import type { Query, ResultColumn } from '../query/query.ts';
import { type Preferences, preferenceApplied } from '../request/preferences.ts';
import type { RestRequest } from '../request/rest-request.ts';
import { notSingular, RestError, rangeOutOfBounds } from '../rest-error.ts';
import { contentRange, rangeStatus } from './content-range.ts';

export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer | string | Readable | undefined;
}

/** What the statements gave, named. */
export interface Outcome {
  readonly body: Buffer | undefined;
  /** Rows in the answer, or rows changed. */
  readonly count: number;
  /** Rows there are, when that was asked for. */
  readonly total: number | undefined;
  readonly inserted: number | undefined;
  readonly location: string | undefined;
  readonly headers: string | undefined;
  readonly status: string | undefined;
}

const meaningful: Readonly<Record<Query['kind'], ReadonlySet<keyof Preferences>>> = {
  read: new Set(['count', 'tx', 'handling', 'timezone']),
  call: new Set(['count', 'tx', 'handling', 'timezone', 'maxAffected']),
  insert: new Set(['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone']),
  update: new Set(['missing', 'return', 'count', 'tx', 'handling', 'timezone', 'maxAffected']),
  put: new Set(['return', 'count', 'tx', 'handling', 'timezone']),
  delete: new Set(['return', 'count', 'tx', 'handling', 'timezone', 'maxAffected']),
};

/** Status, headers and body of an answer whose statements have run. */
export function respond(
  request: RestRequest,
  query: Query,
  outcome: Outcome,
  profile: string | undefined,
): RestResponse {
  const headers: Record<string, string> = {};
  const status = statusAndRange(request, query, outcome, headers);
  // HEAD says what GET would have sent.
  const isHead = request.method === 'HEAD' && !query.returnsVoid;
  if (query.hasBody || isHead) headers['content-type'] = query.representation.contentType;
  if (profile !== undefined) headers['content-profile'] = profile;
  const applied = preferenceApplied(request.preferences, meaningful[query.kind]);
  if (applied !== undefined) headers['preference-applied'] = applied;
  if (outcome.location !== undefined) {
    headers['location'] = locationOf(request.target.name, query.keyColumns, outcome.location);
  }
  return {
    status: overrideStatus(outcome, status),
    headers: overrideHeaders(outcome, headers),
    body: query.hasBody ? (outcome.body ?? '') : undefined,
  };
}

function statusAndRange(
  request: RestRequest,
  query: Query,
  outcome: Outcome,
  headers: Record<string, string>,
): number {
  const { count } = outcome;
  const { preferences } = request;
  const changed = preferences.count === undefined ? undefined : count;
  switch (query.kind) {
    case 'read':
    case 'call':
      return readStatus(request, query, outcome, headers);
    case 'insert':
      headers['content-range'] = contentRange(0, 0, changed);
      return preferences.resolution === 'merge-duplicates' &&
        (outcome.inserted === 0 || count === 0)
        ? 200
        : 201;
    case 'put':
      return query.hasBody ? ((outcome.inserted ?? 0) > 0 ? 201 : 200) : 204;
    case 'update':
      headers['content-range'] = contentRange(0, count, changed);
      return query.hasBody ? 200 : 204;
    case 'delete':
      headers['content-range'] = contentRange(0, 0, changed);
      return query.hasBody ? 200 : 204;
  }
}

function readStatus(
  request: RestRequest,
  query: Query,
  { count, total }: Outcome,
  headers: Record<string, string>,
): number {
  if (query.isSingular && count !== 1) throw notSingular(count);
  const { offset } = request.range;
  const status = rangeStatus(offset, count, total);
  if (status === 416) throw rangeOutOfBounds(offset, total ?? 0);
  headers['content-range'] = contentRange(offset, count, total);
  return query.returnsVoid ? 204 : status;
}

/** `["5",null]` for the key `(a, b)` → `/table?a=eq.5&b=is.null` */
function locationOf(table: string, keys: readonly string[], values: string): string {
  const found = JSON.parse(values) as (string | null)[];
  const query = keys.map((key, index) => {
    const value = found[index] ?? null;
    return `${encodeURIComponent(key)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`;
  });
  return `/${encodeURIComponent(table)}?${query.join('&')}`;
}

/** A function may set the status and headers of its own answer. */
function overrideStatus(outcome: Outcome, status: number): number {
  if (outcome.status === undefined) return status;
  const chosen = Number(outcome.status);
  if (Number.isInteger(chosen) && chosen >= 200 && chosen <= 599) return chosen;
  throw new RestError(500, 'PGRST112', 'response.status guc must be a valid status code');
}

function overrideHeaders(
  outcome: Outcome,
  headers: Record<string, string>,
): RestResponse['headers'] {
  if (outcome.headers === undefined) return headers;
  const cookies: string[] = [];
  for (const [name, value] of parseHeaders(outcome.headers)) {
    if (name.toLowerCase() === 'set-cookie') cookies.push(value);
    else headers[name.toLowerCase()] = value;
  }
  // The one header of which an answer may have several.
  return cookies.length === 0 ? headers : { ...headers, 'set-cookie': cookies };
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function parseHeaders(text: string): [string, string][] {
  try {
    const list: unknown = JSON.parse(text);
    if (!Array.isArray(list)) throw new TypeError('not a list');
    return list.map((entry) => {
      const [pair, ...others] = Object.entries(entry as object);
      if (pair === undefined || others.length > 0 || typeof pair[1] !== 'string') {
        throw new TypeError('not one key with a string');
      }
      if (!token.test(pair[0]) || /[\r\n\0]/.test(pair[1])) throw new TypeError('not a header');
      return [pair[0], pair[1]];
    });
  } catch (cause) {
    const error = new RestError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    );
    error.cause = cause;
    throw error;
  }
}

const columnText = (value: Buffer | null | undefined) =>
  value === null || value === undefined ? undefined : value.toString('utf8');

/** Names the columns of a result; the last statement to give one wins. */
export function readOutcome(
  results: readonly {
    readonly columns: readonly ResultColumn[];
    readonly row: readonly (Buffer | null)[] | undefined;
  }[],
  changedRows: number,
): Outcome {
  const found: Partial<Record<ResultColumn, Buffer | null>> = {};
  for (const { columns, row } of results) {
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index];
      if (column !== undefined) found[column] = row?.[index] ?? null;
    }
  }
  const number = (column: ResultColumn) => {
    const text = columnText(found[column]);
    return text === undefined ? undefined : Number(text);
  };
  return {
    body: found.body ?? undefined,
    count: number('count') ?? changedRows,
    total: number('total'),
    inserted: number('inserted'),
    location: columnText(found.location),
    headers: columnText(found.headers),
    status: columnText(found.status),
  };
}
