import type { Sql } from '../../database/sql/sql.ts';
import { RestError } from '../rest-error.ts';
import type { FileSettings } from './api-settings.ts';
import type { Catalog } from './catalog.ts';
import { type LoadedCatalog, loadCatalog } from './load-catalog.ts';

const channel = 'pgrst';
const retryMs = 1_000;
const lookAgainMs = 3_000;

interface Options {
  readonly sql: Sql;
  /** What config.toml says; the database may say otherwise. */
  readonly file: FileSettings;
  onFailure(error: unknown): void;
  /** Settings of the database that change nothing here, once for each set of them. */
  onIgnored(settings: readonly string[]): void;
}

/**
 * The catalog in memory. `notify pgrst, 'reload schema'` reaches every server of a database, so they
 * all see a migration; whoever was not listening for a moment reads it again on coming back.
 */
export class CatalogCache {
  readonly #options: Options;
  #current: LoadedCatalog | undefined;
  #loading: Promise<void> | undefined;
  #isStale = false;
  #lastLook = 0;
  #stopped = false;
  #unlisten: (() => Promise<void>) | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.reload();
    const { unlisten } = await this.#options.sql.listen(
      channel,
      (payload) => {
        if (payload === '' || payload === 'reload schema' || payload === 'reload config')
          void this.reload();
      },
      () => void this.reload(),
    );
    this.#unlisten = unlisten;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#unlisten?.().catch(() => undefined);
  }

  get current(): Catalog {
    if (this.#current !== undefined) return this.#current.catalog;
    throw new RestError(
      503,
      'PGRST002',
      'Could not query the database for the schema cache. Retrying.',
      null,
      null,
      { 'retry-after': '1' },
    );
  }

  /** Several calls while one load runs become one more load: the first may have looked too early. */
  reload(): Promise<void> {
    if (this.#loading !== undefined) {
      this.#isStale = true;
      return this.#loading;
    }
    this.#loading = this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /**
   * Somebody named what the catalog does not have, or PostgreSQL did not find what it has: the schema
   * may have changed without a word. Looks again, but not at every such request.
   */
  doubt(): void {
    if (Date.now() - this.#lastLook > lookAgainMs) void this.reload();
  }

  async #load(): Promise<void> {
    do {
      this.#isStale = false;
      this.#lastLook = Date.now();
      try {
        const { sql, file } = this.#options;
        const before = this.#current?.catalog.ignoredSettings ?? [];
        this.#current = await loadCatalog(sql, file, this.#current);
        const { ignoredSettings } = this.#current.catalog;
        if (ignoredSettings.some((name) => !before.includes(name))) {
          this.#options.onIgnored(ignoredSettings);
        }
      } catch (error) {
        if (this.#stopped) return;
        this.#options.onFailure(error);
        setTimeout(() => void this.reload(), retryMs).unref();
      }
    } while (this.#isStale && !this.#stopped);
  }
}
