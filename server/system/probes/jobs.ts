import type { Sql } from '../../database/sql/sql.ts';
import { type JobStatus, readJobs } from '../read-jobs.ts';
import type { SystemLine, SystemProbe } from '../system-line.ts';

export function jobsProbe(sql: Sql): SystemProbe {
  return async () => {
    const jobs = await readJobs(sql);
    return jobs && jobsLine(jobs);
  };
}

/** A run that failed is tried again at its next time; one that never begins is a fault of the server. */
export function jobsLine(jobs: readonly JobStatus[]): SystemLine {
  const inState = (state: JobStatus['state']) => jobs.filter((job) => job.state === state);
  const [late, failed] = [inState('late'), inState('failed')];
  const figures = { total: jobs.length, late: late.length, failed: failed.length };
  if (late.length > 0) {
    const values = { ...figures, count: late.length };
    return { id: 'jobs', state: 'error', reason: 'late', values };
  }
  if (failed.length > 0) {
    const values = { ...figures, count: failed.length };
    return { id: 'jobs', state: 'warning', reason: 'failed', values };
  }
  return { id: 'jobs', state: 'ok', reason: 'ok', values: { ...figures, count: jobs.length } };
}
