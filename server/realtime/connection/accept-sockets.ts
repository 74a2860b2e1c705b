import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { ApiTokenError } from '../../auth/api-tokens/api-token-error.ts';
import { apiTokenOf, hasApiToken } from '../../auth/api-tokens/token-format.ts';
import { leaveChannel } from '../channels/leave-channel.ts';
import type { Hub } from '../hub.ts';
import { decodeBinary, decodeText } from '../protocol/decode.ts';
import { MalformedMessageError, type ProtocolVersion } from '../protocol/message.ts';
import { Connection } from './connection.ts';
import { dispatch } from './dispatch.ts';
import type { SocketsPerAddress } from './sockets-per-address.ts';

const PATH = '/realtime/v1/websocket';
const LARGEST_MESSAGE_BYTES = 1024 * 1024;
const MAX_CONNECTIONS = 10_000;
const GOING_AWAY = 1001;
const UNSUPPORTED_DATA = 1003;

/** Takes WebSocket requests of the HTTP server; other paths are left to whoever wants them. */
export function acceptSockets(
  hub: Hub,
  server: Server,
  addresses: SocketsPerAddress,
): { close(): Promise<void> } {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE_BYTES,
    // Costs more memory per socket than small messages save in bytes.
    perMessageDeflate: false,
  });
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname !== PATH) {
      if (server.listenerCount('upgrade') === 1) stream.destroy();
      return;
    }
    stream.on('error', () => stream.destroy());
    void admit(hub, request, url).then(async (admission) => {
      if (typeof admission === 'string') return refuse(stream, admission);
      const entry = addresses.enter(request);
      if (!entry) return refuse(stream, '429 Too Many Requests');
      stream.once('close', entry.leave);
      if (entry.waitMs > 0) await delay(entry.waitMs);
      if (stream.destroyed) return;
      sockets.handleUpgrade(request, stream, head, (socket) =>
        open(hub, new Connection(socket, { ...admission, address: entry.address }), socket),
      );
    });
  };
  server.on('upgrade', onUpgrade);
  return {
    async close() {
      server.off('upgrade', onUpgrade);
      for (const connection of hub.connections) connection.close(GOING_AWAY, 'server is stopping');
      await new Promise((resolve) => setTimeout(resolve, 50));
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

type Admission = { readonly version: ProtocolVersion; readonly apiKey: string };

/** The key must be good before a socket is worth its memory. */
async function admit(hub: Hub, request: IncomingMessage, url: URL): Promise<Admission | string> {
  const header = request.headers['apikey'] ?? request.headers['x-api-key'];
  if (hasApiToken(url.href)) return '400 An API token never goes into an address';
  const given = typeof header === 'string' ? header : apiTokenOf(request.headers);
  const apiKey = url.searchParams.get('apikey') ?? given ?? '';
  if (hub.connections.size >= MAX_CONNECTIONS) return '503 Service Unavailable';
  try {
    await hub.authenticator.authenticate({ apikey: apiKey });
  } catch (error) {
    const isLimited = error instanceof ApiTokenError && error.state === 'limited';
    return isLimited ? '429 Too Many Requests' : '401 Unauthorized';
  }
  return { version: url.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0', apiKey };
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function open(hub: Hub, connection: Connection, socket: WebSocket): void {
  hub.connections.add(connection);
  socket.on('message', (data, isBinary) => {
    try {
      dispatch(hub, connection, decode(connection.version, data, isBinary));
    } catch (error) {
      if (!(error instanceof MalformedMessageError)) throw error;
      connection.close(UNSUPPORTED_DATA, error.message);
    }
  });
  socket.on('pong', () => {
    connection.heardAt = performance.now();
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    hub.connections.delete(connection);
    for (const channel of [...connection.channels.values()]) leaveChannel(hub, channel);
    if (hub.connections.size === 0) void hub.reader.stop();
  });
}

function decode(version: ProtocolVersion, data: RawData, isBinary: boolean) {
  const bytes = data as Buffer;
  return isBinary ? decodeBinary(bytes) : decodeText(version, bytes.toString('utf8'));
}
