import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { objectNotFound } from '../storage-error.ts';
import {
  type FileStore,
  type FileWrite,
  isVersion,
  type Publication,
  type StoredFile,
} from './file-store.ts';
import { type S3Client, S3Error } from './s3-client.ts';
import { S3Upload } from './s3-upload.ts';
import { elements, textOf } from './s3-xml.ts';
import { UnfinishedFolder } from './unfinished-folder.ts';

/**
 * Bytes in an S3-compatible store. An object exists there before its row does; a local marker keeps
 * its version until the row is committed, as the `unfinished` folder of the disk store does.
 */
export class S3FileStore implements FileStore {
  readonly #client: S3Client;
  readonly #markers: UnfinishedFolder;

  constructor(client: S3Client, directory: string, worker?: number) {
    this.#client = client;
    this.#markers = new UnfinishedFolder(directory, worker);
  }

  prepare(): Promise<void> {
    return this.#markers.prepare();
  }

  async begin(version: string): Promise<FileWrite> {
    const publication = await this.#publication(version);
    const upload = new S3Upload(this.#client, version);
    return {
      ...publication,
      receive: (body, limitBytes) => upload.receive(body, limitBytes),
    };
  }

  async read(
    version: string,
    range?: { start: number; end: number },
  ): Promise<Readable | undefined> {
    if (!isVersion(version)) return undefined;
    const headers = range && { range: `bytes=${range.start}-${range.end}` };
    try {
      const { body } = await this.#client.call({
        method: 'GET',
        key: version,
        ...(headers && { headers }),
      });
      return body ? Readable.from(body) : Readable.from([]);
    } catch (error) {
      return undefinedIfMissing(error);
    }
  }

  async copy(source: string, version: string): Promise<Publication> {
    if (!isVersion(source)) throw objectNotFound();
    const publication = await this.#publication(version);
    try {
      await this.#client.copy(source, version);
    } catch (error) {
      await publication.discard();
      throw isMissing(error) ? objectNotFound() : error;
    }
    return publication;
  }

  async remove(versions: readonly string[]): Promise<void> {
    for (const version of versions.filter(isVersion))
      await this.#client.call({ method: 'DELETE', key: version });
  }

  async *list(): AsyncIterable<StoredFile> {
    let after: string | undefined;
    do {
      const answer = await this.#client.list({
        'list-type': '2',
        ...(after !== undefined && { 'continuation-token': after }),
      });
      for (const entry of elements(answer, 'Contents')) {
        yield {
          version: path.posix.basename(textOf(entry, 'Key') ?? ''),
          sizeBytes: Number(textOf(entry, 'Size')),
          modifiedAt: new Date(textOf(entry, 'LastModified') ?? 0),
        };
      }
      after = textOf(answer, 'NextContinuationToken');
    } while (after !== undefined);
  }

  async sizeOf(version: string): Promise<number | undefined> {
    if (!isVersion(version)) return undefined;
    try {
      const { headers } = await this.#client.call({ method: 'HEAD', key: version });
      return Number(headers.get('content-length'));
    } catch (error) {
      return undefinedIfMissing(error);
    }
  }

  leftovers(): Promise<string[]> {
    return this.#markers.leftovers();
  }

  async forget(version: string): Promise<void> {
    await this.#abortUploads(version);
    await this.#markers.forget(version);
  }

  /** Parts of an upload that was never completed are invisible, and paid for until aborted. */
  async #abortUploads(version: string): Promise<void> {
    const answer = await this.#client.list({ uploads: '' }, version);
    for (const entry of elements(answer, 'Upload')) {
      const uploadId = textOf(entry, 'UploadId');
      if (!uploadId) continue;
      await this.#client.call({ method: 'DELETE', key: version, query: { uploadId } });
    }
  }

  async #publication(version: string): Promise<Publication> {
    this.#markers.begin(version);
    const marker = this.#markers.pathOf(version);
    await writeFile(marker, '', { mode: 0o600 });
    return {
      version,
      publish: async () => undefined,
      settle: async () => {
        await rm(marker, { force: true });
        this.#markers.end(version);
      },
      discard: async () => {
        await this.remove([version]);
        await rm(marker, { force: true });
        this.#markers.end(version);
      },
    };
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3Error && error.status === 404;
}

function undefinedIfMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}
