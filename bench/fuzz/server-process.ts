// The server of a fuzz run: its parent asks for the routes and for what the process holds.
import diagnostics, {
  type TracingChannelSubscribers,
  tracingChannel,
} from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { RunningServer } from '../../server/lifecycle/running-server.ts';
import { openAcmeSource } from '../../server/tls/acme/acme-source.ts';
import { createPlainListener } from '../../server/tls/plain-listener.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { ThreadWork, type Work } from './thread-work.ts';

export interface Route {
  readonly method: string;
  readonly url: string;
  /** Of the listener for plain HTTP that a server with a certificate has. */
  readonly isPlain?: boolean;
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
  readonly plainUrl?: string;
  readonly routes?: readonly Route[];
  readonly held?: Held;
  /** How often the handler of a route ran. */
  readonly handled?: number;
  readonly work?: Work;
}

const MEBIBYTE = 1024 * 1024;
const DOMAIN = 'fuzz.example.com';
const PLAIN_ROUTES = ['GET', 'HEAD', 'POST'].flatMap((method) =>
  ['/.well-known/acme-challenge/:token', '/*'].map((url) => ({ method, url, isPlain: true })),
);
const routes: Route[] = [];
const work = new ThreadWork();
let handled = 0;

diagnostics.subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
});
tracingChannel('fastify.request.handler').subscribe({
  start: ({ route }: { route: { method: string; url: string } }) => {
    handled++;
    work.note(`${route.method} ${route.url}`);
  },
} as unknown as TracingChannelSubscribers<object>);

process.on('message', (order: ServerOrder | 'measure' | 'count') => void answer(order));

let stop: (() => Promise<void>) | undefined;
const end = () => void stop?.().then(() => process.exit());
process.on('SIGTERM', end);
process.on('disconnect', end);

async function answer(order: ServerOrder | 'measure' | 'count'): Promise<void> {
  if (order === 'measure') return send({ held: measure() });
  if (order === 'count') return send({ handled, work: work.take() });
  const server = await startTestServer(order);
  work.start();
  const plain = await openPlainListener(server.server);
  stop = async () => {
    plain.close();
    plain.closeAllConnections();
    await server.stop();
  };
  const { port } = plain.address() as AddressInfo;
  const plainUrl = `http://127.0.0.1:${port}`;
  send({ url: server.url, plainUrl, routes: [...routes, ...PLAIN_ROUTES] });
}

/** What answers an issuer where the server has a name, and sends all others to HTTPS. Nothing is ordered. */
async function openPlainListener({ app, config, dependencies }: RunningServer): Promise<Server> {
  const tls = { ...config.tls, mode: 'acme', domains: [DOMAIN] } as const;
  const named = { ...config, tls, siteUrl: `https://${DOMAIN}` };
  const source = await openAcmeSource(named, dependencies.database, dependencies.log);
  const listener = createPlainListener(app, named, source);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return listener;
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
