import type { Config } from '../config.ts';

/** Of one process: mail, jobs, accounts, files. */
const PLATFORM = 8;
/** What a worker needs when a job runs, a mail is being sent and somebody signs in. */
const LEAST_PLATFORM = 4;
/** Realtime's own, and one each that listens for mail and for a changed schema. */
const BESIDE_POOLS = 4 + 2;
/** The main process, backups, whoever looks at the database by hand, and PostgreSQL's own reserve. */
const FOR_OTHERS = 20;

type Sizes = Pick<Config, 'poolSize' | 'workers'>;

/** How many connections each process may open. */
export function connectionsOf({ poolSize, workers }: Sizes): {
  readonly requests: number;
  readonly platform: number;
} {
  if (workers === 1) return { requests: poolSize, platform: PLATFORM };
  return {
    requests: Math.max(1, Math.floor(poolSize / workers)),
    platform: Math.max(LEAST_PLATFORM, Math.floor((2 * PLATFORM) / workers)),
  };
}

/** What PostgreSQL must let in for all of them. */
export function connectionsNeeded(sizes: Sizes): number {
  const { requests, platform } = connectionsOf(sizes);
  return sizes.workers * (requests + platform + BESIDE_POOLS) + FOR_OTHERS;
}
