import type { Sql } from '../../database/sql/sql.ts';
import type { Logger } from '../../http/log.ts';
import type { FileStore } from './file-store.ts';

const BATCH = 200;

/** Deletes the bytes that no row names any more: soon after each removal, and again at every start. */
export class RemovedFiles {
  readonly #sql: Sql;
  readonly #files: FileStore;
  readonly #log: Logger;
  #running: Promise<void> | undefined;
  #again = false;

  constructor(sql: Sql, files: FileStore, log: Logger) {
    this.#sql = sql;
    this.#files = files;
    this.#log = log;
  }

  /** Never fails: what could not be deleted now is still queued for the next time. */
  sweep(): Promise<void> {
    if (this.#running) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#drain()
      .catch((error) => this.#log.error({ err: error }, 'removing files failed'))
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }

  async #drain(): Promise<void> {
    do {
      this.#again = false;
      while ((await this.#removeBatch()) === BATCH);
    } while (this.#again);
  }

  async #removeBatch(): Promise<number> {
    return this.#sql.begin(async (sql) => {
      const rows = await sql<{ version: string }[]>`
        select version from storage.removed_files limit ${BATCH} for update skip locked`;
      const versions = rows.map((row) => row.version);
      if (versions.length === 0) return 0;
      await this.#files.remove(versions);
      await sql`delete from storage.removed_files where version = any(${versions})`;
      return versions.length;
    });
  }
}
