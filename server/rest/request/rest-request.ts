import type { IncomingHttpHeaders } from 'node:http';
import { RestError, unknownSchema, unsupportedMethod } from '../rest-error.ts';
import { negotiate, type PayloadType, payloadType, type Representation } from './media-type.ts';
import { type Preferences, parsePreferences } from './preferences.ts';
import { allRows, intersect, parseLimit, parseOffset, parseRange, type RowRange } from './range.ts';
import { type SplitQuery, splitQuery } from './split-query.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** What a request brings, however it came in. */
export interface RawRequest {
  readonly method: string;
  readonly target: Target;
  /** Without the question mark, still encoded. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer | undefined;
}

export type Target =
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string };

/** A request read as far as its headers and the shape of its query go. */
export interface RestRequest {
  readonly method: Method;
  readonly target: Target;
  readonly schema: string;
  readonly query: SplitQuery;
  readonly range: RowRange;
  readonly preferences: Preferences;
  readonly representation: Representation;
  readonly payloadType: PayloadType;
  readonly body: Buffer;
}

const noBody = Buffer.alloc(0);
const tableMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PATCH',
  'PUT',
  'DELETE',
]);
const functionMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

export function readRequest(
  raw: RawRequest,
  schemas: readonly string[],
  allowsTx = false,
): RestRequest {
  const { headers, target } = raw;
  const method = readMethod(raw.method, target);
  const reads = method === 'GET' || method === 'HEAD';
  const query = splitQuery(raw.query);
  return {
    method,
    target,
    schema: readSchema(reads ? headers['accept-profile'] : headers['content-profile'], schemas),
    query,
    range: readRange(query, reads ? headers.range : undefined),
    preferences: parsePreferences(headers['prefer'], { isTimeZone, allowsTx }),
    representation: negotiate(headers.accept, target.kind === 'function'),
    payloadType: payloadType(headers['content-type']),
    body: raw.body ?? noBody,
  };
}

function readMethod(method: string, target: Target): Method {
  if (target.kind === 'table') {
    if (tableMethods.has(method)) return method as Method;
    throw unsupportedMethod(method);
  }
  if (functionMethods.has(method)) return method as Method;
  throw new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`);
}

function readSchema(asked: string | string[] | undefined, schemas: readonly string[]): string {
  const first = schemas[0] ?? 'public';
  if (asked === undefined) return first;
  const schema = String(asked);
  if (schemas.includes(schema)) return schema;
  throw unknownSchema(schema, schemas);
}

/** The root's rows: `limit` and `offset` of the query within the `Range` header. */
function readRange(query: SplitQuery, header: string | undefined): RowRange {
  let limit: number | undefined;
  let offset = 0;
  for (const part of query.parts) {
    if (part.key === 'limit') limit = parseLimit(query.values[part.slot] ?? '');
    else if (part.key === 'offset') offset = parseOffset(query.values[part.slot] ?? '');
  }
  const asked = limit === undefined && offset === 0 ? allRows : { limit, offset };
  return header === undefined ? asked : intersect(parseRange(header), asked);
}

const knownZones = new Map<string, boolean>();

function isTimeZone(name: string): boolean {
  const known = knownZones.get(name);
  if (known !== undefined) return known;
  let isKnown = true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    isKnown = false;
  }
  if (knownZones.size < 1_000) knownZones.set(name, isKnown);
  return isKnown;
}
