import type { FastifyInstance } from 'fastify';
import type { Sql } from '../database/sql/sql.ts';
import { loopbackOnly } from '../http/loopback-only.ts';
import { type CapturedText, capturedTextsPage } from './captured-texts-page.ts';

const SHOWN = 200;

/** Captured texts, for whoever sits at the machine; gone as soon as texts are really sent. */
export function capturedRoutes(app: FastifyInstance, sql: Sql, drain: () => Promise<void>): void {
  const newest = async () => {
    await drain();
    return sql<CapturedText[]>`
      select id, to_number as "to", body, segments, created_at
        from sms.captured order by created_at desc limit ${SHOWN}`;
  };
  app.get('/dev/texts.json', async (request, reply) => {
    loopbackOnly(request);
    void reply.header('cache-control', 'no-store');
    return (await newest()).map(({ created_at, ...text }) => ({
      ...text,
      created_at: created_at.toISOString(),
    }));
  });
  app.get('/dev/texts', async (request, reply) => {
    loopbackOnly(request);
    void reply
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8');
    return capturedTextsPage(await newest());
  });
}
