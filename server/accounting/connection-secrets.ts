import type { SealKeys } from '../keys/seal-keys.ts';

export type Secrets = Readonly<Record<string, unknown>>;

/** Where the sealed secrets of connections are stored. */
export interface SecretStore {
  readSecret(connectionId: string): Promise<string | null>;
  /** Stores `after` where it still is `before`; false where somebody was quicker. */
  swapSecret(connectionId: string, before: string | null, after: string | null): Promise<boolean>;
  /** One at a time, on every server of this database. */
  alone<Result>(connectionId: string, work: () => Promise<Result>): Promise<Result>;
}

/** The secrets of one connection: open here, sealed in the database, exchanged as a unit. */
export class ConnectionSecrets {
  readonly #store: SecretStore;
  readonly #keys: () => SealKeys;
  readonly #connectionId: string;
  #sealed: string | null = null;
  #open: Secrets = {};

  private constructor(store: SecretStore, keys: () => SealKeys, connectionId: string) {
    this.#store = store;
    this.#keys = keys;
    this.#connectionId = connectionId;
  }

  static async read(
    store: SecretStore,
    keys: () => SealKeys,
    connectionId: string,
  ): Promise<ConnectionSecrets> {
    const secrets = new ConnectionSecrets(store, keys, connectionId);
    await secrets.reload();
    return secrets;
  }

  get current(): Secrets {
    return this.#open;
  }

  text(name: string): string | undefined {
    const value = this.#open[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  async reload(): Promise<void> {
    this.#sealed = await this.#store.readSecret(this.#connectionId);
    const { unseal } = this.#keys();
    this.#open =
      this.#sealed === null ? {} : (JSON.parse(unseal(this.#sealed, this.#context)) as Secrets);
  }

  /** False: somebody changed them meanwhile, and theirs are read now. */
  async replace(next: Secrets | null): Promise<boolean> {
    const sealed = next && this.#keys().seal(JSON.stringify(next), this.#context);
    if (await this.#store.swapSecret(this.#connectionId, this.#sealed, sealed)) {
      this.#sealed = sealed;
      this.#open = next ?? {};
      return true;
    }
    await this.reload();
    return false;
  }

  /** For what rotates, such as refresh tokens: two at once would invalidate each other's. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#store.alone(this.#connectionId, async () => {
      await this.reload();
      return work();
    });
  }

  get #context(): string {
    return `accounting ${this.#connectionId}`;
  }
}
