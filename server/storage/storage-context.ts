import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import type { FileStore } from './files/file-store.ts';
import type { RemovedFiles } from './files/removed-files.ts';
import type { LinkTokens } from './link-tokens.ts';

/** What every part of Storage works with. */
export interface StorageContext {
  readonly database: Database;
  readonly files: FileStore;
  readonly removedFiles: RemovedFiles;
  readonly links: LinkTokens;
  /** The largest file any bucket may take. */
  readonly fileSizeLimitBytes: number;
  readonly log: Logger;
}
