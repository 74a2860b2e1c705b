import type { Sql } from '../database/sql/sql.ts';

export interface JobStatus {
  readonly name: string;
  readonly schedule: string;
  readonly active: boolean;
  readonly lastRunAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly nextRunAt: string | null;
  readonly durationSeconds: number | null;
  readonly state: 'ok' | 'failed' | 'late' | 'running' | 'waiting' | 'off';
}

interface Row {
  readonly name: string;
  readonly schedule: string;
  readonly active: boolean;
  readonly nextRunAt: Date | null;
  readonly status: string | null;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly succeededAt: Date | null;
  readonly isLate: boolean;
}

/** A run that should have begun that long ago does not begin by itself. */
const LATE_MINUTES = 15;

/** Scheduled jobs with their last run, those with a fault first. Null: the database has no scheduler. */
export async function readJobs(sql: Sql): Promise<JobStatus[] | null> {
  const [scheduler] = await sql`select to_regclass('cron.job_run_details') is not null as found`;
  if (!scheduler?.['found']) return null;
  // Through JSON: pg_cron itself has no next run.
  const rows = await sql<Row[]>`
    select coalesce(j.jobname, j.jobid::text) as name, j.schedule, j.active,
           n.next_run_at as "nextRunAt", r.status, r.start_time as "startedAt",
           r.end_time as "endedAt", s.end_time as "succeededAt",
           coalesce(n.next_run_at < now() - make_interval(mins => ${LATE_MINUTES}), false) as "isLate"
      from cron.job j
      cross join lateral (select (to_jsonb(j) ->> 'next_run_at')::timestamptz as next_run_at) n
      left join lateral (
        select status, start_time, end_time from cron.job_run_details d
         where d.jobid = j.jobid order by runid desc limit 1) r on true
      left join lateral (
        select end_time from cron.job_run_details d
         where d.jobid = j.jobid and d.status = 'succeeded' order by runid desc limit 1) s on true
     order by j.jobname, j.jobid`;
  return rows.map(statusOf).sort((one, other) => rank(one) - rank(other));
}

function statusOf(row: Row): JobStatus {
  const { startedAt, endedAt } = row;
  return {
    name: row.name,
    schedule: row.schedule,
    active: row.active,
    lastRunAt: startedAt?.toISOString() ?? null,
    lastSuccessAt: row.succeededAt?.toISOString() ?? null,
    nextRunAt: row.active ? (row.nextRunAt?.toISOString() ?? null) : null,
    durationSeconds:
      startedAt && endedAt ? Math.max(0, (endedAt.getTime() - startedAt.getTime()) / 1000) : null,
    state: stateOf(row),
  };
}

function stateOf({ active, isLate, status }: Row): JobStatus['state'] {
  if (!active) return 'off';
  if (isLate) return 'late';
  if (status === 'failed') return 'failed';
  if (status === 'running' || status === 'starting') return 'running';
  return status === null ? 'waiting' : 'ok';
}

const FAULTS: readonly JobStatus['state'][] = ['late', 'failed'];

export const isFaulty = ({ state }: JobStatus): boolean => FAULTS.includes(state);

const rank = (job: JobStatus): number => (isFaulty(job) ? 0 : 1);
