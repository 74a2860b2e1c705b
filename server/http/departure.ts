import type { ServerResponse } from 'node:http';
import type { Cancellation } from '../concurrency/cancellation.ts';
import { http2StreamOf } from './http2-request.ts';

/** Aborted when the client goes away before it was answered. */
export class Departure implements Cancellation {
  #aborted = false;
  readonly #listeners: (() => void)[] = [];

  constructor(response: ServerResponse) {
    const stream = http2StreamOf(response);
    response.on('close', () => {
      // Over HTTP/2 Node finishes what was aborted as well.
      if (stream ? !stream.aborted : response.writableFinished) return;
      this.#aborted = true;
      for (const listener of this.#listeners.splice(0)) listener();
    });
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  throwIfAborted(): void {
    if (this.#aborted) throw new Error('The client is gone');
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }
}
