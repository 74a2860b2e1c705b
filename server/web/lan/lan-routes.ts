import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { answerLan } from './lan-answer.ts';

/** `/lan`: how a device gets to trust this server, or why it does not have to. */
export async function lanRoutes(
  app: FastifyInstance,
  { config }: { readonly config: Config },
): Promise<void> {
  // Behind a proxy that has a certificate, or with one of an issuer, there is nothing to set up.
  if (config.tls.mode !== 'lan' && config.siteUrl.startsWith('https:')) {
    app.get('/lan', (_request, reply) => reply.redirect('/', 302));
    return;
  }
  for (const path of ['/lan', '/lan/authority.crt', '/lan/authority.mobileconfig']) {
    app.get(path, async (request, reply) => {
      const { headers, body } = await answerLan(config, request);
      return reply.headers(headers).send(body);
    });
  }
  // Whether a device trusts the certificate: the page over plain HTTP asks it from another origin.
  app.get('/lan/check', (_request, reply) =>
    reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
      .send({ status: 'ok' }),
  );
}
