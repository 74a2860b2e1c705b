import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import {
  createSecureContext,
  createServer,
  type SecureContext,
  type Server,
  type TLSSocket,
} from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { TIME_LIMITS } from '../http/time-limits.ts';
import type { CertificateSource } from './certificate.ts';
import { closeSession, createHttp2Server } from './http2-server.ts';

const CHALLENGE_PROTOCOL = 'acme-tls/1';
const PROTOCOLS = ['h2', 'http/1.1'];
const GRACE_MS = 10_000;

/** Mozilla's "intermediate" list, without key exchange that would need parameters of its own. */
const SECURITY = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.3',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
} as const;

type KeyAndCert = { readonly cert: string; readonly key: string };

/**
 * Takes TLS connections. HTTP/2 has a server of its own; HTTP/1.1 and its WebSockets go to the app's,
 * so that everything that holds for them there holds here.
 */
export class TlsListener {
  readonly server: Server;
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #sockets = new Set<TLSSocket>();
  /** In their handshake, by the client's address and port. */
  readonly #handshakes = new Map<string, Socket>();
  readonly #stopListening: () => void;

  constructor(app: FastifyInstance, source: CertificateSource, first: KeyAndCert) {
    this.server = createTlsServer(source, first);
    const http2 = createHttp2Server(app, TIME_LIMITS);
    http2.on('session', (session) => {
      this.#sessions.add(session);
      session.once('close', () => this.#sessions.delete(session));
    });
    this.server.on('connection', (socket: Socket) => this.#trackHandshake(socket));
    this.server.on('secureConnection', (socket) => {
      this.#handshakes.delete(clientOf(socket));
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      if (socket.alpnProtocol === 'h2') http2.emit('connection', socket);
      else if (socket.alpnProtocol === CHALLENGE_PROTOCOL) socket.end();
      else app.server.emit('connection', socket);
    });
    // Connections that are there go on with the certificate they began with.
    this.#stopListening = source.onChange(({ cert, key }) =>
      this.server.setSecureContext({ ...SECURITY, cert, key }),
    );
  }

  /** Takes nobody new. Resolves when the last one has left; requests under way are answered. */
  async close(): Promise<void> {
    this.#stopListening();
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const session of this.#sessions) closeSession(session, GRACE_MS);
    this.dropUnused();
    await closed;
  }

  /** Browsers open connections in advance; nobody waits for what never began. */
  dropUnused(): void {
    for (const socket of this.#handshakes.values()) socket.destroy();
  }

  dropAll(): void {
    this.dropUnused();
    for (const socket of this.#sockets) socket.destroy();
  }

  #trackHandshake(socket: Socket): void {
    const client = clientOf(socket);
    this.#handshakes.set(client, socket);
    socket.once('close', () => {
      if (this.#handshakes.get(client) === socket) this.#handshakes.delete(client);
    });
  }
}

function createTlsServer(source: CertificateSource, { cert, key }: KeyAndCert): Server {
  const challenged = new WeakSet<TLSSocket>();
  const server = createServer({
    ...SECURITY,
    cert,
    key,
    handshakeTimeout: TIME_LIMITS.headersMs,
    ALPNCallback(this: TLSSocket, { protocols }: { readonly protocols: readonly string[] }) {
      if (protocols.includes(CHALLENGE_PROTOCOL)) {
        challenged.add(this);
        return CHALLENGE_PROTOCOL;
      }
      return PROTOCOLS.find((protocol) => protocols.includes(protocol));
    },
    // In TLS 1.3, which issuers speak, it follows ALPNCallback; in 1.2 it precedes it, and nothing is found.
    SNICallback(
      this: TLSSocket,
      name: string,
      done: (error: Error | null, context?: SecureContext) => void,
    ) {
      if (!challenged.has(this)) done(null);
      else challengeContext(source, name).then((context) => done(null, context), done);
    },
  });
  // Scanners and clients that speak something else: nothing to be done about.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}

async function challengeContext(source: CertificateSource, name: string): Promise<SecureContext> {
  const challenge = await source.alpnCertificate?.(name.toLowerCase());
  if (!challenge) throw new Error('No challenge for that name');
  return createSecureContext({ cert: challenge.cert, key: challenge.key });
}

function clientOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
