import type { WebSocket } from 'ws';
import type { Channel } from '../channels/channel.ts';
import { RateLimit } from '../channels/rate-limit.ts';
import { encodeMessage } from '../protocol/encode.ts';
import type { Message, ProtocolVersion } from '../protocol/message.ts';

/** A client this far behind is cut: it comes back and asks anew, at its own pace. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Nobody sends this much before the first is answered, except to do harm. */
const MAX_WAITING = 1_000;
const MESSAGES_PER_SECOND = 100;
const MESSAGES_BURST = 300;
const JOINS_PER_SECOND = 25;
const JOINS_BURST = 100;

interface Origin {
  readonly version: ProtocolVersion;
  readonly apiKey: string;
  /** Undefined where nobody can be told apart. */
  readonly address: string | undefined;
}

/** One socket and its channels. */
export class Connection {
  readonly version: ProtocolVersion;
  readonly apiKey: string;
  readonly address: string | undefined;
  readonly channels = new Map<string, Channel>();
  readonly messageLimit = new RateLimit(MESSAGES_PER_SECOND, MESSAGES_BURST);
  readonly joinLimit = new RateLimit(JOINS_PER_SECOND, JOINS_BURST);
  readonly #socket: WebSocket;
  /** Messages of one socket are handled one after the other. */
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;
  heardAt = performance.now();

  constructor(socket: WebSocket, { version, apiKey, address }: Origin) {
    this.#socket = socket;
    this.version = version;
    this.apiKey = apiKey;
    this.address = address;
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  enqueue(work: () => Promise<void>): void {
    if (this.#waiting >= MAX_WAITING) {
      this.terminate();
      return;
    }
    this.#waiting++;
    this.#work = this.#work.then(work).finally(() => {
      this.#waiting--;
    });
  }

  send(frame: Buffer | string): void {
    if (!this.open) return;
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      this.#socket.terminate();
      return;
    }
    // What is text stays text, also when it was encoded once for many.
    const binary = typeof frame !== 'string' && frame[0] === 4;
    this.#socket.send(frame, { binary });
  }

  sendMessage(message: Message): void {
    this.send(encodeMessage(this.version, message));
  }

  reply(to: Message, status: 'ok' | 'error', response: unknown = {}): void {
    const { joinRef, ref, topic } = to;
    this.sendMessage({ joinRef, ref, topic, event: 'phx_reply', payload: { status, response } });
  }

  /** A browser answers even while it lets a hidden page's timers sleep. */
  ping(): void {
    if (this.open) this.#socket.ping();
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }
}
