import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiTokens } from '../auth/api-tokens/api-tokens.ts';
import type { Authenticator } from '../auth/authenticate.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../http/log.ts';
import { siteUrlOf } from '../http/site-url.ts';
import type { Keys } from '../keys/keys.ts';
import { identify } from './identify.ts';
import { PeopleClient } from './people-client.ts';
import { readFilter } from './read-filter.ts';
import { readPatch } from './read-patch.ts';
import { ScimError } from './scim-error.ts';
import { listOf, SERVICE_PROVIDER_CONFIG, USER_ATTRIBUTES, USER_TYPE } from './scim-schemas.ts';
import { fromScim, type Person, toScim } from './scim-user.ts';
import { type Selection, selectAttributes } from './select-attributes.ts';

interface Dependencies {
  readonly config: Config;
  readonly keys: Keys;
  readonly log: Logger;
  readonly tokens: ApiTokens;
  readonly authenticator: Authenticator;
}

interface UserRoute {
  readonly Params: { readonly id: string };
  readonly Querystring: Selection;
}

interface ListRoute {
  readonly Querystring: Selection & {
    readonly filter?: unknown;
    readonly startIndex?: unknown;
    readonly count?: unknown;
  };
}

const BODY_LIMIT_BYTES = 256 * 1024;
const MAX_PAGE = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** SCIM 2.0 for the directory of a company (Entra, Okta): adds people and closes their access, under `/scim/v2`. */
export async function scimApi(
  app: FastifyInstance,
  { config, keys, log, tokens, authenticator }: Dependencies,
): Promise<void> {
  const people = new PeopleClient(app, keys);
  const siteUrl = siteUrlOf(app, config);
  const base = () => `${siteUrl()}/scim/v2`;
  const shown = (person: Person, { query }: { query: Selection }) =>
    selectAttributes(toScim(person, base()), query);
  const described = (resource: object, resourceType: string, path: string) => ({
    ...resource,
    meta: { resourceType, location: `${base()}${path}` },
  });
  const userType = () => described(USER_TYPE, 'ResourceType', '/ResourceTypes/User');
  const userSchema = () => described(USER_ATTRIBUTES, 'Schema', `/Schemas/${USER_ATTRIBUTES.id}`);

  app.removeAllContentTypeParsers();
  // Clients send application/scim+json, application/json, or nothing that says what it is.
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('content-type', 'application/scim+json; charset=utf-8');
    void reply.header('cache-control', 'no-store');
  });
  // Before anything of the request is read. What the caller may do, the API says that is asked in turn.
  app.addHook('onRequest', (request) => identify({ tokens, authenticator, keys }, request));
  app.setErrorHandler((error, request, reply) => refuse(log, error, request, reply));

  app.get('/ServiceProviderConfig', async () =>
    described(SERVICE_PROVIDER_CONFIG, 'ServiceProviderConfig', '/ServiceProviderConfig'),
  );
  app.get('/ResourceTypes', async () => listOf([userType()]));
  app.get('/ResourceTypes/User', async () => userType());
  app.get('/Schemas', async () => listOf([userSchema()]));
  app.get(`/Schemas/${USER_ATTRIBUTES.id}`, async () => userSchema());
  // There are no groups; Entra asks all the same.
  app.get('/Groups', async () => listOf([]));

  app.get<ListRoute>('/Users', async (request) => {
    const { filter, startIndex, count } = request.query;
    const start = Math.max(1, numberOf(startIndex, 1));
    const limit = Math.min(MAX_PAGE, Math.max(0, numberOf(count, 100)));
    const wanted = { ...readFilter(filter), offset: start - 1, limit };
    const found = await people.find(request, wanted);
    return listOf(
      found.people.map((person) => shown(person, request)),
      { total: found.total, startIndex: start },
    );
  });

  app.post<{ Querystring: Selection }>('/Users', async (request, reply) => {
    const person = await people.save(request, null, fromScim(bodyOf(request)));
    void reply.header('location', `${base()}/Users/${person.id}`);
    return reply.status(201).send(shown(person, request));
  });

  app.get<UserRoute>('/Users/:id', async (request) => {
    const { people: found } = await people.find(request, { id: idOf(request) });
    if (!found[0]) throw new ScimError(404, 'This person is not in your company.');
    return shown(found[0], request);
  });

  app.put<UserRoute>('/Users/:id', async (request) =>
    shown(await people.save(request, idOf(request), fromScim(bodyOf(request))), request),
  );

  app.patch<UserRoute>('/Users/:id', async (request) =>
    shown(await people.save(request, idOf(request), readPatch(bodyOf(request))), request),
  );

  // Their time stays: access ends, nothing is deleted.
  app.delete<UserRoute>('/Users/:id', async (request, reply) => {
    await people.save(request, idOf(request), { active: false });
    return reply.status(204).send();
  });

  for (const path of ['/Me', '/Bulk', '/.search', '/Users/.search']) {
    app.all(path, async () => {
      throw new ScimError(501, 'This is not supported');
    });
  }
  app.all('/*', async () => {
    throw new ScimError(404, 'There is no such resource');
  });
}

function refuse(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  const refusal =
    error instanceof ScimError
      ? error
      : new ScimError(status, status < 500 ? 'The request cannot be read' : 'Unexpected failure');
  if (refusal.status === 500) log.error({ requestId: request.id, err: error }, 'scim failed');
  if (refusal.status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply.status(refusal.status).send(refusal.toJSON());
}

function bodyOf(request: FastifyRequest): unknown {
  try {
    return JSON.parse(String(request.body));
  } catch {
    throw new ScimError(400, 'The body is no JSON', 'invalidSyntax');
  }
}

function idOf(request: FastifyRequest<UserRoute>): string {
  const { id } = request.params;
  if (UUID.test(id)) return id;
  throw new ScimError(404, 'This person is not in your company.');
}

function numberOf(value: unknown, fallback: number): number {
  const number = Number(value);
  return value !== undefined && Number.isInteger(number) ? number : fallback;
}
