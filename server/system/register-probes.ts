import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { Team } from '../team/team.ts';
import { connectionsProbe } from './probes/connections.ts';
import { databaseSizeProbe } from './probes/database-size.ts';
import { diskProbe } from './probes/disk.ts';
import { errorsProbe } from './probes/errors.ts';
import { jobsProbe } from './probes/jobs.ts';
import { mailProbe } from './probes/mail.ts';
import { memoryProbe } from './probes/memory.ts';
import { workersProbe } from './probes/workers.ts';
import type { SystemProbes } from './system-probes.ts';

interface Dependencies {
  readonly config: Config;
  readonly database: Database;
  readonly probes: SystemProbes;
  readonly team: Team;
}

/** What belongs to no other part of the server. */
export function registerProbes({ config, database: { sql }, probes, team }: Dependencies): void {
  probes.register('mail', mailProbe(config, sql));
  probes.register('disk', diskProbe(config, sql));
  probes.register('database', databaseSizeProbe(sql));
  probes.register('connections', connectionsProbe(sql));
  probes.register('memory', memoryProbe(team));
  probes.register('workers', workersProbe(team));
  probes.register('jobs', jobsProbe(sql));
  probes.register('errors', errorsProbe(sql));
}
