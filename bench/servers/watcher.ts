import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';

/** A screen that looks at live changes, with the client that browsers use. */
export class Watcher {
  readonly #client: SupabaseClient;
  readonly #channel: Promise<RealtimeChannel>;
  heard = 0;
  /** How often it was there again after its socket had been lost. */
  joined = 0;

  constructor(url: string, apiKey: string, token: string) {
    this.#client = createClient(url, apiKey, {
      accessToken: async () => token,
      realtime: { reconnectAfterMs: () => 300 },
    });
    this.#channel = this.#join(token);
  }

  async #join(token: string): Promise<RealtimeChannel> {
    await this.#client.realtime.setAuth(token);
    return this.#client
      .channel('watch')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'time_entries' }, () => {
        this.heard++;
      })
      .subscribe((state) => {
        if (state === 'SUBSCRIBED') this.joined++;
      });
  }

  /** Resolves when a change is heard that was made after now. */
  async untilHeard(timeoutMs: number): Promise<void> {
    const begun = performance.now();
    const { heard } = this;
    while (this.heard === heard) {
      if (performance.now() - begun > timeoutMs)
        throw new Error('A screen hears nothing any more.');
      await sleep(20);
    }
  }

  async close(): Promise<void> {
    await (await this.#channel).unsubscribe();
    await this.#client.realtime.disconnect();
  }
}
