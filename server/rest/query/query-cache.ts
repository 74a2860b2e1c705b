import type { Query } from './query.ts';

/**
 * Queries by the shape of their request. Two generations instead of a list of last uses: a query in use
 * moves to the young one, and what nobody asked for disappears with the old one.
 */
export class QueryCache {
  readonly #generationSize: number;
  #young = new Map<string, Query>();
  #old = new Map<string, Query>();
  #version = 0;

  constructor(generationSize = 1_000) {
    this.#generationSize = generationSize;
  }

  /** `version` is the catalog's: what was built with an older one is forgotten. */
  get(key: string, version: number): Query | undefined {
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

  set(key: string, query: Query): void {
    if (this.#young.size >= this.#generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, query);
  }
}
