// `node scripts/bootstrap.mjs ../bench/servers/run.ts [--rounds 20] [--from COMMIT]`: two servers on one database and one store behind
// a small balancer. One of them is killed at random under load; in the middle both are replaced, one after
// the other, by the present version (they begin as COMMIT, the release before).
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import type { Site } from '../chaos/site.ts';
import { previousRelease, unpackRelease } from '../old-release.ts';
import { Fleet } from './fleet.ts';
import { judge } from './judge.ts';
import { Load } from './load.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, from: { type: 'string' } },
});
const rounds = Number(values.rounds);
const commit = values.from ?? previousRelease();
const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-servers-'));
const release = unpackRelease(commit, path.join(directory, 'release'));
const dataDir = path.join(directory, 'database');
mkdirSync(dataDir);
const password = 'servers';
const postgres = await startEmbeddedPostgres({ dataDir, password, report: () => undefined });
const { host, port, user, database } = postgres.endpoint;
const address = `postgres://${user}:${password}@localhost:${port}/${database}?host=${host}`;
const sql = connectPlatform(postgres.endpoint, { max: 4 });
const fleet = await Fleet.open(directory, address);
await judge(rounds, fleet, run, async () => {
  await sql.end();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function run(): Promise<string[]> {
  const old = [await fleet.add(release), await fleet.add(release)];
  const load = await Load.begin(fleet, sql, release);
  await load.untilWorking();
  await killRounds(load, Math.floor(rounds / 4));
  await update(load, old);
  await load.openOffice();
  await killRounds(load, rounds - Math.floor(rounds / 4));
  return load.end(rounds);
}

async function killRounds(load: Load, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    await sleep(500 + Math.random() * 2_000);
    const victim = fleet.servers[Math.floor(Math.random() * fleet.servers.length)] as Site;
    process.kill(victim.serverPid, 'SIGKILL');
    await sleep(1_000);
    const seconds = await load.untilWorking();
    await victim.untilHealthy();
    console.log(
      `kill -9 of one of ${fleet.servers.length} servers: nobody answered for ${seconds.toFixed(1)} s`,
    );
  }
}

/** The new version joins and migrates while the old one serves; both run for a while. */
async function update(load: Load, old: readonly Site[]): Promise<void> {
  const begun = performance.now();
  await fleet.add();
  await load.untilWorking();
  console.log(`new version beside ${commit.slice(0, 7)} after ${elapsed(begun)} s`);
  await sleep(10_000);
  for (const site of old) {
    await fleet.remove(site);
    await load.untilWorking();
    if (fleet.servers.length < 2) await fleet.add();
  }
  console.log(`all servers have the new version after ${elapsed(begun)} s`);
}

function elapsed(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(1);
}
