import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/database.ts';
import { HttpError } from '../http/http-error.ts';

interface Dependencies {
  readonly database: Database;
}

const BODY_LIMIT_BYTES = 4096;
/** What the project's own functions raise about what they were given. */
const REFUSED = 'P0001';

/**
 * One click in a mail program (RFC 8058): it posts to the address of `List-Unsubscribe`, with neither
 * key nor session. The token decides, in `public.unsubscribe(token_param)` of the project, called as a
 * visitor; a project without that function has no such address. Following the link shows the web app's page.
 */
export async function unsubscribeRoute(
  app: FastifyInstance,
  { database }: Dependencies,
): Promise<void> {
  app.removeAllContentTypeParsers();
  // Always the same words, as a form of either kind; nothing in them is needed.
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, _body, done) => done(null, undefined),
  );
  app.post<{ Querystring: { token?: unknown } }>('/unsubscribe', async (request, reply) => {
    const { token } = request.query;
    if (typeof token !== 'string') throw invalid();
    await database.sql
      .begin(async (sql) => {
        const [project] = await sql`
          select to_regprocedure('public.unsubscribe(text)') is not null as offers`;
        if (!project?.['offers']) throw new HttpError(404, { message: 'Not found' });
        await sql`set local role anon`;
        await sql`select public.unsubscribe(${token})`;
      })
      .catch((error: unknown) => {
        throw (error as { code?: unknown }).code === REFUSED ? invalid() : error;
      });
    return reply.header('cache-control', 'no-store').send({});
  });
}

function invalid(): HttpError {
  return new HttpError(400, {
    code: 'unsubscribe_link_invalid',
    message: 'This link is not valid.',
  });
}
