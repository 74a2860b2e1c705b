import { minSimilarityOfNames, nearestName } from '../../nearest-name.ts';
import type { Catalog, Table } from '../catalog/catalog.ts';
import { callBody, type RequestBody, writeBody } from '../request/body.ts';
import { parseQuery } from '../request/parse-query.ts';
import type { RestRequest } from '../request/rest-request.ts';
import { RestError } from '../rest-error.ts';
import { buildCall } from './build-call.ts';
import { buildDelete, buildInsert, buildPut, buildUpdate } from './build-mutation.ts';
import { buildRead } from './build-read.ts';
import type { Query } from './query.ts';
import type { QueryCache } from './query-cache.ts';
import type { QueryContext } from './query-context.ts';

export interface RequestQuery {
  readonly query: Query;
  readonly body: string | undefined;
  /** Rows the answer may have at most, after `limit`, `Range` and the most allowed. */
  readonly limit: number;
}

interface Options {
  readonly catalog: Catalog;
  readonly cache: QueryCache;
}

/** The query for a request, made once for its shape. */
export function buildRequest(request: RestRequest, options: Options): RequestQuery {
  const { catalog, cache } = options;
  const { maxRows } = catalog;
  const limit = Math.min(request.range.limit ?? maxRows, maxRows);
  const body = readBody(request);
  const key = cacheKey(request, limit, body);
  let query = cache.get(key, catalog.version);
  if (query === undefined) {
    query = buildQuery(request, contextOf(request, options, limit), body);
    cache.set(key, query);
  }
  return { query, body: body?.text, limit };
}

function contextOf(request: RestRequest, { catalog }: Options, limit: number): QueryContext {
  return {
    catalog,
    maxRows: catalog.maxRows,
    limit,
    hasOffset: request.range.offset > 0,
    preferences: request.preferences,
    representation: request.representation,
    headersOnly: request.method === 'HEAD',
  };
}

function readBody(request: RestRequest): RequestBody | undefined {
  const { method, target, payloadType, body, query } = request;
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return undefined;
  if (target.kind === 'function') return callBody(body, payloadType);
  return writeBody(
    body,
    payloadType,
    query.parts.some((part) => part.kind === 'columns'),
  );
}

const numbers = new WeakMap<object, number>();
let nextNumber = 1;

/** Preferences and representations are kept by their header, so a number stands for each. */
function numberOf(value: object): number {
  let number = numbers.get(value);
  if (number === undefined) {
    number = nextNumber++;
    numbers.set(value, number);
  }
  return number;
}

function cacheKey(request: RestRequest, limit: number, body: RequestBody | undefined): string {
  const { method, target, schema, preferences, representation, range, query } = request;
  const keys =
    body === undefined ? '' : `${body.keys.isArray ? '[' : '{'}${JSON.stringify(body.keys.keys)}`;
  return `${method} ${target.kind} ${schema}\0${target.name}\0${numberOf(preferences)} ${numberOf(representation)} ${limit} ${range.offset > 0} ${request.payloadType}\0${query.shape}\0${keys}`;
}

function buildQuery(
  request: RestRequest,
  context: QueryContext,
  body: RequestBody | undefined,
): Query {
  const { target, schema, method, query } = request;
  const keys = body?.keys ?? { isArray: false, keys: [] };
  if (target.kind === 'function') {
    const isGet = method !== 'POST';
    const payload = isGet ? undefined : { type: request.payloadType, body: keys };
    return buildCall(context, { schema, name: target.name, payload }, parseQuery(query, true));
  }
  const table = requireTable(context.catalog, schema, target.name);
  const ast = parseQuery(query, false);
  switch (method) {
    case 'POST':
      return buildInsert(context, table, ast, keys);
    case 'PATCH':
      return buildUpdate(context, table, ast, keys);
    case 'PUT':
      return buildPut(context, table, ast, keys);
    case 'DELETE':
      return buildDelete(context, table, ast);
    default:
      return buildRead(context, table, ast);
  }
}

export function requireTable(catalog: Catalog, schema: string, name: string): Table {
  const table = catalog.table(schema, name);
  if (table !== undefined) return table;
  const near = nearestName(name, catalog.tables(schema).keys(), minSimilarityOfNames);
  throw new RestError(
    404,
    'PGRST205',
    `Could not find the table '${schema}.${name}' in the schema cache`,
    null,
    near === undefined ? null : `Perhaps you meant the table '${schema}.${near}'`,
  );
}
