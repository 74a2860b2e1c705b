import { hostname } from 'node:os';
import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import type { Team } from '../team/team.ts';
import { version } from '../version.ts';
import { type RecentErrors, readErrors } from './read-errors.ts';
import { type JobStatus, readJobs } from './read-jobs.ts';
import type { SystemLine } from './system-line.ts';
import type { SystemProbes } from './system-probes.ts';

export interface StatusSources {
  readonly database: Database;
  readonly log: Logger;
  readonly probes: SystemProbes;
  readonly team: Team;
}

/** What Settings › System shows. */
export interface SystemStatus {
  readonly checkedAt: string;
  /** Who answered: of several servers each knows its own disk and memory. */
  readonly server: {
    readonly host: string;
    readonly worker: number;
    readonly workers: number;
    readonly version: string;
    readonly startedAt: string;
  };
  readonly lines: readonly SystemLine[];
  /** Empty also where they cannot be read: the line of that name says so. */
  readonly jobs: readonly JobStatus[];
  readonly errors: RecentErrors['newest'];
}

const STARTED_AT = new Date(performance.timeOrigin).toISOString();

export async function readStatus({
  database: { sql },
  log,
  probes,
  team,
}: StatusSources): Promise<SystemStatus> {
  const failed = (probe: string, err: unknown) =>
    log.warn({ probe, err }, 'a figure of the system could not be read');
  const [lines, jobs, errors] = await Promise.all([
    probes.lines(failed),
    readJobs(sql).catch((error) => void failed('jobs', error)),
    readErrors(sql).catch((error) => void failed('errors', error)),
  ]);
  return {
    checkedAt: new Date().toISOString(),
    server: {
      host: hostname(),
      worker: team.place,
      workers: team.size,
      version,
      startedAt: STARTED_AT,
    },
    lines,
    jobs: jobs ?? [],
    errors: errors?.newest ?? [],
  };
}
