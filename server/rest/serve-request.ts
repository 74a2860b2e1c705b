import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../auth/authenticate.ts';
import { distinctAddress } from '../auth/http/request-origin.ts';
import type { Cancellation } from '../concurrency/cancellation.ts';
import { PostgresError } from '../database/postgres-error.ts';
import { Departure } from '../http/departure.ts';
import { holdRefusal } from '../http/hold-refusal.ts';
import { HttpError } from '../http/http-error.ts';
import type { QualifiedName } from './catalog/api-settings.ts';
import type { Catalog } from './catalog/catalog.ts';
import { identify } from './identify.ts';
import { buildRequest } from './query/build-request.ts';
import { queryOf } from './request/query-of-url.ts';
import { requestSettings } from './request/request-settings.ts';
import { type RestRequest, readRequest, type Target } from './request/rest-request.ts';
import { execute } from './respond/execute.ts';
import { fromPostgres } from './respond/postgres-failure.ts';
import type { RestResponse } from './respond/rest-response.ts';
import type { RestContext } from './rest-context.ts';
import { RestError, unacceptableMediaType } from './rest-error.ts';
import { qualified } from './sql/sql-text.ts';

/** Nobody reads this answer; the number is for the log. */
const clientClosedRequest = 499;
const tooLarge = 413;
const smallBytes = 4_096;

/** Nothing of that name: perhaps it is new, or was there a moment ago. */
const mayBeStale: ReadonlySet<string> = new Set([
  'PGRST200',
  'PGRST202',
  'PGRST204',
  'PGRST205',
  '42P01',
  '42703',
]);

/** A request for rows or to a function: who asks, what for, the answer. */
export async function serveRequest(
  context: RestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  target: Target,
) {
  const { query, apiKey } = queryOf(request.url);
  const known = identify(context.authenticator, request.headers, apiKey);
  const identity = known instanceof Promise ? await known : known;
  const gone = new Departure(reply.raw);
  try {
    return send(reply, await answer(context, request, { target, query, identity, gone }));
  } catch (error) {
    if (gone.aborted) throw new HttpError(clientClosedRequest, '');
    const failure =
      error instanceof PostgresError ? fromPostgres(error, identity.role === 'anon') : error;
    if (failure instanceof RestError && mayBeStale.has(failure.body.code)) context.catalogs.doubt();
    if (failure instanceof RestError && failure.status === tooLarge) {
      await holdRefusal(identity.claims.sub ?? distinctAddress(request.ip));
    }
    throw failure;
  }
}

interface Asked {
  readonly target: Target;
  readonly query: string;
  readonly identity: Identity;
  readonly gone: Cancellation;
}

function answer(
  { database, catalogs, queries }: RestContext,
  request: FastifyRequest,
  { target, query, identity, gone }: Asked,
): Promise<RestResponse> {
  const catalog = catalogs.current;
  const { schemas, maxRows } = catalog;
  const { method, headers } = request;
  const body = request.body as Buffer | undefined;
  const raw = { method, target, query, headers, body };
  const read = readRequest(raw, schemas, catalog.allowsTxOverride);
  refuseExplain(read, identity, catalog);
  const requestQuery = buildRequest(read, { catalog, cache: queries });
  return execute({
    requests: database.requests,
    caller: identity.caller,
    request: read,
    requestQuery,
    settings: requestSettings(request, read, requestQuery.query, catalog),
    asksOnce: catalog.asksOnce,
    first: preRequestSql(catalog.preRequest),
    address: identity.claims.sub === undefined ? distinctAddress(request.ip) : undefined,
    uses: usesOf(identity, read, requestQuery.query.embeds),
    signal: gone,
    maxRows,
    profile: schemas.length > 1 ? read.schema : undefined,
  });
}

/** Refuses by raising; what it returns is not read. */
const preRequestSql = (name: QualifiedName | undefined) =>
  name && `select ${qualified(name.schema, name.name)}()`;

/** The tables and functions that a token needs scopes for; nobody else is asked. */
function usesOf(
  { caller }: Identity,
  { method, target }: RestRequest,
  embeds: readonly string[],
): string | undefined {
  if (caller.tokenId === undefined) return undefined;
  const writes = target.kind === 'table' && method !== 'GET' && method !== 'HEAD';
  return JSON.stringify([
    { ...target, writes },
    ...embeds.map((name) => ({ kind: 'table', name, writes: false })),
  ]);
}

/** A plan tells about rows the caller may not see, so by default only those who see all may ask. */
function refuseExplain(request: RestRequest, identity: Identity, catalog: Catalog): void {
  const { explain, contentType } = request.representation;
  if (explain === undefined || catalog.showsExplain || identity.role === 'service_role') return;
  throw unacceptableMediaType([contentType.split(';', 1)[0] ?? contentType]);
}

function send(reply: FastifyReply, { status, headers, body }: RestResponse) {
  reply.code(status).headers(headers);
  if (body === undefined) return reply.send();
  return reply.send(isSmallJson(headers, body) ? body.toString() : body);
}

/** As text it leaves in one write with the headers, which is cheaper than two as long as it is small. */
function isSmallJson(
  headers: RestResponse['headers'],
  body: NonNullable<RestResponse['body']>,
): body is Buffer {
  return (
    Buffer.isBuffer(body) &&
    body.length <= smallBytes &&
    String(headers['content-type']).startsWith('application/json')
  );
}
