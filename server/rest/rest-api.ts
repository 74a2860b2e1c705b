import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import { CatalogCache } from './catalog/catalog-cache.ts';
import { describeSchema } from './openapi/describe-schema.ts';
import { openApiRoute } from './openapi/openapi-route.ts';
import { requireTable } from './query/build-request.ts';
import { QueryCache } from './query/query-cache.ts';
import { refuseLargeBodies } from './refuse-large-bodies.ts';
import type { Target } from './request/rest-request.ts';
import type { RestContext } from './rest-context.ts';
import { RestError } from './rest-error.ts';
import { serveRequest } from './serve-request.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly log: Logger;
  /** Where the description of the API is, beside it. */
  readonly root: FastifyInstance;
}

interface Named {
  readonly Params: { readonly name: string };
}

/** PostgREST's contract in front of the database, with the caller's rights. */
export async function restApi(
  app: FastifyInstance,
  { config, database, authenticator, log, root }: Dependencies,
): Promise<void> {
  const catalogs = new CatalogCache({
    sql: database.sql,
    file: config.project,
    onFailure: (error) => log.error({ err: error }, 'the schema could not be read'),
    onIgnored: (settings) =>
      log.warn(`The database sets what this server does not have: ${settings.join(', ')}.`),
  });
  await catalogs.start();
  app.addHook('onClose', () => catalogs.stop());
  refuseLargeBodies(app, authenticator);
  // The body stays as it is: PostgreSQL reads it.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const context = { config, database, authenticator, catalogs, queries: new QueryCache() };
  openApiRoute(root, context);
  addRoutes(app, context, '/rpc/:name', 'function');
  addRoutes(app, context, '/:name', 'table');
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: (request, reply) => describeSchema(context, request, reply),
  });
  app.all('/*', () => {
    throw new RestError(404, 'PGRST125', 'Invalid path specified in request URL');
  });
}

function addRoutes(
  app: FastifyInstance,
  context: RestContext,
  url: string,
  kind: Target['kind'],
): void {
  app.route<Named>({
    method: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    url,
    handler: (request, reply) =>
      serveRequest(context, request, reply, { kind, name: request.params.name }),
  });
  app.options<Named>(url, (request, reply) =>
    reply.header('allow', allowed(context, { kind, name: request.params.name })).send(),
  );
}

function allowed({ catalogs }: RestContext, target: Target): string {
  const catalog = catalogs.current;
  if (target.kind === 'function') return 'OPTIONS,GET,HEAD,POST';
  const table = requireTable(catalog, catalog.schemas[0] ?? 'public', target.name);
  const writable = [
    table.insertable ? 'POST' : '',
    table.insertable && table.updatable && table.primaryKey.length > 0 ? 'PUT' : '',
    table.updatable ? 'PATCH' : '',
    table.deletable ? 'DELETE' : '',
  ];
  return ['OPTIONS', 'GET', 'HEAD', ...writable.filter((method) => method !== '')].join();
}
