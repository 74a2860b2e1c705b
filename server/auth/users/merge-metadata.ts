import type { Queryable } from '../../database/queryable.ts';
import type { Metadata } from './user-row.ts';

/** Keys given are set, keys given as null are removed, all others stay: GoTrue's way. */
export async function mergeMetadata(
  sql: Queryable,
  userId: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  changes: Metadata,
): Promise<void> {
  const removed = Object.keys(changes).filter((key) => changes[key] === null);
  await sql`
    update auth.users
       set ${sql(column)} = (coalesce(${sql(column)}, '{}') || ${sql.json(changes as never)})
             - ${removed}::text[],
           updated_at = now()
     where id = ${userId}`;
}
