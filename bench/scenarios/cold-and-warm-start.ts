import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, spawnServer } from '../../testing/spawn-server.ts';
import { serverMebibytes } from '../processes.ts';
import type { Scenario } from './scenario.ts';

const SETTLING_MS = 10_000;
const WARM = 'warm start';

/** From nothing (database, schema and demo company are made) and from yesterday's data. */
export const coldAndWarmStart: Scenario = {
  name: 'start',
  async *run() {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-start-'));
    try {
      for (const name of ['cold start with demo', WARM]) {
        const begun = performance.now();
        const server = await spawnServer({ DATA_DIR: dataDir, DEMO: 'on' });
        if (!isRunning(server)) throw new Error(server.output);
        const seconds = ((performance.now() - begun) / 1000).toFixed(1);
        await sleep(SETTLING_MS);
        const memory = serverMebibytes(server.process.pid ?? 0);
        await server.end('SIGTERM');
        yield {
          name,
          note: `${seconds} s until requests are served, ${memory.toFixed(0)} MiB at rest`,
          figures:
            name === WARM
              ? [{ line: `${name}: memory at rest`, value: memory, unit: 'MiB', atMost: 120 }]
              : [],
        };
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
