// The server of a fuzz run: its parent asks for the routes and for what the process holds.
import diagnostics, {
  type TracingChannelSubscribers,
  tracingChannel,
} from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { startTestServer } from '../../testing/test-server.ts';

export interface Route {
  readonly method: string;
  readonly url: string;
}

export interface ServerOrder {
  readonly dataDir: string;
  readonly supabaseDir: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What the process holds while nobody asks for anything. */
export interface Held {
  readonly heapMebibytes: number;
  readonly residentMebibytes: number;
  readonly openFiles: number;
  readonly handles: number;
}

export interface ServerAnswer {
  readonly url?: string;
  readonly routes?: readonly Route[];
  readonly held?: Held;
  /** How often the handler of a route ran. */
  readonly handled?: number;
}

const MEBIBYTE = 1024 * 1024;
const routes: Route[] = [];
let handled = 0;

diagnostics.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
});
tracingChannel('fastify.request.handler').subscribe({
  start: () => {
    handled++;
  },
} as unknown as TracingChannelSubscribers<object>);

process.on('message', (order: ServerOrder | 'measure' | 'count') => void answer(order));

let stop: (() => Promise<void>) | undefined;
const end = () => void stop?.().then(() => process.exit());
process.on('SIGTERM', end);
process.on('disconnect', end);

async function answer(order: ServerOrder | 'measure' | 'count'): Promise<void> {
  if (order === 'measure') return send({ held: measure() });
  if (order === 'count') return send({ handled });
  const server = await startTestServer(order);
  stop = () => server.stop();
  send({ url: server.url, routes });
}

function send(message: ServerAnswer): void {
  process.send?.(message);
}

function measure(): Held {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    heapMebibytes: heapUsed / MEBIBYTE,
    residentMebibytes: rss / MEBIBYTE,
    openFiles: readdirSync('/proc/self/fd').length,
    handles: process.getActiveResourcesInfo().length,
  };
}
