import type { SealKeys } from '../keys/seal-keys.ts';

export type Secrets = Readonly<Record<string, unknown>>;

/** Where the sealed secrets of connections are stored. */
export interface SecretStore {
  readSecret(connectionId: string): Promise<string | null>;
  /** Stores `after` where it still is `before`; false where somebody was quicker. */
  swapSecret(connectionId: string, before: string | null, after: string): Promise<boolean>;
  /** One at a time, on every server of this database. */
  alone<Result>(connectionId: string, work: () => Promise<Result>): Promise<Result>;
}

const MAX_TRIES = 5;

/** The secrets of one connection: open here, sealed in the database, exchanged as a unit. */
export class ConnectionSecrets {
  readonly #store: SecretStore;
  readonly #keys: { readonly sealKeys: SealKeys };
  readonly #connectionId: string;
  #sealed: string | null = null;
  #open: Secrets = {};

  private constructor(
    store: SecretStore,
    keys: { readonly sealKeys: SealKeys },
    connectionId: string,
  ) {
    this.#store = store;
    this.#keys = keys;
    this.#connectionId = connectionId;
  }

  static async read(
    store: SecretStore,
    keys: { readonly sealKeys: SealKeys },
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
    this.#take(await this.#store.readSecret(this.#connectionId));
  }

  /** False: somebody changed or deleted them meanwhile, and that is read now. */
  async replace(next: Secrets): Promise<boolean> {
    const sealed = this.#keys.sealKeys.seal(JSON.stringify(next), this.#context);
    const isSwapped = await this.#store.swapSecret(this.#connectionId, this.#sealed, sealed);
    if (isSwapped) this.#take(sealed);
    else await this.reload();
    return isSwapped;
  }

  /** What an owner gives counts, whatever a server stores meanwhile. */
  async overwrite(next: Secrets): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) if (await this.replace(next)) return;
    throw new Error('The secrets of a connection change all the time');
  }

  /** For what rotates, such as refresh tokens: two at once would invalidate each other's. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#store.alone(this.#connectionId, async () => {
      await this.reload();
      return work();
    });
  }

  #take(sealed: string | null): void {
    const { sealKeys } = this.#keys;
    this.#open =
      sealed === null ? {} : (JSON.parse(sealKeys.unseal(sealed, this.#context)) as Secrets);
    this.#sealed = sealed;
  }

  get #context(): string {
    return `accounting ${this.#connectionId}`;
  }
}
