// Sockets for the realtime scenario, in a process of their own. Told by its parent what to open,
// it answers with what arrived: { joined }, and on 'report' the delays of all changes.
import WebSocket from 'ws';

export interface SocketOrder {
  readonly url: string;
  readonly apiKey: string;
  readonly table: string;
  readonly sockets: readonly { readonly token: string; readonly topic: string }[];
}

export interface SocketReport {
  readonly received: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly closed: number;
}

const OPENED_AT_ONCE = 50;
const HEARTBEAT_MS = 25_000;
/** The writer puts the time of writing into a text column. */
const WRITTEN_AT = /sent:(\d+\.\d+)/;

let delays: number[] = [];
let closed = 0;

process.on('disconnect', () => process.exit());
process.on('message', (message: SocketOrder | 'report') => {
  if (message !== 'report') void open(message);
  else {
    process.send?.(summarize());
    delays = [];
  }
});

async function open({ url, apiKey, table, sockets }: SocketOrder): Promise<void> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${apiKey}&vsn=2.0.0`;
  for (let start = 0; start < sockets.length; start += OPENED_AT_ONCE) {
    const batch = sockets.slice(start, start + OPENED_AT_ONCE);
    await Promise.all(batch.map(({ token, topic }) => join(address, topic, token, table)));
  }
  process.send?.({ joined: sockets.length });
}

function join(address: string, topic: string, token: string, table: string): Promise<void> {
  const config = { postgres_changes: [{ event: '*', schema: 'public', table }] };
  const socket = new WebSocket(address, { perMessageDeflate: false });
  const name = `realtime:${topic}`;
  socket.on('open', () => {
    socket.send(JSON.stringify(['1', '1', name, 'phx_join', { config, access_token: token }]));
    setInterval(() => socket.send('[null,"2","phoenix","heartbeat",{}]'), HEARTBEAT_MS);
  });
  socket.on('close', () => closed++);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const text = data.toString('latin1');
      const writtenAt = WRITTEN_AT.exec(text)?.[1];
      if (writtenAt !== undefined) delays.push(now() - Number(writtenAt));
      else if (text.includes('Subscribed to PostgreSQL')) resolve();
      else if (text.includes('"status":"error"')) reject(new Error(text));
    });
  });
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function summarize(): SocketReport {
  const sorted = delays.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { received: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), closed };
}
