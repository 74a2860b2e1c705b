import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { bytesField, fixedField, numberField, readVarint, varint } from './protobuf.ts';

/**
 * The push service of Chromium on loopback: check-in, registration, and the connection that messages arrive on
 * (Google's MCS). Chromium itself makes the keys and decrypts; nothing of the browser is replaced.
 */
export interface PushService {
  /** For Chromium's command line. */
  readonly flags: readonly string[];
  /** Where a server of ours sends instead of `https://fcm.googleapis.com`. */
  readonly url: string;
  /** Every request that a server sent here. */
  readonly received: readonly ReceivedPush[];
  stop: () => Promise<void>;
}

export interface ReceivedPush {
  token: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  status: number;
}

/** What Chromium registered for a token, and what it must read in a message to believe it. */
interface Registration {
  app: string;
  subtype: string;
  sender: string;
}

const ANDROID_ID = 4_000_000_000_001n;
const SECURITY_TOKEN = 5_000_000_000_001n;
const MCS_VERSION = 41;
const TAG = { heartbeatPing: 0, heartbeatAck: 1, loginRequest: 2, loginResponse: 3, data: 8 };

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function listen(server: Server) {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

const checkinAnswer = (): Buffer =>
  Buffer.concat([
    numberField(1, 1),
    numberField(3, BigInt(Date.now())),
    fixedField(7, ANDROID_ID),
    fixedField(8, SECURITY_TOKEN),
    numberField(9, 0),
  ]);

const stanza = (tag: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag]), varint(body.length), body]);

const appData = (key: string, value: string): Buffer =>
  bytesField(7, Buffer.concat([bytesField(1, key), bytesField(2, value)]));

let messages = 0;

/** A message as the service hands it to the browser: still encrypted. */
function dataMessage({ app, subtype, sender }: Registration, body: Buffer): Buffer {
  messages += 1;
  return stanza(
    TAG.data,
    Buffer.concat([
      bytesField(2, String(messages)),
      bytesField(3, sender),
      bytesField(5, app),
      appData('subtype', subtype),
      appData('content-encoding', 'aes128gcm'),
      bytesField(9, `0:${messages}`),
      numberField(17, 2_419_200),
      numberField(18, BigInt(Date.now())),
      bytesField(21, body),
    ]),
  );
}

/** The browser's side of the connection: signs in, and answers the heartbeat. */
function serveBrowser(socket: TLSSocket, onSignedIn: () => void): void {
  let waiting = Buffer.alloc(0);
  let isGreeted = false;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    if (!isGreeted && waiting.length > 0) {
      isGreeted = true;
      waiting = waiting.subarray(1);
    }
    for (;;) {
      const size = waiting.length > 1 ? readVarint(waiting, 1) : null;
      const end = size ? size.end + Number(size.value) : Number.POSITIVE_INFINITY;
      if (end > waiting.length) return;
      const [tag] = waiting;
      waiting = waiting.subarray(end);
      if (tag === TAG.loginRequest) {
        socket.write(Buffer.from([MCS_VERSION]));
        socket.write(stanza(TAG.loginResponse, bytesField(1, 'chrome')));
        onSignedIn();
      } else if (tag === TAG.heartbeatPing) socket.write(stanza(TAG.heartbeatAck, Buffer.alloc(0)));
    }
  });
}

export async function startPushService(tls: { key: string; cert: string }): Promise<PushService> {
  const registrations = new Map<string, Registration>();
  const received: ReceivedPush[] = [];
  const undelivered: Buffer[] = [];
  const sockets = new Set<TLSSocket>();
  let browser: TLSSocket | undefined;

  const devices = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (request.url === '/checkin') {
      response.setHeader('content-type', 'application/x-protobuf');
      return response.end(checkinAnswer());
    }
    const form = new URLSearchParams(body.toString());
    if (form.get('delete') === 'true') return response.end(`token=${form.get('app')}`);
    const token = `token-${registrations.size + 1}`;
    registrations.set(token, {
      app: form.get('app') ?? '',
      subtype: form.get('X-subtype') ?? '',
      sender: form.get('sender') ?? '',
    });
    response.end(`token=${token}`);
  });
  const mcs = createTlsServer(tls, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serveBrowser(socket, () => {
      browser = socket;
      for (const message of undelivered.splice(0)) socket.write(message);
    });
  });
  const push = createHttpsServer(tls, async (request, response) => {
    const body = await bodyOf(request);
    const token = request.url?.split('/').at(-1) ?? '';
    const registration = registrations.get(token);
    const status = registration ? 201 : 410;
    received.push({ token, headers: request.headers, body, status });
    response.writeHead(status).end();
    if (!registration) return;
    const message = dataMessage(registration, body);
    if (browser && !browser.destroyed) browser.write(message);
    else undelivered.push(message);
  });
  const [devicesPort, mcsPort, pushPort] = await Promise.all([devices, mcs, push].map(listen));
  return {
    flags: [
      `--gcm-checkin-url=http://127.0.0.1:${devicesPort}/checkin`,
      `--gcm-registration-url=http://127.0.0.1:${devicesPort}/register`,
      `--gcm-mcs-endpoint=https://127.0.0.1:${mcsPort}`,
    ],
    url: `https://127.0.0.1:${pushPort}`,
    received,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      for (const server of [devices, push]) server.closeAllConnections();
      await Promise.all(
        [devices, mcs, push].map((server) => new Promise((resolve) => server.close(resolve))),
      );
    },
  };
}
