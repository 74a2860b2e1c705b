import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface Entry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly usedAt: number;
}

/** Rendered pictures on disk, the longest unused removed first when there are too many bytes. */
export class ImageCache {
  readonly #directory: string;
  readonly #limitBytes: number;
  /** Name without extension → name; read from disk once, then kept in step. */
  #names: Promise<Map<string, string>> | undefined;
  #bytes = 0;
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
    if (this.#bytes > this.#limitBytes) await this.#trim();
    return file;
  }

  async clear(): Promise<void> {
    const names = await this.#known();
    for (const name of names.values()) await rm(path.join(this.#directory, name), { force: true });
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
      if (name.endsWith('.new')) {
        await rm(file, { force: true });
        continue;
      }
      const { size, mtimeMs } = await stat(file);
      entries.push({ name, sizeBytes: size, usedAt: mtimeMs });
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
