import type { FastifyReply, FastifyRequest } from 'fastify';
import { identify } from '../identify.ts';
import { queryOf } from '../request/query-of-url.ts';
import { readRequest } from '../request/rest-request.ts';
import type { RestContext } from '../rest-context.ts';
import { unacceptableMediaType } from '../rest-error.ts';
import { openApiDocument } from './openapi-document.ts';

/** What the caller may do, as an OpenAPI document. */
export async function describeSchema(
  { config, database, authenticator, catalogs }: RestContext,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { apiKey } = queryOf(request.url);
  const identity = await identify(authenticator, request.headers, apiKey);
  const accept = request.headers.accept ?? '*/*';
  if (!/json|\*\/\*/.test(accept)) throw unacceptableMediaType([accept]);
  const catalog = catalogs.current;
  const document = await openApiDocument({
    catalog,
    schema: schemaOf(request, catalog.schemas),
    requests: database.requests,
    caller: identity.caller,
    url: `${config.siteUrl}/rest/v1`,
  });
  return reply.header('content-type', 'application/openapi+json; charset=utf-8').send(document);
}

function schemaOf({ headers }: FastifyRequest, schemas: readonly string[]): string {
  const asked = headers['accept-profile'];
  return readRequest(
    {
      method: 'GET',
      target: { kind: 'table', name: '' },
      query: '',
      headers: asked === undefined ? {} : { 'accept-profile': asked },
      body: undefined,
    },
    schemas,
  ).schema;
}
