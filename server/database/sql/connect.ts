import type { Endpoint } from '../wire/endpoint.ts';
import { Connections } from './connections.ts';
import { makeTag } from './make-tag.ts';
import type { Queryable, Sql, SqlOptions } from './sql.ts';

/** Connections for the platform's own work: auth tables, queues, migrations. */
export function connectPlatform(endpoint: Endpoint, options: SqlOptions = {}): Sql {
  const connections = new Connections(endpoint, options);
  function begin<T>(mode: string | Work<T>, work?: Work<T>): Promise<T> {
    return typeof mode === 'string'
      ? connections.begin(`begin ${mode}`, work as Work<T>)
      : connections.begin('begin', mode);
  }
  return Object.assign(makeTag(connections), {
    begin,
    reserve: () => connections.reserve(),
    listen: (...args: Parameters<Sql['listen']>) => connections.listen(...args),
    again: (others: SqlOptions) => connectPlatform(endpoint, others),
    end: ({ timeout = Number.POSITIVE_INFINITY } = {}) => connections.end(timeout * 1000),
  });
}

type Work<T> = (sql: Queryable) => Promise<T>;
