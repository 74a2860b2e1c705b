import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeCompany } from '../../../supabase/tests/world.ts';
import { DesktopStage } from '../../../testing/quickbooks-desktop/desktop-stage.ts';
import { Random } from '../../../testing/random.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { repeats } from '../../../testing/test-length.ts';
import nodeFlags from '../../node-flags.json' with { type: 'json' };

const SERVER = path.join(
  import.meta.dirname,
  '../../../testing/quickbooks-desktop/serve-process.ts',
);
const KILLS = repeats(60, 3);
/** Of each of two people. */
const DAYS = repeats(2_500, 40);
const FIRST_DAY = '2019-01-07';
const APPROVED_AT_ONCE = 300;

const database = await createTestDatabase();
const { sql } = database;
let server: ChildProcess | undefined;
afterAll(async () => {
  server?.kill('SIGKILL');
  await database.drop();
});

async function start(): Promise<string> {
  const child = spawn(process.execPath, [...nodeFlags, SERVER, JSON.stringify(database.endpoint)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  const [line] = await once(child.stdout, 'data');
  return String(line).trim();
}

/** So many days, approved in parts as a company would. */
async function work(stage: DesktopStage): Promise<void> {
  for (let day = 0; day < DAYS; day += APPROVED_AT_ONCE) {
    const first = new Date(Date.parse(FIRST_DAY) + day * 86_400_000).toISOString().slice(0, 10);
    const count = Math.min(APPROVED_AT_ONCE, DAYS - day);
    await stage.work(first, count, 9);
    await stage.work(first, count, 10, stage.us.colleague);
  }
}

async function kill(): Promise<void> {
  const child = server;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test(
  `${KILLS} hard kills of the server in the middle of updates: equal on both sides, none twice`,
  async () => {
    const random = new Random(49);
    const stage = new DesktopStage(sql, await makeCompany(sql), await start());
    await stage.connect(FIRST_DAY);
    await work(stage);
    for (let round = 0; round < KILLS; round++) {
      // At a call of its own, a few milliseconds into it: QuickBooks may have saved or not.
      let callsLeft = 4 + random.below(8);
      const result = await stage.update({
        url: stage.url,
        isInterrupted: (place) => {
          if (place.startsWith('before') && --callsLeft === 0) {
            setTimeout(() => void kill(), random.below(20));
          }
          return false;
        },
      });
      expect(['interrupted', 'done', 'none', 'failed']).toContain(result.status);
      await kill();
      await stage.waitForLease();
      stage.url = await start();
    }
    await stage.waitForLease();
    while ((await stage.update()).status !== 'none') await stage.waitForLease();
    expect(stage.theirs()).toEqual(await stage.ours());
    expect(await stage.states()).toEqual({ sent: stage.quickBooks.times.size });
    expect(stage.quickBooks.times.size).toBeGreaterThanOrEqual(2 * DAYS);
  },
  KILLS * 20_000 + 120_000,
);
