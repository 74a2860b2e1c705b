import { createServer } from 'node:net';
import type { FastifyInstance, FastifyListenOptions } from 'fastify';
import type { Config } from '../config.ts';
import { freePort, isBlockedPort } from '../http/free-port.ts';
import { StartupError } from '../startup-error.ts';

/** Refuses a port or an address that cannot be had, before anything is started for it. */
export async function checkAddress({ host, port }: Config): Promise<void> {
  if (isBlockedPort(port)) {
    throw new StartupError(
      `Browsers do not open port ${port}. Start with another one: PORT=3000 npm start`,
    );
  }
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port }, resolve);
    });
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, host, port);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** Systems that spread the connections of a port over all processes that listen on it. */
const SPREADING: ReadonlySet<NodeJS.Platform> = new Set(['linux', 'freebsd', 'aix', 'sunos']);

/**
 * Each worker has a queue of its own, which ends with it: whoever waits in it learns that at once.
 * Elsewhere they share one, and whoever is free takes the next.
 */
export async function listen(app: FastifyInstance, config: Config): Promise<void> {
  const { host, port, workers } = config;
  const options: FastifyListenOptions & { readonly reusePort: boolean } = {
    host,
    port: port === 0 ? await freePort(host) : port,
    reusePort: workers > 1 && SPREADING.has(process.platform),
  };
  try {
    await app.listen(options);
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, host, port);
  }
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} is taken. Stop the other program, or start with another one: PORT=${port + 1} npm start`,
      );
    case 'EACCES':
      return new StartupError(`Port ${port} needs more rights. Set PORT to a number above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(
        `HOST=${host} is no address of this machine. Set HOST to one that is.`,
      );
    default:
      return error;
  }
}
