import { createServer, type ListenOptions, type Server } from 'node:net';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import type { Config } from '../config.ts';
import { freePort, isBlockedPort } from '../http/free-port.ts';
import { StartupError } from '../startup-error.ts';
import type { TlsListeners } from '../tls/tls-listeners.ts';
import { type Address, explainListenError } from './listen-error.ts';

/** Refuses a port or an address that cannot be had, before anything is started for it. */
export async function checkAddresses(config: Config): Promise<void> {
  for (const address of addressesOf(config)) {
    if (isBlockedPort(address.port)) {
      throw new StartupError(
        `Browsers do not open port ${address.port}. Start with another one: ${address.setting}=${address.usual} npm start`,
      );
    }
    const probe = createServer();
    await listenOn(probe, address);
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** Ports that were left to the system (0) are chosen once, so that all processes and links have them. */
export async function choosePorts(config: Config): Promise<Config> {
  const { tls, host } = config;
  const choose = async (port: number, at: string) => (port === 0 ? freePort(at) : port);
  const port = await choose(config.port, plainHost(config));
  if (tls.mode === 'off') return { ...config, port };
  const httpsPort = await choose(tls.httpsPort, host);
  const httpPort = tls.httpPort === null ? null : await choose(tls.httpPort, host);
  const siteUrl = config.siteUrl.replace(/:0$/, `:${httpsPort}`);
  return { ...config, port, siteUrl, tls: { ...tls, httpsPort, httpPort } };
}

/** Systems that spread the connections of a port over all processes that listen on it. */
const SPREADING: ReadonlySet<NodeJS.Platform> = new Set(['linux', 'freebsd', 'aix', 'sunos']);

/**
 * Each worker has a queue of its own, which ends with it: whoever waits in it learns that at once.
 * Elsewhere they share one, and whoever is free takes the next.
 */
export async function listen(
  app: FastifyInstance,
  config: Config,
  tls: TlsListeners | undefined,
): Promise<void> {
  const reusePort = config.workers > 1 && SPREADING.has(process.platform);
  const [plain, ...others] = addressesOf(config);
  if (plain) await listenPlain(app, plain, reusePort);
  for (const address of others) {
    const server = address.setting === 'HTTPS_PORT' ? tls?.https.server : tls?.http;
    if (server) await listenOn(server, address, { reusePort });
  }
}

async function listenPlain(app: FastifyInstance, address: Address, reusePort: boolean) {
  const { host, port } = address;
  const options: FastifyListenOptions & { readonly reusePort: boolean } = { host, port, reusePort };
  try {
    await app.listen(options);
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, address);
  }
}

async function listenOn(server: Server, address: Address, options: ListenOptions = {}) {
  const { host, port } = address;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ ...options, host, port }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, address);
  }
}

/** The one for plain HTTP first. */
function addressesOf(config: Config): Address[] {
  const { port, host, tls } = config;
  const plain: Address = { setting: 'PORT', host: plainHost(config), port, usual: 3000 };
  if (tls.mode === 'off') return [plain];
  const https: Address = { setting: 'HTTPS_PORT', host, port: tls.httpsPort, usual: 443 };
  if (tls.httpPort === null) return [plain, https];
  return [plain, https, { setting: 'HTTP_PORT', host, port: tls.httpPort, usual: 80 }];
}

/** With TLS, plain HTTP is for this machine alone: health, figures, captured mail. */
function plainHost({ host, tls }: Config): string {
  return tls.mode === 'off' ? host : '127.0.0.1';
}
