// `npm run chaos -- [--rounds 100]`: does harm to a server under a load of clock-ins and edits, and
// compares what was acknowledged with what is stored afterwards.
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { UnreliableWire } from '../../testing/unreliable-wire.ts';
import { signToken } from '../environment.ts';
import { generateData } from '../generate.ts';
import { compareRestored } from './compare-restored.ts';
import { Crew, type Worker } from './crew.ts';
import { clockJump, type Fault, fullDisk, PROCESS_FAULTS, wireFaults } from './faults.ts';
import { Ledger } from './ledger.ts';
import { Site } from './site.ts';
import { makeSmallDisk } from './small-disk.ts';

const WORKERS_PER_COMPANY = 8;
const COMPANIES = 2;
const TOKEN_LIFETIME = '400d';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } });
const rounds = Number(values.rounds);
const disk = makeSmallDisk();
const differences: string[] = [];
let survived = 0;
try {
  await tormentProcesses(Math.ceil(rounds * 0.7));
  await tormentWire(Math.ceil(rounds * 0.2));
  await tormentClock(Math.floor(rounds * 0.1));
} catch (error) {
  differences.push((error as Error).message);
} finally {
  disk.remove();
}
for (const difference of differences) console.log(`  ${difference}`);
console.log(`${survived} of ${rounds} rounds survived, ${differences.length} differences`);
process.exit(survived === rounds && differences.length === 0 ? 0 : 1);

/** Server, PostgreSQL and disk of the embedded kind; the worn data is backed up and restored after. */
async function tormentProcesses(count: number): Promise<void> {
  if (!disk.small)
    console.log('No small disk could be mounted (needs root): the disk stays empty.');
  const faults = disk.small ? { ...PROCESS_FAULTS, 'full disk': fullDisk } : PROCESS_FAULTS;
  const site = await Site.open(path.join(disk.directory, 'processes'));
  const sql = connectEmbedded(site);
  try {
    await torment(site, sql, faults, count);
    differences.push(...(await compareRestored(sql, site, path.join(disk.directory, 'restored'))));
  } finally {
    await sql.end();
    await site.close();
  }
}

/** A PostgreSQL elsewhere, reached over a network that fails. */
async function tormentWire(count: number): Promise<void> {
  const dataDir = path.join(disk.directory, 'elsewhere');
  mkdirSync(dataDir);
  const password = 'chaos';
  const postgres = await startEmbeddedPostgres({ dataDir, password, report: () => undefined });
  const { host, port, user, database } = postgres.endpoint;
  const wire = await UnreliableWire.open(`${host}/.s.PGSQL.${port}`);
  const site = await Site.open(path.join(disk.directory, 'wire'), {
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${wire.port}/${database}`,
  });
  const sql = connectPlatform(postgres.endpoint, { max: 2 });
  const killServer = { 'kill -9 the server': PROCESS_FAULTS['kill -9 the server'] as Fault };
  try {
    await torment(site, sql, { ...wireFaults(wire), ...killServer }, count);
  } finally {
    await site.close();
    await sql.end();
    wire.close();
    await postgres.stop();
  }
}

/** The clock of the machine jumps, for the server and its PostgreSQL alone. */
async function tormentClock(count: number): Promise<void> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');
  if (!library) {
    console.log('Clock jumps need libfaketime (Debian: apt-get install libfaketime): left out.');
    return;
  }
  const offsetFile = path.join(disk.directory, 'clock');
  writeFileSync(offsetFile, '+0s\n', { mode: 0o644 });
  const site = await Site.open(path.join(disk.directory, 'clock-data'), {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: offsetFile,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const sql = connectEmbedded(site);
  try {
    await torment(site, sql, { 'clock jump': clockJump(offsetFile) }, count);
  } finally {
    await sql.end();
    await site.close();
  }
}

/** Rounds of harm under load on one site, and the comparison at their end. */
async function torment(
  site: Site,
  sql: Sql,
  faults: Readonly<Record<string, Fault>>,
  count: number,
): Promise<void> {
  await generateData(sql, 1);
  const before = new Set(
    (await sql<{ id: string }[]>`select id from public.time_entries`).map(({ id }) => id),
  );
  const ledger = new Ledger();
  const crew = new Crew(site.url, await hireWorkers(site, sql), ledger);
  const names = Object.keys(faults);
  for (let round = 1; round <= count; round++) {
    await sleep(300 + Math.random() * 1_200);
    const name = names[(round - 1) % names.length] as string;
    await (faults[name] as Fault)(site);
    const recoveryMs = await untilWorking(site, ledger);
    survived++;
    console.log(`${name.padEnd(42)} working again after ${(recoveryMs / 1000).toFixed(1)} s`);
  }
  await crew.goHome();
  differences.push(...(await ledger.compare(sql, before)));
  const totals = await sql`select * from private.work_totals_differences()`;
  differences.push(...totals.map((row) => `work_totals: ${JSON.stringify(row)}`));
  console.log(
    `${ledger.entries.size} entries, ${ledger.acknowledged} acknowledged calls, ${ledger.repeated} repeated, ${ledger.refused.size} refused\n`,
  );
}

/** Healthy, and answering the crew again. */
async function untilWorking(site: Site, ledger: Ledger): Promise<number> {
  const begun = performance.now();
  await site.untilHealthy();
  const { acknowledged } = ledger;
  while (ledger.acknowledged === acknowledged) {
    if (performance.now() - begun > 90_000) throw new Error(`Nobody is answered.\n${site.output}`);
    await sleep(20);
  }
  return performance.now() - begun;
}

async function hireWorkers(site: Site, sql: Sql): Promise<Worker[]> {
  const people = await sql<{ userId: string; employeeId: string; projectId: string }[]>`
    select private.generate_id('user ' || c || ' ' || n) as "userId",
      private.generate_id('employee ' || c || ' ' || n) as "employeeId",
      private.generate_id('project ' || c || ' ' || 1 + n % 5) as "projectId"
    from generate_series(1, ${COMPANIES}) as c, generate_series(10, ${9 + WORKERS_PER_COMPANY}) as n`;
  const { secrets } = site;
  const { supabaseAnonKey } = (await (await fetch(`${site.url}/config.json`)).json()) as {
    supabaseAnonKey: string;
  };
  return Promise.all(
    people.map(async ({ userId, employeeId, projectId }) => ({
      employeeId,
      projectId,
      headers: {
        apikey: supabaseAnonKey,
        authorization: `Bearer ${await signToken(secrets, userId, TOKEN_LIFETIME)}`,
        'content-type': 'application/json',
      },
    })),
  );
}

function connectEmbedded(site: Site): Sql {
  const host = [path.join(site.dataDir, 'run')].find(existsSync) as string;
  return connectPlatform(
    {
      host,
      port: 5432,
      user: 'postgres',
      password: site.secrets.databasePassword,
      database: 'postgres',
      tls: 'off',
    },
    { max: 2 },
  );
}
