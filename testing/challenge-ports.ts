import { createServer as createHttpServer, type Server } from 'node:http';
import {
  createSecureContext,
  createServer as createTlsServer,
  type Server as TlsServer,
} from 'node:tls';
import type { CertificateSource } from '../server/tls/certificate.ts';

/** The two ports an issuer asks at, answered from a source as a server's listeners do. */
export class ChallengePorts {
  readonly #servers = new Set<Server | TlsServer>();
  readonly #ports: { readonly httpPort: number; readonly tlsPort: number };
  /** Who answers. */
  source: CertificateSource | undefined;
  /** Before each answer. */
  onAsked: () => void = () => undefined;

  constructor(ports: { readonly httpPort: number; readonly tlsPort: number }) {
    this.#ports = ports;
  }

  openHttp(address = '127.0.0.1'): Promise<void> {
    const server = createHttpServer(async ({ url }, response) => {
      this.onAsked();
      const token = url?.replace('/.well-known/acme-challenge/', '') ?? '';
      const answer = (await this.source?.httpChallenge?.(token)) ?? null;
      response.writeHead(answer === null ? 404 : 200, { 'content-type': 'text/plain' });
      response.end(answer ?? 'not here');
    });
    return this.#listen(server, this.#ports.httpPort, address);
  }

  openTls(): Promise<void> {
    const server = createTlsServer({
      ALPNProtocols: ['acme-tls/1'],
      SNICallback: (name, answer) => {
        const found = this.source?.alpnCertificate?.(name) ?? Promise.resolve(null);
        found.then((pair) => answer(null, pair ? createSecureContext(pair) : undefined), answer);
      },
    });
    return this.#listen(server, this.#ports.tlsPort, '127.0.0.1');
  }

  #listen(server: Server | TlsServer, port: number, address: string): Promise<void> {
    this.#servers.add(server);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, address, resolve);
    });
  }

  async close(): Promise<void> {
    this.onAsked = () => undefined;
    const closing = [...this.#servers].map((server) => {
      const closed = new Promise((resolve) => server.close(resolve));
      if ('closeAllConnections' in server) server.closeAllConnections();
      return closed;
    });
    this.#servers.clear();
    await Promise.all(closing);
  }
}
