/** Where a PostgreSQL listens. */
export interface Address {
  /** Host name, address, or the directory of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

/** The machines of one database, of which one takes writes: the last that did is asked first. */
export class Machines {
  readonly #addresses: readonly Address[];
  #writable: Address;

  constructor(first: Address, others: readonly Address[]) {
    this.#addresses = [first, ...others];
    this.#writable = first;
  }

  get writable(): Address {
    return this.#writable;
  }

  /** The first that opens. All fail: what the first of them said. */
  async open<T>(openOne: (address: Address) => Promise<T>): Promise<T> {
    const last = this.#writable;
    const order = [last, ...this.#addresses.filter((address) => address !== last)];
    const failures: unknown[] = [];
    for (const address of order) {
      try {
        const opened = await openOne(address);
        this.#writable = address;
        return opened;
      } catch (error) {
        failures.push(error);
      }
    }
    throw failures[0];
  }

  toString(): string {
    return this.#addresses.map(({ host, port }) => `${host}:${port}`).join(' or ');
  }
}
