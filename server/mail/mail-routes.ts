import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { hasLoopbackPages, loopbackOnly } from '../http/loopback-only.ts';
import { type CapturedMail, capturedMailPage } from './captured-mail-page.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
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
           created_at
      from mail.captured order by created_at desc limit ${SHOWN}`;

  app.get('/dev/mail.json', async (request, reply) => {
    loopbackOnly(request);
    void reply.header('cache-control', 'no-store');
    return (await newest()).map(({ created_at, ...mail }) => ({
      ...mail,
      created_at: created_at.toISOString(),
    }));
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
