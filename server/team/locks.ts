/** Names that only one may hold at a time. */
export interface Locks {
  /** Undefined: somebody else has it. Otherwise what gives it back. */
  acquire(name: string): Promise<(() => void) | undefined>;
}

export class LocalLocks implements Locks {
  readonly #held = new Set<string>();

  async acquire(name: string): Promise<(() => void) | undefined> {
    if (this.#held.has(name)) return undefined;
    this.#held.add(name);
    return () => void this.#held.delete(name);
  }
}

/** Kept by the main process for its workers: what a worker held when it died is free again. */
export class LockTable {
  readonly #holders = new Map<string, number>();

  take(name: string, holder: number): boolean {
    if (this.#holders.has(name)) return false;
    this.#holders.set(name, holder);
    return true;
  }

  giveBack(name: string, holder: number): void {
    if (this.#holders.get(name) === holder) this.#holders.delete(name);
  }

  forget(holder: number): void {
    for (const [name, by] of this.#holders) if (by === holder) this.#holders.delete(name);
  }
}
