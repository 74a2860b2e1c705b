import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { shiftedClock } from '../../testing/shifted-clock.ts';
import { isRunning, spawnServer } from '../../testing/spawn-server.ts';

/** A Thursday afternoon on the sites of the demo company. Every run shows the same days. */
export const MOMENT = new Date('2026-11-12T21:10:00Z');

export interface DemoServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server with the demo company in a data directory of its own, at `MOMENT`. */
export async function startDemoServer(): Promise<DemoServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-screenshots-'));
  const server = await spawnServer({ DEMO: 'on', DATA_DIR: dataDir, ...shiftedClock(MOMENT) });
  if (!isRunning(server)) throw new Error(`The server did not start:\n${server.output}`);
  return {
    url: server.url,
    async stop() {
      await server.end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
