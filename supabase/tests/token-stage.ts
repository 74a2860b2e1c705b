import { createHash } from 'node:crypto';
import type { Sql } from '../../server/database/sql/sql.ts';
import { as, type Person, type Tx } from './world.ts';

export interface Made {
  readonly id: string;
  readonly token: string;
}

/** As the screen makes one. */
export async function makeToken(
  sql: Sql,
  who: Pick<Person, 'userId'>,
  scopes: readonly string[],
): Promise<Made> {
  const [row] = await as(
    sql,
    who,
    (tx) => tx`select create_api_token('Script', ${[...scopes]}) as made`,
  );
  return row?.['made'];
}

export async function makeCompanyToken(
  sql: Sql,
  owner: Person,
  role: string,
  scopes: readonly string[],
): Promise<Made> {
  const [row] = await as(
    sql,
    owner,
    (tx) => tx`select create_company_token('Import', ${role}, ${[...scopes]}) as made`,
  );
  return row?.['made'];
}

/** What the server asks at each request. */
export async function askAboutToken(sql: Sql, token: string, limit = 600) {
  const hash = createHash('sha256').update(token).digest('hex');
  const [row] =
    await sql`select * from private.use_api_token(${hash}, '198.51.100.0/24', ${limit})`;
  return row as { state: string; claims: string; requests: number };
}

/** A transaction as the server begins it for a token, undone at the end. */
export async function asToken<T>(
  sql: Sql,
  made: Made,
  uses: readonly object[],
  story: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { claims } = await askAboutToken(sql, made.token, 1_000_000);
  let result: T | undefined;
  const undone = new Error('undone');
  await sql
    .begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${claims}, true),
        private.require_api_scopes(${made.id}, ${sql.json(uses as never)})`;
      await tx`set local role api_token`;
      result = await story(tx as Tx);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return result as T;
}
