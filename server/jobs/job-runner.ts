import type { Sql } from '../database/sql/sql.ts';
import { type FailureSink, NO_SINK } from '../http/failure-sink.ts';
import type { Logger } from '../http/log.ts';
import { nextRun } from './cron-schedule.ts';

interface DueJob {
  readonly jobid: string;
  readonly jobname: string | null;
  readonly schedule: string;
  readonly command: string;
  readonly username: string;
}

const MAX_NAP_MS = 30_000;
const MIN_NAP_MS = 500;

/**
 * Runs the jobs of cron.job. Whoever moves a job's next run on in the database has the run, so of
 * any number of servers exactly one does, and a run missed while none was up is made up for once.
 */
export class JobRunner {
  readonly #sql: Sql;
  readonly #log: Logger;
  readonly #failures: FailureSink;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #stopped = false;

  constructor(sql: Sql, log: Logger, failures: FailureSink = NO_SINK) {
    this.#sql = sql;
    this.#log = log;
    this.#failures = failures;
  }

  async start(): Promise<void> {
    const [found] = await this.#sql`
      select from pg_attribute where attrelid = to_regclass('cron.job') and attname = 'next_run_at'`;
    // With the real pg_cron in the database there is nothing to do.
    if (found) this.#plan(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  /** Runs everything due now; resolves when it has run. */
  async runDue(): Promise<void> {
    await this.#scheduleNew();
    for (;;) {
      const job = await this.#claim();
      if (!job || this.#stopped) return;
      await this.#run(job);
    }
  }

  #plan(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#round = this.#tick();
    }, delayMs);
  }

  async #tick(): Promise<void> {
    let nap = MAX_NAP_MS;
    try {
      await this.runDue();
      nap = await this.#napMs();
    } catch (error) {
      this.#log.warn({ err: error }, 'jobs wait for the database');
    }
    if (!this.#stopped) this.#plan(nap);
  }

  async #napMs(): Promise<number> {
    const [row] = await this.#sql<{ ms: number | null }[]>`
      select extract(epoch from min(next_run_at) - clock_timestamp())::float8 * 1000 as ms
        from cron.job where active`;
    const untilNext = row?.ms ?? MAX_NAP_MS;
    return Math.min(Math.max(untilNext, MIN_NAP_MS), MAX_NAP_MS);
  }

  /** Jobs that were added or rescheduled have no next run yet. */
  async #scheduleNew(): Promise<void> {
    const jobs = await this.#sql<{ jobid: string; schedule: string; now: Date }[]>`
      select jobid, schedule, clock_timestamp() as now from cron.job
       where active and next_run_at is null`;
    for (const { jobid, schedule, now } of jobs) {
      const next = this.#nextRun(schedule, now);
      await this.#sql`
        update cron.job set next_run_at = ${next}, active = ${next !== null}
         where jobid = ${jobid} and next_run_at is null and schedule = ${schedule}`;
    }
  }

  async #claim(): Promise<DueJob | undefined> {
    return this.#sql.begin(async (sql) => {
      const [job] = await sql<(DueJob & { now: Date })[]>`
        select jobid, jobname, schedule, command, username, clock_timestamp() as now from cron.job
         where active and next_run_at <= clock_timestamp()
         order by next_run_at limit 1 for update skip locked`;
      if (!job) return undefined;
      const next = this.#nextRun(job.schedule, job.now);
      await sql`
        update cron.job set next_run_at = ${next}, active = ${next !== null}
         where jobid = ${job.jobid}`;
      return job;
    });
  }

  async #run(job: DueJob): Promise<void> {
    const [run] = await this.#sql<{ runid: string }[]>`
      insert into cron.job_run_details
        (jobid, database, username, command, status, start_time)
      values (${job.jobid}, current_database(), ${job.username}, ${job.command}, 'running',
        clock_timestamp())
      returning runid`;
    let status = 'succeeded';
    let message = '';
    try {
      message = await this.#sql.begin(async (sql) => {
        await sql`set local role ${sql(job.username)}`;
        const result = await sql.unsafe(job.command);
        return `${result.count ?? 0} rows`;
      });
    } catch (error) {
      status = 'failed';
      message = error instanceof Error ? error.message : String(error);
      const name = job.jobname ?? job.jobid;
      this.#log.error({ job: name, err: error }, 'job failed');
      this.#failures.record({ kind: 'job', name, error });
    }
    await this.#sql`
      update cron.job_run_details
         set status = ${status}, return_message = ${message}, end_time = clock_timestamp()
       where runid = ${run?.runid ?? null}`;
  }

  #nextRun(schedule: string, after: Date): Date | null {
    try {
      return nextRun(schedule, after);
    } catch (error) {
      this.#log.error({ err: error }, 'job switched off');
      return null;
    }
  }
}
