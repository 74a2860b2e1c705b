import type { FastifyInstance } from 'fastify';
import type { AppDependencies } from '../app.ts';
import type { DatabaseService } from './database-service.ts';

export interface RunningServer {
  readonly url: string;
  readonly app: FastifyInstance;
  readonly dependencies: AppDependencies;
  readonly databaseService: DatabaseService;
  /** Migrations that were edited after they had been applied. */
  readonly editedMigrations: readonly string[];
  /** Whether the demo accounts are there and let in. */
  readonly demo: boolean;
  stop(): Promise<void>;
}
