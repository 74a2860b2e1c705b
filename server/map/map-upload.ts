import { randomUUID } from 'node:crypto';
import {
  type FileHandle,
  open,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { z } from 'zod';
import type { Locks } from '../team/locks.ts';
import { HEADER_BYTES, readHeader } from './archive-header.ts';
import { asArchiveError, inspectArchiveFile, mapFileOf } from './map-file.ts';
import { MapUploadError } from './map-upload-error.ts';

/** Left free for the database, which may be on the same disk. */
const RESERVED_BYTES = 1024 ** 3;
const LIFETIME_MS = 24 * 60 * 60 * 1000;
const LOCK = 'map-upload';

export interface MapUpload extends StartedUpload {
  readonly offsetBytes: number;
}

type StartedUpload = z.infer<typeof startedUpload>;

const startedUpload = z.object({
  id: z.uuid(),
  /** The same file goes on where it stopped; another one has to wait. */
  fingerprint: z.string(),
  fileName: z.string(),
  lengthBytes: z.number(),
  startedAt: z.string(),
});

export type NewMapUpload = Pick<StartedUpload, 'fingerprint' | 'fileName' | 'lengthBytes'>;

/**
 * One upload at a time, beside the map it will replace: `map.pmtiles.part` has the bytes, its size is how
 * far the upload has come. Any worker takes the next piece, also after a restart.
 */
export class MapUploads {
  readonly #file: string;
  readonly #part: string;
  readonly #note: string;
  readonly #dataDir: string;
  readonly #locks: Locks;

  constructor(config: { readonly dataDir: string }, locks: Locks) {
    this.#dataDir = config.dataDir;
    this.#file = mapFileOf(config);
    this.#part = `${this.#file}.part`;
    this.#note = `${this.#part}.json`;
    this.#locks = locks;
  }

  /** The one that is under way; one that nobody goes on with is forgotten after a day. */
  async current(): Promise<MapUpload | null> {
    const [note, part] = await Promise.all([
      readFile(this.#note, 'utf8').catch(() => null),
      stat(this.#part).catch(() => null),
    ]);
    const started = startedUpload.safeParse(note === null ? null : parseJson(note));
    if (!started.success || !part || part.mtimeMs < Date.now() - LIFETIME_MS) return null;
    return { ...started.data, offsetBytes: part.size };
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#dataDir);
    return bavail * bsize;
  }

  async create(upload: NewMapUpload): Promise<MapUpload> {
    return this.#exclusively(async () => {
      const current = await this.current();
      if (current?.fingerprint === upload.fingerprint) return current;
      if (current) throw new MapUploadError('upload_running', current);
      await this.#remove();
      await this.#checkSpace(upload.lengthBytes);
      const started = { id: randomUUID(), ...upload, startedAt: new Date().toISOString() };
      await writeFile(this.#part, '', { mode: 0o600 });
      await writeFile(this.#note, JSON.stringify(started), { mode: 0o600 });
      return { ...started, offsetBytes: 0 };
    });
  }

  /** One whose last bytes came just before a crash is finished here. */
  async find(id: string): Promise<MapUpload> {
    const current = await this.current();
    if (current?.id !== id) throw new MapUploadError('no_upload');
    if (current.offsetBytes === current.lengthBytes) {
      await this.#exclusively(() => this.#finish());
    }
    return current;
  }

  /** Takes a piece; the last one makes it the base map. Answers how far the upload has come. */
  async append(id: string, offset: number, body: AsyncIterable<Buffer>): Promise<number> {
    return this.#exclusively(async () => {
      const upload = await this.current();
      if (upload?.id !== id) throw new MapUploadError('no_upload');
      if (upload.offsetBytes !== offset) throw new MapUploadError('wrong_offset', upload);
      await this.#checkSpace(upload.lengthBytes - offset);
      const end = await this.#write(upload, body);
      if (offset < HEADER_BYTES && end >= HEADER_BYTES) await this.#checkBeginning(upload);
      if (end === upload.lengthBytes) await this.#finish();
      return end;
    });
  }

  async cancel(id: string): Promise<void> {
    await this.#exclusively(async () => {
      if ((await this.current())?.id !== id) throw new MapUploadError('no_upload');
      await this.#remove();
    });
  }

  async removeMap(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  async #write(upload: MapUpload, body: AsyncIterable<Buffer>): Promise<number> {
    const handle = await open(this.#part, 'r+');
    try {
      return await writeAll(handle, upload, body);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      await this.#remove();
      throw new MapUploadError('no_space', undefined, error);
    } finally {
      await handle.close();
    }
  }

  /** A wrong file is refused with its first piece, not after gigabytes. */
  async #checkBeginning({ lengthBytes }: MapUpload): Promise<void> {
    const handle = await open(this.#part, 'r');
    try {
      const { buffer } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
      readHeader(buffer, lengthBytes);
    } catch (error) {
      await this.#remove();
      throw asArchiveError(error);
    } finally {
      await handle.close();
    }
  }

  async #finish(): Promise<void> {
    const upload = await this.current();
    // Finished by the one who had the lock before.
    if (!upload) return;
    try {
      await inspectArchiveFile(this.#part);
    } catch (error) {
      await this.#remove();
      throw asArchiveError(error);
    }
    await rename(this.#part, this.#file);
    await rm(this.#note, { force: true });
  }

  async #checkSpace(neededBytes: number): Promise<void> {
    const free = await this.freeBytes();
    if (free >= neededBytes + RESERVED_BYTES) return;
    throw new MapUploadError('no_space', {
      neededBytes: neededBytes + RESERVED_BYTES,
      freeBytes: free,
    });
  }

  async #remove(): Promise<void> {
    await rm(this.#note, { force: true });
    await rm(this.#part, { force: true });
  }

  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const unlock = await this.#locks.acquire(LOCK);
    if (!unlock) throw new MapUploadError('locked');
    try {
      return await work();
    } finally {
      unlock();
    }
  }
}

/** What came before the line broke stays: the next piece begins there. */
async function writeAll(
  handle: FileHandle,
  { offsetBytes, lengthBytes }: MapUpload,
  body: AsyncIterable<Buffer>,
): Promise<number> {
  let position = offsetBytes;
  for await (const chunk of body) {
    if (position + chunk.length > lengthBytes) {
      await handle.truncate(offsetBytes);
      throw new MapUploadError('too_long');
    }
    let written = 0;
    while (written < chunk.length) {
      const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position);
      written += bytesWritten;
      position += bytesWritten;
    }
  }
  if (position === lengthBytes) await handle.datasync();
  return position;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
