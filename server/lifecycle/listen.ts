import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { StartupError } from './startup-error.ts';

export async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
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
