import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../app.ts';
import type { Config } from '../config.ts';
import type { DatabaseService } from './database-service.ts';

export interface StartedServer {
  readonly url: string;
  readonly port: number;
  readonly config: Config;
  readonly databaseService: DatabaseService;
  /** Migrations that were edited after they had been applied. */
  readonly editedMigrations: readonly string[];
  /** Whether the demo accounts are there and let in. */
  readonly demo: boolean;
  stop(): Promise<void>;
}

/** One that does everything in this process. */
export interface RunningServer extends StartedServer {
  readonly app: FastifyInstance;
  readonly dependencies: AppDependencies;
}
