import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { pack } from 'tar-stream';

/** A `.tar.zst` that appears under its name only once it is whole and on disk. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #tar = pack();
  readonly #written: Promise<void>;

  constructor(file: string) {
    this.#file = file;
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
    this.#written = pipeline(
      this.#tar,
      compress,
      createWriteStream(this.#unfinished, { mode: 0o600 }),
    );
    // The failure surfaces in finish(); without this it would also be an unhandled rejection.
    this.#written.catch(() => undefined);
  }

  get #unfinished(): string {
    return `${this.#file}.unfinished`;
  }

  add(name: string, content: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#tar
        .entry({ name, size: content.length, mode: 0o600 }, content, (error) =>
          error ? reject(error) : resolve(),
        )
        .on('error', reject);
    });
  }

  addFile(name: string, source: string, size: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry = this.#tar.entry({ name, size, mode: 0o600 }, (error) =>
        error ? reject(error) : resolve(),
      );
      // Of an archive that cannot be written: nobody else listens, and it would end the process.
      entry.on('error', reject);
      createReadStream(source)
        .on('error', (error) => entry.destroy(error))
        .pipe(entry as unknown as NodeJS.WritableStream);
    });
  }

  async finish(): Promise<void> {
    this.#tar.finalize();
    await this.#written;
    const handle = await open(this.#unfinished, 'r');
    await handle.sync();
    await handle.close();
    await rename(this.#unfinished, this.#file);
  }

  /** Removes what was written. Answers why the file could not be, where that is what failed. */
  async abandon(): Promise<Error | undefined> {
    this.#tar.destroy();
    const reason = await this.#written.then(
      () => undefined,
      // Without a system call behind it, it is the stream that was destroyed just now.
      (cause: NodeJS.ErrnoException) => (cause.syscall === undefined ? undefined : cause),
    );
    await rm(this.#unfinished, { force: true }).catch(() => undefined);
    return reason;
  }
}
