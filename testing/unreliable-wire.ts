import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP way to PostgreSQL that can be slow, silent or cut, as a network between machines can. */
export class UnreliableWire {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #delayMs = 0;
  #silent = false;
  #cutWithin = false;

  static async open(socketPath: string): Promise<UnreliableWire> {
    const wire = new UnreliableWire(socketPath);
    await new Promise((resolve) => wire.#server.listen(0, '127.0.0.1', () => resolve(undefined)));
    return wire;
  }

  private constructor(socketPath: string) {
    this.#server = createServer((near) => {
      const far = connect(socketPath);
      const pair = [near, far] as const;
      this.#pairs.add(pair);
      this.#pump(near, far);
      this.#pump(far, near);
      const end = () => {
        near.destroy();
        far.destroy();
        this.#pairs.delete(pair);
      };
      for (const socket of pair) socket.on('error', end).on('close', end);
    });
  }

  get port(): number {
    const address = this.#server.address();
    return address && typeof address === 'object' ? address.port : 0;
  }

  /** Every connection is reset, whatever is under way on it. */
  cut(): void {
    for (const [near, far] of this.#pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  }

  async cutWithinMessages(): Promise<void> {
    this.#cutWithin = true;
    await sleep(500);
    this.#cutWithin = false;
    this.cut();
  }

  async slowDown(milliseconds: number): Promise<void> {
    this.#delayMs = 50 + Math.random() * 250;
    await sleep(milliseconds);
    this.#delayMs = 0;
  }

  /** Nothing arrives any more, and nobody is told. */
  async fallSilent(milliseconds: number): Promise<void> {
    this.#silent = true;
    await sleep(milliseconds);
    this.#silent = false;
    this.cut();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #pump(from: Socket, to: Socket): void {
    let order = Promise.resolve();
    from.on('data', (chunk) => {
      if (this.#silent) return;
      if (this.#cutWithin) {
        to.write(chunk.subarray(0, Math.ceil(chunk.length / 2)));
        setTimeout(() => from.destroy(), 20);
        return;
      }
      const delayMs = this.#delayMs;
      order = order.then(async () => {
        if (delayMs > 0) await sleep(delayMs);
        to.write(chunk);
      });
    });
  }
}
