import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { TlsListeners } from '../tls/tls-listeners.ts';

const TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 100;

/**
 * Prepares an orderly end: requests under way may finish for a while, and their connections are closed
 * as soon as they have. Node by itself would wait until each client lets go, which keeps alive what
 * was busy at the moment of closing, and also what browsers opened in advance and never used.
 */
export function orderlyClose(app: FastifyInstance, tls?: TlsListeners): () => Promise<void> {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  return async () => {
    // More than once: connections go on arriving until everything else has been closed.
    const look = setInterval(() => {
      for (const socket of unused) socket.destroy();
      app.server.closeIdleConnections();
      tls?.http.closeIdleConnections();
      tls?.https.dropUnused();
    }, POLL_INTERVAL_MS);
    const end = setTimeout(() => {
      app.server.closeAllConnections();
      tls?.http.closeAllConnections();
      tls?.https.dropAll();
    }, TIMEOUT_MS);
    try {
      await Promise.all([app.close(), tls?.https.close(), tls && closed(tls.http)]);
    } finally {
      clearInterval(look);
      clearTimeout(end);
    }
  };
}

function closed(server: TlsListeners['http']): Promise<unknown> {
  return new Promise((resolve) => server.close(resolve));
}
