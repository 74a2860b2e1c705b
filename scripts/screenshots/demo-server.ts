import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
  const server = await spawnServer({ DEMO: 'on', DATA_DIR: dataDir, ...clock() });
  if (!isRunning(server)) throw new Error(`The server did not start:\n${server.output}`);
  return {
    url: server.url,
    async stop() {
      await server.end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Server and database take the time from the system, so its clock is shifted for them. */
function clock(): Record<string, string> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
  if (!library) {
    throw new Error(
      'The pictures need a fixed clock: install faketime (Debian: apt-get install faketime).',
    );
  }
  const seconds = Math.round((MOMENT.getTime() - Date.now()) / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    DONT_FAKE_MONOTONIC: '1',
  };
}
