import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';

/** Everything the app needs from outside, so that tests can build it without listening. */
export interface AppDependencies {
  readonly config: Config;
  readonly database: Database;
}

export function createApp(dependencies: AppDependencies): FastifyInstance {
  const app = Fastify({ logger: false });
  void dependencies;
  return app;
}
