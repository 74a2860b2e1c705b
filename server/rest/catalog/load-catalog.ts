import { createHash } from 'node:crypto';
import type { Sql } from '../../database/sql/sql.ts';
import { type FileSettings, ignoredApiSettings, readApiSettings } from './api-settings.ts';
import { buildCatalog, type CatalogRows } from './build-catalog.ts';
import type { Catalog } from './catalog.ts';
import {
  codeQuery,
  foreignKeysQuery,
  functionsQuery,
  projectQuery,
  settingsQuery,
  tablesQuery,
  typesQuery,
  viewsQuery,
} from './catalog-queries.ts';

export interface LoadedCatalog {
  readonly catalog: Catalog;
  /** The same for the same schema. */
  readonly fingerprint: string;
}

/** One consistent look at the database, in one read-only transaction. */
export async function loadCatalog(
  sql: Sql,
  file: FileSettings,
  previous: LoadedCatalog | undefined,
): Promise<LoadedCatalog> {
  const rows = await sql.begin('isolation level repeatable read read only', async (transaction) => {
    // Without a search path PostgreSQL writes every name with its schema.
    await transaction`set local search_path to ''`;
    const read = async (query: string, parameters: (readonly string[])[] = []) => [
      ...(await transaction.unsafe(query, parameters)),
    ];
    const [own] = (await read(settingsQuery)) as unknown as { settings: string[] }[];
    const settings = readApiSettings(own?.settings ?? [], file);
    const schemas = [...settings.schemas];
    return {
      settings,
      ignored: ignoredApiSettings(own?.settings ?? []),
      tables: await read(tablesQuery),
      foreignKeys: await read(foreignKeysQuery),
      views: await read(viewsQuery),
      functions: await read(functionsQuery, [schemas]),
      types: await read(typesQuery, [schemas]),
      code: await read(codeQuery),
      project: (await read(projectQuery))[0],
    } as unknown as CatalogRows;
  });
  const fingerprint = createHash('sha256').update(JSON.stringify(rows)).digest('base64');
  // What was built with the catalog stays valid when nothing changed.
  if (previous?.fingerprint === fingerprint) return previous;
  const version = (previous?.catalog.version ?? 0) + 1;
  return { catalog: buildCatalog(rows, version), fingerprint };
}
