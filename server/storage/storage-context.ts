import type { Database } from '../database/database.ts';
import type { Logger } from '../http/log.ts';
import type { FileStore } from './files/file-store.ts';
import type { RemovedFiles } from './files/removed-files.ts';
import type { LinkTokens } from './link-tokens.ts';

/** No link lives longer. */
export const MAX_LINK_SECONDS = 10 * 365 * 24 * 60 * 60;

/** What every part of Storage works with. */
export interface StorageContext {
  readonly database: Database;
  readonly files: FileStore;
  readonly removedFiles: RemovedFiles;
  readonly links: LinkTokens;
  /** The largest file any bucket may take. */
  readonly fileSizeLimitBytes: number;
  /** The longest life of a link that a user makes. */
  readonly maxLinkSeconds: number;
  readonly log: Logger;
}
