import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRateLimits, type RateLimit } from '../../auth/rate-limits.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { http2StreamOf } from '../../http/http2-request.ts';
import type { Logger } from '../../http/log.ts';
import { siteUrlOf } from '../../http/site-url.ts';
import { version } from '../../version.ts';
import { AccountingStore, accountingFunctions } from '../accounting-store.ts';
import { readMessage } from './read-message.ts';
import { desktopFunctions, SessionStore } from './session-store.ts';
import { readSoapCall, type SoapCall, writeSoapAnswer, writeSoapFault } from './soap.ts';
import { WebConnector } from './web-connector.ts';
import { writeWsdl } from './wsdl.ts';
import { XmlError } from './xml-reader.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly log: Logger;
}

/** Of one address: whoever guesses passwords is soon not heard any more. */
const WRONG_PASSWORDS = { capacity: 20, perSeconds: 600 };
/** Of one address; a session takes about one a second. */
const CALLS = { capacity: 1_200, perSeconds: 300 };

/** Where the QuickBooks Web Connector asks for work: SOAP 1.1 at one address, its description by GET. */
export async function desktopRoutes(
  app: FastifyInstance,
  { config, database, log }: Dependencies,
): Promise<void> {
  const functions = accountingFunctions(config);
  const sessionFunctions = desktopFunctions(config);
  if (!functions || !sessionFunctions) return;
  const { sql } = database;
  const sessions = new SessionStore(sql, sessionFunctions);
  const connector = new WebConnector({
    store: new AccountingStore(sql, functions),
    sessions,
    log,
    version,
  });
  const limits = createRateLimits(sql);
  const siteUrl = siteUrlOf(app, config);

  app.removeAllContentTypeParsers();
  app.addHook('preParsing', async (request) => {
    if (request.method === 'POST') await limits.take([limit('calls', request, CALLS)]);
  });
  app.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage) =>
    readMessage(payload, sessions),
  );
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
  app.setErrorHandler((error, request, reply) => fault(log, error, request, reply));

  // The Web Connector visits the address once, when a company is added, and expects an answer.
  app.get('/', (_request, reply) =>
    reply.type('text/xml; charset=utf-8').send(writeWsdl(`${siteUrl()}/quickbooks/desktop`)),
  );
  app.post('/', async (request, reply) => {
    const call = readSoapCall(typeof request.body === 'string' ? request.body : '');
    const answer = await answerOf(call, request);
    return reply.type('text/xml; charset=utf-8').send(writeSoapAnswer(call.name, answer));
  });

  async function answerOf(call: SoapCall, request: FastifyRequest) {
    if (call.name !== 'authenticate') return connector.answer(call);
    const wrong = [limit('passwords', request, WRONG_PASSWORDS)];
    await limits.take(wrong);
    const answer = await connector.answer(call);
    // Only failures count.
    if (Array.isArray(answer) && answer[1] !== 'nvu') await limits.giveBack(wrong);
    return answer;
  }
}

function limit(
  what: string,
  { ip }: FastifyRequest,
  size: Pick<RateLimit, 'capacity' | 'perSeconds'>,
): RateLimit {
  return { key: `quickbooks-desktop-${what}:${ip}`, ...size };
}

function fault(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const given = error as { status?: number; statusCode?: number; code?: string };
  // Who hangs up before the end of a message has nothing to be answered, and nothing failed here.
  const isTheirs = error instanceof XmlError || given.code === 'ERR_STREAM_PREMATURE_CLOSE';
  const status = isTheirs ? 400 : (given.status ?? given.statusCode ?? 500);
  if (status >= 500) log.error({ requestId: request.id, err: error }, 'quickbooks desktop failed');
  const message = status < 500 && error instanceof Error ? error.message : 'Unexpected failure';
  // What is left of a message that is too large is not waited for.
  if (status === 413 && !http2StreamOf(request.raw)) void reply.header('connection', 'close');
  // SOAP 1.1 over HTTP says 500 for faults; what limits a caller keeps its own status.
  return reply
    .status([413, 429].includes(status) ? status : 500)
    .type('text/xml; charset=utf-8')
    .send(writeSoapFault(status >= 500, message));
}
