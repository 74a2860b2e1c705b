import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator, Identity } from '../auth/authenticate.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { PostgresError } from '../database/postgres-error.ts';
import { HttpError } from '../http/http-error.ts';
import type { Logger } from '../http/log.ts';
import type { Catalog } from './catalog/catalog.ts';
import { CatalogCache } from './catalog/catalog-cache.ts';
import { identify } from './identify.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import { buildRequest, requireTable } from './query/build-request.ts';
import { QueryCache } from './query/query-cache.ts';
import { requestSettings } from './request/request-settings.ts';
import { type RestRequest, readRequest, type Target } from './request/rest-request.ts';
import { execute } from './respond/execute.ts';
import { fromPostgres } from './respond/postgres-failure.ts';
import type { RestResponse } from './respond/rest-response.ts';
import { RestError, unacceptableMediaType } from './rest-error.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly log: Logger;
}

/** PostgREST's contract in front of the database, with the caller's rights. */
export async function restApi(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { config, database, authenticator, log } = dependencies;
  const { schemas, maxRows } = config.project;
  const catalogs = new CatalogCache({
    sql: database.sql,
    schemas,
    onFailure: (error) => log.error({ err: error }, 'the schema could not be read'),
  });
  await catalogs.start();
  app.addHook('onClose', () => catalogs.stop());
  const queries = new QueryCache();
  const hasProfiles = schemas.length > 1;

  // The body stays as it is: PostgreSQL reads it.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  async function serve(request: FastifyRequest, reply: FastifyReply, target: Target) {
    const { query, apiKey } = queryOf(request.url);
    const known = identify(authenticator, request.headers, apiKey);
    const identity = known instanceof Promise ? await known : known;
    const gone = disconnected(reply);
    try {
      const catalog = catalogs.current;
      const read = readRequest(
        {
          method: request.method,
          target,
          query,
          headers: request.headers,
          body: request.body as Buffer | undefined,
        },
        schemas,
      );
      refuseExplain(read, identity, catalog);
      const requestQuery = buildRequest(read, { catalog, cache: queries, maxRows });
      const response = await execute({
        requests: database.requests,
        caller: identity.caller,
        request: read,
        requestQuery,
        settings: requestSettings(request, read, requestQuery.query.readOnly, catalog),
        signal: gone,
        maxRows,
        profile: hasProfiles ? read.schema : undefined,
      });
      return send(reply, response);
    } catch (error) {
      if (gone.aborted) throw new HttpError(clientClosedRequest, '');
      const failure =
        error instanceof PostgresError ? fromPostgres(error, identity.role === 'anon') : error;
      if (failure instanceof RestError && mayBeStale.has(failure.body.code)) catalogs.doubt();
      throw failure;
    }
  }

  async function describe(request: FastifyRequest, reply: FastifyReply) {
    const { apiKey } = queryOf(request.url);
    const identity = await identify(authenticator, request.headers, apiKey);
    const accept = request.headers.accept ?? '*/*';
    if (!/json|\*\/\*/.test(accept)) throw unacceptableMediaType([accept]);
    const asked = request.headers['accept-profile'];
    const schema = readRequest(
      {
        method: 'GET',
        target: { kind: 'table', name: '' },
        query: '',
        headers: asked === undefined ? {} : { 'accept-profile': asked },
        body: undefined,
      },
      schemas,
    ).schema;
    const document = await openApiDocument({
      catalog: catalogs.current,
      schema,
      requests: database.requests,
      caller: identity.caller,
      url: `${config.siteUrl}/rest/v1`,
    });
    return reply
      .header('content-type', 'application/openapi+json; charset=utf-8')
      .send(JSON.stringify(document));
  }

  function allow(target: Target): string {
    const catalog = catalogs.current;
    if (target.kind === 'function') return 'OPTIONS,GET,HEAD,POST';
    const table = requireTable(catalog, schemas[0] ?? 'public', target.name);
    const writable = [
      table.insertable ? 'POST' : '',
      table.insertable && table.updatable && table.primaryKey.length > 0 ? 'PUT' : '',
      table.updatable ? 'PATCH' : '',
      table.deletable ? 'DELETE' : '',
    ];
    return ['OPTIONS', 'GET', 'HEAD', ...writable.filter((method) => method !== '')].join();
  }

  const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'];
  app.route<{ Params: { name: string } }>({
    method: methods,
    url: '/rpc/:name',
    handler: (request, reply) =>
      serve(request, reply, { kind: 'function', name: request.params.name }),
  });
  app.route<{ Params: { name: string } }>({
    method: methods,
    url: '/:name',
    handler: (request, reply) =>
      serve(request, reply, { kind: 'table', name: request.params.name }),
  });
  app.options<{ Params: { name: string } }>('/:name', (request, reply) =>
    reply.header('allow', allow({ kind: 'table', name: request.params.name })).send(),
  );
  app.options<{ Params: { name: string } }>('/rpc/:name', (request, reply) =>
    reply.header('allow', allow({ kind: 'function', name: request.params.name })).send(),
  );
  app.route({ method: ['GET', 'HEAD'], url: '/', handler: describe });
  app.all('/*', () => {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
  });
}

/** Nobody reads this answer; the number is for the log. */
const clientClosedRequest = 499;

/** Nothing of that name: perhaps it is new, or was there a moment ago. */
const mayBeStale: ReadonlySet<string> = new Set([
  'PGRST200',
  'PGRST202',
  'PGRST204',
  'PGRST205',
  '42P01',
  '42703',
]);

/** The query without an `apikey`, which is for the gateway and names no column. */
function queryOf(url: string): { readonly query: string; readonly apiKey: string | undefined } {
  const start = url.indexOf('?');
  if (start < 0) return { query: '', apiKey: undefined };
  const end = url.indexOf('#', start);
  const query = end < 0 ? url.slice(start + 1) : url.slice(start + 1, end);
  if (!query.includes('apikey=')) return { query, apiKey: undefined };
  const parts = query.split('&');
  const key = parts.find((part) => part.startsWith('apikey='))?.slice('apikey='.length);
  return {
    query: parts.filter((part) => !part.startsWith('apikey=')).join('&'),
    apiKey: key === undefined ? undefined : decode(key),
  };
}

function decode(text: string): string {
  return new URLSearchParams(`key=${text}`).get('key') ?? '';
}

/** A plan tells about rows the caller may not see, so by default only those who see all may ask. */
function refuseExplain(request: RestRequest, identity: Identity, catalog: Catalog): void {
  const { explain, contentType } = request.representation;
  if (explain === undefined || catalog.showsExplain || identity.role === 'service_role') return;
  throw unacceptableMediaType([contentType.split(';', 1)[0] ?? contentType]);
}

/** Aborts when the client goes away before it was answered. */
function disconnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

function send(reply: FastifyReply, { status, headers, body }: RestResponse) {
  reply.code(status).headers(headers);
  return body === undefined ? reply.send() : reply.send(body);
}
