import type { Config } from '../config.ts';
import type { Queryable, Sql } from '../database/sql/sql.ts';
import type { LedgerKeys } from '../keys/ledger-keys.ts';
import { StartupError } from '../startup-error.ts';

/** A table of the project: what is to be signed, and what was. */
export interface SigningTable {
  readonly schema: string;
  readonly name: string;
}

interface Waiting {
  readonly id: string;
  readonly signed_text: string;
  readonly signature: string | null;
  readonly key_id: string | null;
}

const MAX_AT_ONCE = 200;
const QUALIFIED = /^([a-z_][a-z0-9_]*)\.([a-z_][a-z0-9_]*)$/;

/** `[signing] table` of config.toml; nothing is signed where the project names none. */
export function signingTableOf({ project }: Pick<Config, 'project'>): SigningTable | undefined {
  const settings = project.raw['signing'] as Record<string, unknown> | undefined;
  const value = settings?.['table'];
  if (value === undefined) return undefined;
  const [, schema, name] = (typeof value === 'string' && QUALIFIED.exec(value)) || [];
  if (schema !== undefined && name !== undefined) return { schema, name };
  throw new StartupError('config.toml: signing.table takes a table like "private.signatures".');
}

/**
 * Signs what waits and checks what is to be checked again, until nothing is left. Each row is locked
 * until its result is written, so several servers share the work and none is signed twice.
 */
export async function workThroughSignatures(
  sql: Sql,
  table: SigningTable,
  keys: LedgerKeys,
): Promise<void> {
  for (;;) {
    const count = await sql.begin(async (transaction) => {
      const waiting = await takeWaiting(transaction, table);
      await writeResults(transaction, table, waiting.map(resultWith(keys)));
      return waiting.length;
    });
    if (count < MAX_AT_ONCE) return;
  }
}

async function takeWaiting(sql: Queryable, table: SigningTable): Promise<readonly Waiting[]> {
  return sql<Waiting[]>`
    select id, signed_text, signature, key_id from ${sql(table.schema)}.${sql(table.name)}
     where checked_at is null order by created_at limit ${MAX_AT_ONCE}
       for update skip locked`;
}

/** What was signed is checked with the published keys, and its signature stays as it is. */
function resultWith(keys: LedgerKeys) {
  return ({ id, signed_text: text, signature, key_id }: Waiting) =>
    signature === null || key_id === null
      ? { id, ...keys.sign(text), holds: true }
      : { id, signature, key_id, holds: keys.holds({ text, signature, key_id }) };
}

async function writeResults(
  sql: Queryable,
  table: SigningTable,
  results: readonly ReturnType<ReturnType<typeof resultWith>>[],
): Promise<void> {
  if (results.length === 0) return;
  await sql`
    update ${sql(table.schema)}.${sql(table.name)} s
       set signature = r.signature, key_id = r.key_id, holds = r.holds, checked_at = clock_timestamp(),
           signed_at = coalesce(s.signed_at, clock_timestamp())
      from jsonb_to_recordset(${sql.json(results)})
        as r (id uuid, signature text, key_id text, holds boolean)
     where s.id = r.id`;
}
