import type { Sql } from '../../server/database/sql/sql.ts';

/** A transaction with the rights of an account, without a server in between. */
export function asCaller<T>(sql: Sql, userId: string, work: (tx: Sql) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    const claims = JSON.stringify({ sub: userId, role: 'authenticated' });
    await tx`select set_config('request.jwt.claims', ${claims}, true)`;
    await tx`set local role authenticated`;
    return work(tx as Sql);
  }) as Promise<T>;
}
