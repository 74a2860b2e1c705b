import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/**
 * The public address for links in mails. Never taken from a request: whoever sets the Host header
 * would decide where other people's links lead. With PORT=0 it is known once the server listens.
 */
export function siteUrlOf(app: FastifyInstance, config: Config): () => string {
  return () => {
    if (config.siteUrlGiven || config.port !== 0) return config.siteUrl;
    const { port } = app.server.address() as AddressInfo;
    return config.siteUrl.replace(/:0$/, `:${port}`);
  };
}
