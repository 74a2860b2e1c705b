import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createRateLimits } from '../auth/rate-limits.ts';
import type { Config } from '../config.ts';
import type { Sql } from '../database/sql/sql.ts';
import { HttpError } from '../http/http-error.ts';
import type { Logger } from '../http/log.ts';
import { createReplyHook, type Reply } from '../notifications/outcome.ts';
import { type Callback, isGenuine } from './callbacks.ts';
import { escapeXml } from './fill-template.ts';
import { type IncomingText, readIncoming, readReport } from './read-callback.ts';
import { renderText } from './render-text.ts';
import type { SmsConfig } from './sms-settings.ts';
import { noteReport } from './text-outbox.ts';

interface Context {
  readonly config: Config & { readonly sms: SmsConfig };
  readonly sql: Sql;
  readonly log: Logger;
  readonly siteUrl: () => string;
  /** Something may be waiting: an answer, or an outcome for the project. */
  readonly wake: () => void;
}

const BODY_LIMIT_BYTES = 64 * 1024;
/** Of one address: whoever guesses signatures is soon not heard any more. */
const WRONG_SIGNATURES = { capacity: 30, perSeconds: 60 };
/** To one number: two machines that answer each other stop after a few. */
const ANSWERS = { capacity: 5, perSeconds: 3_600 };
const EMPTY_TWIML = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

/** What the gateway reports: deliveries, and texts that came in. */
export async function callbackRoutes(app: FastifyInstance, context: Context): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.post('/status', async (request, reply) => {
    const { body } = await readGenuine(context, request);
    const report = readReport(request.query, body);
    if (report && (await noteReport(context.sql, report))) context.wake();
    return reply.code(204).header('cache-control', 'no-store').send();
  });
  app.post('/inbound', async (request, reply) => {
    const { body } = await readGenuine(context, request);
    const incoming = readIncoming(body);
    const answer = incoming && (await answerTo(context, incoming));
    void reply.header('cache-control', 'no-store');
    if (context.config.sms.provider === 'twilio') {
      return reply.type('text/xml; charset=utf-8').send(twimlOf(answer));
    }
    if (incoming && answer !== undefined) await queueAnswer(context, incoming, answer);
    return reply.code(204).send();
  });
}

async function readGenuine(context: Context, request: FastifyRequest): Promise<{ body: unknown }> {
  const { config, sql, siteUrl } = context;
  const text = typeof request.body === 'string' ? request.body : '';
  const isJson = (request.headers['content-type'] ?? '').includes('json');
  const fields = isJson ? undefined : new URLSearchParams(text);
  const callback: Callback = {
    // Never by the Host header: whoever calls would choose what was signed.
    url: `${siteUrl()}${request.url}`,
    query: request.query as Record<string, unknown>,
    headers: request.headers,
    fields,
  };
  if (!isGenuine(config.sms, callback)) throw await refusalOf(sql, request.ip);
  return { body: fields ? Object.fromEntries(fields) : parseBody(text) };
}

async function refusalOf(sql: Sql, address: string): Promise<HttpError> {
  const bucket = [{ key: `sms_callback:${address}`, ...WRONG_SIGNATURES }];
  const wait = Math.ceil(await createRateLimits(sql).tryTake(bucket));
  if (wait > 0) {
    const headers = { 'retry-after': String(wait) };
    return new HttpError(429, { code: 'too_many', message: 'Too many calls.' }, { headers });
  }
  const message = 'This call is not signed by the gateway.';
  return new HttpError(403, { code: 'wrong_signature', message });
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new HttpError(400, { code: 'invalid_json', message: 'This is no JSON.' }, { cause });
  }
}

/** Once for each text, however often the gateway brings it. */
async function answerTo(context: Context, incoming: IncomingText): Promise<string | undefined> {
  const { config, sql, siteUrl } = context;
  const reply = createReplyHook(config);
  if (!reply) return undefined;
  const found = await sql.begin(async (transaction): Promise<Reply | null> => {
    if (incoming.id !== undefined) {
      const added = await transaction`
        insert into sms.inbox (provider_id) values (${incoming.id})
        on conflict (provider_id) do nothing returning provider_id`;
      if (added.length === 0) return null;
    }
    return reply(transaction, incoming.from, incoming.body);
  });
  context.wake();
  if (!found || incoming.isAnswered) return undefined;
  const bucket = [{ key: `sms_answer:${incoming.from}`, ...ANSWERS }];
  if ((await createRateLimits(sql).tryTake(bucket)) > 0) return undefined;
  const settings = {
    supabaseDir: config.supabaseDir,
    siteUrl: siteUrl(),
    maxSegments: config.sms.maxSegments,
  };
  return renderText(settings, { ...found, path: null, body: null }).body;
}

function twimlOf(answer: string | undefined): string {
  if (answer === undefined) return EMPTY_TWIML;
  return `<?xml version="1.0" encoding="UTF-8"?><Response><Message>${escapeXml(answer)}</Message></Response>`;
}

async function queueAnswer({ sql }: Context, { from }: IncomingText, body: string): Promise<void> {
  await sql`
    insert into sms.outbox (to_number, body, expires_at)
    values (${from}, ${body}, clock_timestamp() + interval '1 hour')`;
}
