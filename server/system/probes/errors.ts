import type { Sql } from '../../database/sql/sql.ts';
import { readErrors } from '../read-errors.ts';
import type { SystemLine, SystemProbe } from '../system-line.ts';

/** Single ones happen when a connection breaks; that many on a day do not. */
const MANY = 20;

export function errorsProbe(sql: Sql): SystemProbe {
  return async () => {
    const { requests, jobs } = await readErrors(sql);
    return errorsLine(requests, jobs);
  };
}

export function errorsLine(requests: number, jobs: number): SystemLine {
  const count = requests + jobs;
  const values = { count, requests, jobs };
  if (count === 0) return { id: 'errors', state: 'ok', reason: 'none', values };
  if (count < MANY) return { id: 'errors', state: 'warning', reason: 'some', values };
  return { id: 'errors', state: 'error', reason: 'many', values };
}
