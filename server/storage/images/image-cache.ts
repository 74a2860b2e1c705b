import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface Entry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly usedAt: number;
}

/** How long a picture may take to be written: what is older was left behind by a crash. */
const WRITING_MS = 10 * 60 * 1000;
/** So much is added before it is looked again at what others have. */
const LOOK_AGAIN = 1 / 16;

/**
 * Rendered pictures on disk, the longest unused removed first when there are too many bytes. Several
 * workers share the folder.
 */
export class ImageCache {
  readonly #directory: string;
  readonly #limitBytes: number;
  /** Name without extension → name; read from disk once, then kept in step. */
  #names: Promise<Map<string, string>> | undefined;
  #bytes = 0;
  #bytesSinceLook = 0;
  #trimming = false;

  constructor(directory: string, limitBytes: number) {
    this.#directory = directory;
    this.#limitBytes = limitBytes;
  }

  async find(key: string): Promise<string | undefined> {
    const name = (await this.#known()).get(key);
    if (name === undefined) return undefined;
    const file = path.join(this.#directory, name);
    const now = new Date();
    try {
      await utimes(file, now, now);
      return file;
    } catch {
      return undefined;
    }
  }

  async keep(name: string, bytes: Buffer): Promise<string> {
    const names = await this.#known();
    const file = path.join(this.#directory, name);
    const unfinished = `${file}.${process.pid}.new`;
    await writeFile(unfinished, bytes, { mode: 0o600 });
    await rename(unfinished, file);
    names.set(keyOf(name), name);
    this.#bytes += bytes.length;
    this.#bytesSinceLook += bytes.length;
    const isFull = this.#bytes > this.#limitBytes;
    if (isFull || this.#bytesSinceLook > this.#limitBytes * LOOK_AGAIN) await this.#trim();
    return file;
  }

  async clear(): Promise<void> {
    const names = await this.#known();
    for (const { name } of await this.#entries()) {
      await rm(path.join(this.#directory, name), { force: true });
    }
    names.clear();
    this.#bytes = 0;
  }

  #known(): Promise<Map<string, string>> {
    this.#names ??= this.#load();
    return this.#names;
  }

  async #load(): Promise<Map<string, string>> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const entries = await this.#entries();
    this.#bytes = entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
    return new Map(entries.map(({ name }) => [keyOf(name), name]));
  }

  async #entries(): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (const name of await readdir(this.#directory)) {
      const file = path.join(this.#directory, name);
      const found = await stat(file).catch(() => undefined);
      if (!found) continue;
      if (!name.endsWith('.new')) {
        entries.push({ name, sizeBytes: found.size, usedAt: found.mtimeMs });
      } else if (found.mtimeMs < Date.now() - WRITING_MS) {
        await rm(file, { force: true });
      }
    }
    return entries;
  }

  /** Down to three quarters, so that it is not done again for the very next picture. */
  async #trim(): Promise<void> {
    if (this.#trimming) return;
    this.#trimming = true;
    try {
      const names = await this.#known();
      const oldestFirst = (await this.#entries()).sort((a, b) => a.usedAt - b.usedAt);
      this.#bytes = oldestFirst.reduce((sum, entry) => sum + entry.sizeBytes, 0);
      this.#bytesSinceLook = 0;
      if (this.#bytes <= this.#limitBytes) return;
      for (const entry of oldestFirst) {
        if (this.#bytes <= this.#limitBytes * 0.75) break;
        await rm(path.join(this.#directory, entry.name), { force: true });
        names.delete(keyOf(entry.name));
        this.#bytes -= entry.sizeBytes;
      }
    } finally {
      this.#trimming = false;
    }
  }
}

function keyOf(name: string): string {
  return path.basename(name, path.extname(name));
}
