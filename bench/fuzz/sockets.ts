import { connect } from 'node:net';
import WebSocket from 'ws';
import type { Random } from '../../testing/random.ts';
import { mutate } from '../../testing/rest-fuzz/mutate.ts';
import type { Caller } from './callers.ts';

type Frame = string | Buffer;

export interface SocketVocabulary {
  readonly tables: readonly string[];
  readonly columns: readonly string[];
  readonly ids: readonly string[];
}

const FRAMES = 12;
const TIMEOUT_MS = 60_000;
const EVENTS = [
  ...['phx_join', 'phx_join', 'phx_join', 'phx_leave', 'heartbeat', 'access_token', 'broadcast'],
  ...['presence', 'phx_close', 'phx_error', 'postgres_changes', 'x', ''],
];
const FILTERS = ['eq', 'neq', 'lt', 'gte', 'in', 'like', 'match', 'is', 'x'];

/** What a socket sends: joins with filters, messages, heartbeats, and frames that are none of them. */
export class SocketFrames {
  readonly #random: Random;
  readonly #words: SocketVocabulary;

  constructor(random: Random, words: SocketVocabulary) {
    this.#random = random;
    this.#words = words;
  }

  /** Ends with a heartbeat, whose answer says that all before it was read. */
  next(caller: Caller, version: string): Frame[] {
    const random = this.#random;
    return random.list(1, FRAMES, () => {
      if (random.chance(0.06)) return Buffer.from(random.list(0, 40, () => random.below(256)));
      const topic = random.pick([
        ...['realtime:public', 'realtime:room', 'phoenix', 'x', '', `realtime:${'a'.repeat(300)}`],
        ...[`realtime:${random.pick(this.#words.ids)}`, 'realtime:public:time_entries'],
      ]);
      const event = random.pick(EVENTS);
      const payload = this.#payload(event, caller);
      const ref = String(random.below(50));
      const message =
        version === '1.0.0'
          ? { topic, event, payload, ref, join_ref: '1' }
          : ['1', ref, topic, event, payload];
      const text = JSON.stringify(message);
      return random.chance(0.12) ? mutate(random, text) : text;
    });
  }

  #payload(event: string, { accessToken }: Caller): unknown {
    const random = this.#random;
    if (random.chance(0.08)) return random.pick<unknown>([null, [], 'x', 1, { config: null }, {}]);
    if (event === 'access_token') {
      return { access_token: random.pick([accessToken, 'x.y.z', '', null, 1]) };
    }
    if (event !== 'phx_join') {
      return {
        type: random.pick(['broadcast', 'presence', 'x']),
        event: 'track',
        payload: { a: 1 },
      };
    }
    return {
      config: {
        broadcast: { ack: random.chance(0.5), self: random.chance(0.5) },
        presence: { key: random.pick(['', 'x', 'a'.repeat(500)]) },
        private: random.chance(0.3),
        postgres_changes: random.list(0, 4, () => ({
          event: random.pick(['*', 'INSERT', 'UPDATE', 'DELETE', 'x']),
          schema: random.pick(['public', 'public', 'public', 'private', '*', 'x']),
          table: random.pick([...this.#words.tables, '*', 'nope', 1 as never]),
          ...(random.chance(0.4) ? { filter: this.#filter() } : {}),
        })),
      },
      ...(accessToken ? { access_token: accessToken } : {}),
    };
  }

  #filter(): string {
    const random = this.#random;
    const value = random.pick([...this.#words.ids, '1', 'x', '(a+)+$', '(1,2)', '\u0000', '']);
    return `${random.pick(this.#words.columns)}=${random.pick(FILTERS)}.${value}`;
  }
}

interface Talk {
  readonly url: string;
  readonly caller: Caller;
  readonly version: string;
  readonly frames: readonly Frame[];
  readonly address: string;
}

/** What came back until the last frame was read; a failure where nothing came any more. */
export function talk({
  url,
  caller,
  version,
  frames,
  address,
}: Talk): Promise<{ received: string; failure?: string }> {
  const key = caller.headers['apikey'] ?? caller.headers['authorization']?.slice(7) ?? '';
  const query = `apikey=${encodeURIComponent(key)}&vsn=${version}`;
  const where = `${url.replace('http', 'ws')}/realtime/v1/websocket?${key.startsWith('chl_') ? '' : query}`;
  return new Promise((resolve) => {
    const received: string[] = [];
    let failure: string | undefined;
    const socket = new WebSocket(where, {
      perMessageDeflate: false,
      headers: { ...caller.headers, 'x-forwarded-for': address },
    });
    const timer = setTimeout(() => {
      failure = `a socket said nothing within ${TIMEOUT_MS} ms`;
      socket.terminate();
    }, TIMEOUT_MS);
    const last = version === '1.0.0' ? '"ref":"last"' : '"last"';
    socket.on('open', () => {
      for (const frame of frames) socket.send(frame);
      const beat = {
        topic: 'phoenix',
        event: 'heartbeat',
        payload: {},
        ref: 'last',
        join_ref: null,
      };
      const message = version === '1.0.0' ? beat : [null, 'last', 'phoenix', 'heartbeat', {}];
      socket.send(JSON.stringify(message));
    });
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8');
      received.push(text);
      if (text.includes(last)) socket.close();
    });
    socket.on('unexpected-response', (sent, { statusCode = 0 }) => {
      if (statusCode >= 500 && statusCode !== 503) failure = `a socket was answered ${statusCode}`;
      sent.destroy();
      clearTimeout(timer);
      resolve({ received: '', ...(failure ? { failure } : {}) });
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      clearTimeout(timer);
      if (code === 1011) failure = 'a socket was closed with 1011';
      resolve({ received: received.join('\n'), ...(failure ? { failure } : {}) });
    });
  });
}

/** Bytes that are hardly HTTP; resolves with what came back when either side hung up. */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.end(bytes, 'latin1'));
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}

/** A request written by hand, most of the time damaged. */
export function rawRequest(random: Random, paths: readonly string[]): string {
  const body = random.pick(['', 'a=b', '{"a":1}', '5\r\nhello\r\n0\r\n\r\n', 'zz\r\n']);
  const lines = [
    `${random.pick(['GET', 'POST', 'PUT', 'TRACE', 'CONNECT', 'X'])} ${random.pick(paths)} HTTP/${random.pick(['1.1', '1.0', '2.0', '9'])}`,
    `host: ${random.pick(['127.0.0.1', '', 'a b', 'localhost'])}`,
    ...random.list(0, 4, () =>
      random.pick([
        ...[`content-length: ${body.length}`, 'content-length: 5', 'content-length: -1'],
        ...['transfer-encoding: chunked', 'expect: 100-continue', 'connection: upgrade'],
        ...['upgrade: websocket', 'upgrade: h2c', 'sec-websocket-key: x', 'authorization: Bearer'],
        ...[`x: ${'y'.repeat(20_000)}`, 'content-type: application/json', 'range: bytes=0-'],
      ]),
    ),
  ];
  const text = `${lines.join('\r\n')}\r\n\r\n${body}`;
  return random.chance(0.6) ? mutate(random, text) : text;
}
