import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchEnvironment } from '../environment.ts';

const CLOSE_ENOUGH_MS = 120_000;
const TIMEOUT_MS = 60_000;

/** The clock of the server and its database, which runs on from where it is put. */
export class ServerClock {
  readonly #file: string;

  constructor(file: string, moment: number) {
    this.#file = file;
    this.#write(moment);
  }

  #write(moment: number): void {
    const seconds = Math.round((moment - Date.now()) / 1000);
    writeFileSync(this.#file, `${seconds < 0 ? '' : '+'}${seconds}s\n`);
  }

  /** Resolves when the server says so and every connection of the database does. */
  async set({ url, sql }: BenchEnvironment, moment: number): Promise<void> {
    this.#write(moment);
    const begun = performance.now();
    const near = (at: number) => Math.abs(at - moment) < CLOSE_ENOUGH_MS;
    while (performance.now() - begun < TIMEOUT_MS) {
      const answer = await fetch(`${url}/health`);
      const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
      if (near(Date.parse(answer.headers.get('date') ?? '')) && near(Number(row?.now))) {
        // Every process reads the file by itself, when more than a second went by; it counts whole ones.
        await sleep(2_100);
        return;
      }
      await sleep(100);
    }
    throw new Error(`The server's clock did not follow to ${new Date(moment).toISOString()}.`);
  }
}
