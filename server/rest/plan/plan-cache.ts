import type { Planned } from './planned.ts';

/**
 * Plans by the shape of their request. Two generations instead of a list of last uses: a plan in use
 * moves to the young one, and what nobody asked for disappears with the old one.
 */
export class PlanCache {
  readonly #generationSize: number;
  #young = new Map<string, Planned>();
  #old = new Map<string, Planned>();
  #version = 0;

  constructor(generationSize = 1_000) {
    this.#generationSize = generationSize;
  }

  /** `version` is the catalog's: what was planned with an older one is forgotten. */
  get(key: string, version: number): Planned | undefined {
    if (version !== this.#version) {
      this.#young.clear();
      this.#old.clear();
      this.#version = version;
      return undefined;
    }
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, planned: Planned): void {
    if (this.#young.size >= this.#generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, planned);
  }
}
