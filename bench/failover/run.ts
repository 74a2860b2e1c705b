// `node scripts/bootstrap.mjs ../bench/failover/run.ts [--rounds 20] [--haproxy]`: two servers on a PostgreSQL that fails over (Patroni,
// etcd, synchronous replication), by its machines' names or through HAProxy. The leading machine is killed under load, again and again; servers find its
// successor by themselves, and what was acknowledged is compared with what is stored.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import { parseDatabaseUrl } from '../../server/database/wire/endpoint.ts';
import { Fleet } from '../servers/fleet.ts';
import { judge } from '../servers/judge.ts';
import { Load } from '../servers/load.ts';
import { DatabaseProxy } from './haproxy.ts';
import { missingPackages, PatroniCluster } from './patroni.ts';

const missing = missingPackages();
if (missing) {
  console.log(missing);
  process.exit(0);
}
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, haproxy: { type: 'boolean' } },
});
const rounds = Number(values.rounds);
const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-failover-'));
const cluster = await PatroniCluster.open(directory);
const proxy = values.haproxy ? await DatabaseProxy.open(directory, cluster.machines) : undefined;
const url = proxy ? cluster.urlAt([proxy.port]) : cluster.url;
const sql = connectPlatform(parseDatabaseUrl(url), { max: 4, connectTimeoutMs: 3_000 });
const fleetDirectory = mkdtempSync(path.join(tmpdir(), 'chalkline-fleet-'));
const fleet = await Fleet.open(fleetDirectory, url);
await judge(rounds, fleet, run, async () => {
  await sql.end({ timeout: 1 });
  proxy?.close();
  await cluster.close();
  for (const folder of [directory, fleetDirectory])
    rmSync(folder, { recursive: true, force: true });
});

async function run(): Promise<string[]> {
  await fleet.add();
  await fleet.add();
  const load = await Load.begin(fleet, sql);
  await load.openOffice();
  await load.untilWorking();
  for (let round = 1; round <= rounds; round++) {
    await sleep(1_000 + Math.random() * 2_000);
    const entireMachine = round % 2 === 1;
    const machine = entireMachine ? await cluster.killLeader() : await cluster.killPostgres();
    await sleep(1_000);
    const seconds = await load.untilWorking();
    machine?.restart();
    await cluster.untilComplete();
    const what = entireMachine
      ? 'machine of the primary killed'
      : 'PostgreSQL of the primary killed';
    console.log(`${what.padEnd(34)} nobody answered for ${seconds.toFixed(1)} s`);
  }
  return load.end(rounds);
}
