import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AuthenticationError, type Identity } from '../auth/authenticate.ts';
import { HttpError } from '../http/http-error.ts';
import { sendBroadcast } from './channels/broadcast.ts';
import { askChannelPolicies } from './channels/channel-policies.ts';
import type { Hub } from './hub.ts';
import { isRecord } from './protocol/is-record.ts';

const LARGEST_BODY_BYTES = 1024 * 1024;
const MAX_MESSAGES = 100;

interface HttpMessage {
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
  readonly private: boolean;
}

/** Broadcasts without a socket: several at once, or one named by its path. */
export async function broadcastRoutes(app: FastifyInstance, { hub }: { readonly hub: Hub }) {
  const bytes = { parseAs: 'buffer', bodyLimit: LARGEST_BODY_BYTES } as const;
  app.addContentTypeParser('application/octet-stream', bytes, (_request, body, done) =>
    done(null, body),
  );

  app.post('/api/broadcast', { bodyLimit: LARGEST_BODY_BYTES }, async (request, reply) => {
    const identity = await authenticate(hub, request);
    for (const message of readMessages(request.body)) {
      // As upstream: a message that may not be sent is not heard, and nobody is told.
      if (await maySend(hub, identity, message)) send(hub, message);
    }
    return reply.code(202).send('');
  });

  app.post<{
    Params: { topic: string; event: string };
    Querystring: { private?: string };
  }>(
    '/api/broadcast/:topic/events/:event',
    { bodyLimit: LARGEST_BODY_BYTES },
    async (request, reply) => {
      const { topic, event } = request.params;
      const isPrivate = request.query.private === 'true';
      const identity = await authenticate(hub, request);
      const message = { topic, event, payload: request.body, private: isPrivate };
      if (!(await maySend(hub, identity, message))) {
        throw new HttpError(403, { message: 'You do not have permissions to write to this topic' });
      }
      send(hub, message);
      return reply.code(202).send('');
    },
  );
}

async function authenticate(hub: Hub, request: FastifyRequest): Promise<Identity> {
  try {
    return await hub.authenticator.authenticate(request.headers);
  } catch (cause) {
    if (!(cause instanceof AuthenticationError)) throw cause;
    throw new HttpError(401, { message: 'Unauthorized' }, { cause });
  }
}

async function maySend(hub: Hub, { caller }: Identity, message: HttpMessage): Promise<boolean> {
  if (!message.private) return true;
  if (!(await hub.catalog.includeRole(caller.role))) return false;
  const [allowed] = await askChannelPolicies(hub, 'write', message.topic, caller.role, [caller]);
  return allowed?.broadcast ?? false;
}

function send(hub: Hub, { topic, event, payload, private: isPrivate }: HttpMessage): void {
  sendBroadcast(hub, topic, isPrivate, { event, payload: payload ?? {} });
}

function readMessages(body: unknown): HttpMessage[] {
  const messages = isRecord(body) ? body['messages'] : undefined;
  if (!Array.isArray(messages)) throw invalid({ messages: ["can't be blank"] });
  if (messages.length > MAX_MESSAGES) throw invalid({ messages: ['are too many'] });
  return messages.map((message: unknown) => {
    const fields = isRecord(message) ? message : {};
    const { topic, event, payload } = fields;
    if (typeof topic !== 'string' || topic === '') throw invalid({ topic: ["can't be blank"] });
    if (typeof event !== 'string' || event === '') throw invalid({ event: ["can't be blank"] });
    if (payload === undefined) throw invalid({ payload: ["can't be blank"] });
    return { topic, event, payload, private: fields['private'] === true };
  });
}

function invalid(errors: Record<string, string[]>): HttpError {
  return new HttpError(422, { message: 'invalid', errors });
}
