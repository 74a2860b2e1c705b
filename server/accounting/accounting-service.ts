import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { projectFunction } from '../database/project-function.ts';
import type { Logger } from '../http/log.ts';
import { siteUrlOf } from '../http/site-url.ts';
import type { UpdateGate } from '../http/update-gate.ts';
import type { Keys } from '../keys/keys.ts';
import type { SystemProbes } from '../system/system-probes.ts';
import { leads, type Team } from '../team/team.ts';
import { AccountingLoop } from './accounting-loop.ts';
import { accountingProbe } from './accounting-probe.ts';
import { accountingRoutes } from './accounting-routes.ts';
import { AccountingStore, accountingFunctions } from './accounting-store.ts';
import { createSystems } from './systems.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly config: Config;
  readonly database: Database;
  readonly gate: UpdateGate;
  readonly keys: Keys;
  readonly log: Logger;
  readonly probes: SystemProbes;
  readonly team: Team;
}

/** Sends what the project gives out to the accounting systems of companies (decision 457). */
export async function accountingService(
  app: FastifyInstance,
  dependencies: Dependencies,
): Promise<void> {
  const { config, database, gate, keys, log, probes, team } = dependencies;
  const functions = accountingFunctions(config);
  if (!functions) return;
  const { sql } = database;
  const store = new AccountingStore(sql, functions);
  const systems = createSystems(config);
  const figures = projectFunction(config, 'accounting', 'figures');
  if (figures) probes.register('accounting', accountingProbe(sql, figures));
  accountingRoutes(app, { ...dependencies, store, systems, siteUrl: siteUrlOf(app, config) });
  if (!leads(team)) return;
  const loop = new AccountingLoop({ sql, log, store, systems, keys });
  app.addHook('onListen', () => gate.start(() => loop.start(), log));
  app.addHook('onClose', () => loop.stop());
}
