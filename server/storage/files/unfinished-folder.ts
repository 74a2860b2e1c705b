import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isVersion } from './file-store.ts';

/**
 * The names of writes on their way. Each worker of a server has a folder of its own in it: one that is
 * started again knows which were its, while the others go on. Without a worker it is everybody's.
 */
export class UnfinishedFolder {
  readonly #whole: string;
  readonly #own: string;
  readonly #underWay = new Set<string>();

  constructor(directory: string, worker: number | undefined) {
    this.#whole = path.join(directory, 'unfinished');
    this.#own = worker === undefined ? this.#whole : path.join(this.#whole, `worker-${worker}`);
  }

  async prepare(): Promise<void> {
    await mkdir(this.#own, { recursive: true, mode: 0o700 });
  }

  pathOf(version: string): string {
    return path.join(this.#own, version);
  }

  begin(version: string): void {
    this.#underWay.add(version);
  }

  end(version: string): void {
    this.#underWay.delete(version);
  }

  /** What a crash left behind, each once. */
  async leftovers(): Promise<string[]> {
    const names = (await this.#files()).map((file) => path.basename(file));
    return [...new Set(names)].filter((version) => !this.#underWay.has(version));
  }

  async forget(version: string): Promise<void> {
    for (const file of await this.#files()) {
      if (path.basename(file) === version) await rm(path.join(this.#own, file), { force: true });
    }
  }

  async #files(): Promise<string[]> {
    const present = await readdir(this.#own, { recursive: true });
    return present.filter((file) => isVersion(path.basename(file)));
  }
}
