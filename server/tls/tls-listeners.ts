import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { CertificateSource } from './certificate.ts';
import { createPlainListener } from './plain-listener.ts';
import { TlsListener } from './tls-listener.ts';

export interface TlsListeners {
  readonly https: TlsListener;
  readonly http: Server;
}

/** What takes connections from outside; it does not listen yet. */
export async function createTlsListeners(
  app: FastifyInstance,
  config: Config,
  source: CertificateSource,
): Promise<TlsListeners> {
  const names = config.tls.domains.length > 0 ? config.tls.domains : ['localhost'];
  const first = source.current() ?? (await selfSigned(names));
  return {
    https: new TlsListener(app, source, first),
    http: createPlainListener(app, config, source),
  };
}

async function selfSigned(names: readonly string[]) {
  const { selfSignedCertificate } = await import('./self-signed.ts');
  return selfSignedCertificate(names);
}
