import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type Client } from 'pg';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;

/** Hears a channel on a connection of its own, which is opened anew when it is lost. */
export class Listener {
  readonly #open: () => Promise<Client>;
  readonly #channel: string;
  readonly #onNotify: (payload: string) => void;
  readonly #onListen: () => void;
  readonly #stopping = new AbortController();
  #client: Client | undefined;

  constructor(
    open: () => Promise<Client>,
    channel: string,
    onNotify: (payload: string) => void,
    onListen: () => void,
  ) {
    this.#open = open;
    this.#channel = channel;
    this.#onNotify = onNotify;
    this.#onListen = onListen;
  }

  async start(): Promise<void> {
    const client = await this.#open();
    this.#client = client;
    client.on('notification', ({ payload }) => this.#onNotify(payload ?? ''));
    try {
      await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`);
    } catch (error) {
      void client.end();
      throw error;
    }
    client.once('end', () => void this.#startAgain());
    if (this.#stopping.signal.aborted) await client.end();
    else this.#onListen();
  }

  async unlisten(): Promise<void> {
    this.#stopping.abort();
    await this.#client?.end();
  }

  async #startAgain(): Promise<void> {
    const { signal } = this.#stopping;
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        await sleep(pause, undefined, { signal });
        await this.start();
        return;
      } catch {
        // Tried again after the next pause.
      }
    }
  }
}
