import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { lanAddresses } from '../tls/lan/lan-addresses.ts';

/**
 * The public address for links in mails. Never taken from a request: whoever sets the Host header
 * would decide where other people's links lead. With PORT=0 it is known once the server listens;
 * in a local network without a name it follows the machine's address.
 */
export function siteUrlOf(app: FastifyInstance, config: Config): () => string {
  let siteUrl = config.siteUrl;
  return () => {
    if (config.tls.mode === 'lan') return lanAddresses(config, undefined).app;
    // Kept once found: a server that is stopping answers its last requests without an address.
    const address = app.server.address() as AddressInfo | null;
    if (!config.siteUrlGiven && address) {
      siteUrl = siteUrl.replace(/:0$/, `:${address.port}`);
    }
    return siteUrl;
  };
}
