import type { Authenticator } from '../auth/authenticate.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import type { CatalogCache } from './catalog/catalog-cache.ts';
import type { QueryCache } from './query/query-cache.ts';

/** What every request to the data API is answered with. */
export interface RestContext {
  readonly config: Config;
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly catalogs: CatalogCache;
  readonly queries: QueryCache;
}
