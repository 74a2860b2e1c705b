import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Address, Machines } from './machines.ts';

/** Where a PostgreSQL listens and as whom to enter. */
export interface Endpoint extends Address {
  /** When the address names several: `host` and `port` are those of the first. */
  readonly machines?: Machines;
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

/** Every host after the first: `URL` takes one only. */
const FURTHER_HOSTS = /,([^/?@]*)(?=[/?]|$)/;

/**
 * Reads a `postgres://` address as libpq does, `?host=/socket/dir`, `?sslmode=` and several hosts
 * included. Of several it is always the one that takes writes (`target_session_attrs=read-write`).
 */
export function parseDatabaseUrl(text: string): Endpoint {
  const url = new URL(text.replace(FURTHER_HOSTS, ''));
  const user = decodeURIComponent(url.username) || 'postgres';
  const first = {
    host: bare(url.searchParams.get('host') ?? decodeURIComponent(url.hostname)),
    port: Number(url.port || DEFAULT_PORT),
  };
  const others = (FURTHER_HOSTS.exec(text)?.[1] ?? '').split(',').filter(Boolean).map(toAddress);
  return {
    ...first,
    ...(others.length > 0 && { machines: new Machines(first, others) }),
    user,
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || user,
    tls: TLS_MODES[url.searchParams.get('sslmode') ?? ''] ?? 'off',
  };
}

function toAddress(text: string): Address {
  const { hostname, port } = new URL(`postgres://${text}`);
  return { host: bare(hostname), port: Number(port || DEFAULT_PORT) };
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '') || 'localhost';
}

const DEFAULT_PORT = 5432;
const OPENING_TIMEOUT_MS = 10_000;
/** A machine that is gone says nothing, and another one waits to be asked. */
const OPENING_TIMEOUT_OF_SEVERAL_MS = 3_000;

/** A connected socket, encrypted when the endpoint asks for it; silence while it opens ends it. */
export async function openSocket(endpoint: Endpoint): Promise<Socket> {
  const isLocal = endpoint.host.startsWith('/');
  const where = isLocal
    ? { path: `${endpoint.host}/.s.PGSQL.${endpoint.port}` }
    : { port: endpoint.port, host: endpoint.host };
  const isPlain = isLocal || endpoint.tls === 'off';
  const socket: Socket = isPlain
    ? connect({
        ...where,
        onread: { buffer: RECEIVED, callback: (size) => emitReceived(socket, size) },
      })
    : connect(where);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 30_000);
  const timeoutMs = endpoint.machines ? OPENING_TIMEOUT_OF_SEVERAL_MS : OPENING_TIMEOUT_MS;
  socket.setTimeout(timeoutMs, () =>
    socket.destroy(new Error(`No answer within ${timeoutMs / 1000} seconds`)),
  );
  await once(socket, 'connect');
  return isPlain ? socket : encrypt(socket, endpoint);
}

/**
 * Node would make a buffer of this size for every answer. All sockets read into this one instead, and
 * what has come is copied out of it, for an answer is mostly small.
 */
const RECEIVED = Buffer.allocUnsafeSlow(65_536);

function emitReceived(socket: Socket, size: number): boolean {
  socket.emit('data', Buffer.from(RECEIVED.subarray(0, size)));
  return true;
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
