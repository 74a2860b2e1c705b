import type { Queryable } from '../../database/sql/sql.ts';
import { validationFailed } from '../auth-error.ts';
import type { Metadata } from './user-row.ts';

/** All of it together; a token that carries more would not fit into a request's headers. */
const METADATA_BYTES = 9 * 1024;

/** Keys given are set, keys given as null are removed, all others stay: GoTrue's way. */
export async function mergeMetadata(
  sql: Queryable,
  userId: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  changes: Metadata,
): Promise<void> {
  const removed = Object.keys(changes).filter((key) => changes[key] === null);
  const [row] = await sql<{ bytes: number }[]>`
    update auth.users
       set ${sql(column)} = (coalesce(${sql(column)}, '{}') || ${sql.json(changes as never)})
             - ${removed}::text[],
           updated_at = now()
     where id = ${userId}
    returning octet_length(${sql(column)}::text) as bytes`;
  if (row && row.bytes > METADATA_BYTES) throw validationFailed('metadata is too large');
}
