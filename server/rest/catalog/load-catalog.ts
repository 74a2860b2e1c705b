import type { Sql } from 'postgres';
import { buildCatalog, type CatalogRows } from './build-catalog.ts';
import type { Catalog } from './catalog.ts';
import {
  foreignKeysQuery,
  functionsQuery,
  settingsQuery,
  tablesQuery,
  typesQuery,
  viewsQuery,
} from './catalog-queries.ts';

/** One consistent look at the database, in one read-only transaction. */
export async function loadCatalog(
  sql: Sql,
  schemas: readonly string[],
  version: number,
): Promise<Catalog> {
  const rows = await sql.begin('isolation level repeatable read read only', async (transaction) => {
    // Without a search path PostgreSQL writes every name with its schema.
    await transaction`set local search_path to ''`;
    const exposed = transaction.array([...schemas], 25);
    const read = async (query: string, parameters: (typeof exposed)[] = []) => [
      ...(await transaction.unsafe(query, parameters)),
    ];
    return {
      tables: await read(tablesQuery),
      foreignKeys: await read(foreignKeysQuery),
      views: await read(viewsQuery),
      functions: await read(functionsQuery, [exposed]),
      types: await read(typesQuery, [exposed]),
      settings: (await read(settingsQuery))[0],
    } as unknown as CatalogRows;
  });
  return buildCatalog(rows, schemas, version);
}
