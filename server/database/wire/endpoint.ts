import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Where a PostgreSQL listens and as whom to enter. */
export interface Endpoint {
  /** Host name, address, or the directory of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly tls: 'off' | 'prefer' | 'require' | 'verify';
}

const TLS_MODES: Readonly<Record<string, Endpoint['tls']>> = {
  disable: 'off',
  allow: 'off',
  prefer: 'prefer',
  require: 'require',
  'verify-ca': 'verify',
  'verify-full': 'verify',
};

/** Reads a `postgres://` address as libpq does, `?host=/socket/dir` and `?sslmode=` included. */
export function parseDatabaseUrl(text: string): Endpoint {
  const url = new URL(text);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const user = decodeURIComponent(url.username) || 'postgres';
  return {
    host: host.replace(/^\[|\]$/g, '') || 'localhost',
    port: Number(url.port || 5432),
    user,
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || user,
    tls: TLS_MODES[url.searchParams.get('sslmode') ?? ''] ?? 'off',
  };
}

const OPENING_TIMEOUT_MS = 10_000;

/** A connected socket, encrypted when the endpoint asks for it; silence while it opens ends it. */
export async function openSocket(endpoint: Endpoint): Promise<Socket> {
  const socket = endpoint.host.startsWith('/')
    ? connect(`${endpoint.host}/.s.PGSQL.${endpoint.port}`)
    : connect(endpoint.port, endpoint.host);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 30_000);
  socket.setTimeout(OPENING_TIMEOUT_MS, () =>
    socket.destroy(new Error(`No answer within ${OPENING_TIMEOUT_MS / 1000} seconds`)),
  );
  await once(socket, 'connect');
  if (endpoint.tls === 'off' || endpoint.host.startsWith('/')) return socket;
  return encrypt(socket, endpoint);
}

async function encrypt(socket: Socket, endpoint: Endpoint): Promise<Socket> {
  const request = Buffer.alloc(8);
  request.writeInt32BE(8, 0);
  request.writeInt32BE(80_877_103, 4);
  socket.write(request);
  const answer = await once(socket, 'data');
  if (answer?.[0] !== 'S'.charCodeAt(0)) {
    if (endpoint.tls === 'prefer') return socket;
    socket.destroy();
    throw new Error('The database server does not offer TLS, but sslmode asks for it');
  }
  const encrypted = connectTls({
    socket,
    servername: endpoint.host,
    rejectUnauthorized: endpoint.tls === 'verify',
  });
  await once(encrypted, 'secureConnect');
  return encrypted;
}

function once(socket: Socket, event: string): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const done = (value?: Buffer) => {
      socket.off('error', reject);
      resolve(value);
    };
    socket.once(event, done);
    socket.once('error', reject);
  });
}
