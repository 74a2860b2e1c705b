import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { HttpError } from '../http/http-error.ts';
import { hasLoopbackPages, loopbackOnly } from '../http/loopback-only.ts';
import { type CapturedMail, capturedMailPage } from './captured-mail-page.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
}

interface CapturedFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

const SHOWN = 200;

/** Captured mail, for whoever sits at the machine; gone as soon as mail is really sent. */
export async function mailRoutes(
  app: FastifyInstance,
  { config, database }: Dependencies,
): Promise<void> {
  if (config.smtpUrl !== undefined || !hasLoopbackPages(config)) return;

  const newest = () => database.sql<CapturedMail[]>`
    select id, to_address as "to", subject, text_body as text, html_body as html, links,
           file_name as "fileName", octet_length(file_content) as "fileSize", created_at
      from mail.captured order by created_at desc limit ${SHOWN}`;

  app.get('/dev/mail.json', async (request, reply) => {
    loopbackOnly(request);
    void reply.header('cache-control', 'no-store');
    return (await newest()).map(({ created_at, ...mail }) => ({
      ...mail,
      created_at: created_at.toISOString(),
    }));
  });

  app.get<{ Params: { id: string } }>('/dev/mail/:id/file', async (request, reply) => {
    loopbackOnly(request);
    const [file] = await database.sql<CapturedFile[]>`
      select file_name as name, file_type as type, file_content as content
        from mail.captured where id::text = ${request.params.id} and file_name is not null`;
    if (!file) throw new HttpError(404, { message: 'Not found' });
    return reply
      .header('cache-control', 'no-store')
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      )
      .type(file.type)
      .send(file.content);
  });

  app.get('/dev/mail', async (request, reply) => {
    loopbackOnly(request);
    // Mail bodies are shown in sandboxed frames: whatever is in them, no script of theirs runs.
    void reply
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8');
    return capturedMailPage(await newest());
  });
}
