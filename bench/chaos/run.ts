// `npm run chaos -- [--rounds 100] [--only workers] [--from COMMIT]`: does harm to a server under load (the clock, edits,
// offline batches, kiosk punches, photos, schedules, budgets, tickets, forms, visitors, expenses, timesheets),
// while webhooks and pushes fail and tokens and people lose their access; updates one from the last release in
// the middle, and compares what was acknowledged with what is stored afterwards. Beside it an account and a
// visitor do what costs the server most, as fast as they are let.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect, parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { startPebble } from '../../testing/pebble.ts';
import { jumpingClock, noShiftedClock } from '../../testing/shifted-clock.ts';
import { UnreliableWire } from '../../testing/unreliable-wire.ts';
import { signToken } from '../environment.ts';
import { generateLoad } from '../generate.ts';
import { previousRelease, unpackRelease } from '../old-release.ts';
import { attack } from './attack.ts';
import { Channels } from './channels.ts';
import { compareRestored } from './compare-restored.ts';
import { Crew, type Worker } from './crew.ts';
import {
  clockJump,
  type Fault,
  fullDisk,
  PROCESS_FAULTS,
  WORKER_FAULTS,
  wireFaults,
} from './faults.ts';
import { Ledger } from './ledger.ts';
import type { HeadersFor } from './lines.ts';
import { type OpenOffice, openOffice } from './open-office.ts';
import { Site } from './site.ts';
import { makeSmallDisk } from './small-disk.ts';
import { TlsFront } from './tls-front.ts';

const WORKERS_PER_COMPANY = 8;
const COMPANIES = 2;
const EMPLOYEES = 100;
const TOKEN_LIFETIME = '400d';
/** As many processes as a machine of four cores has; the release before may know one only. */
const WORKERS = '2';
const DOMAIN = 'time.chalkline.test';
/** A third of it is left when the next one is ordered: enough for an order that is killed. */
const CERTIFICATE_SECONDS = 240;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    only: { type: 'string' },
    from: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
/** What is done to the server, and in which share of the rounds; the first has what is left. */
const PARTS: readonly [name: string, share: number, torment: (count: number) => Promise<void>][] = [
  ['processes', 0, tormentProcesses],
  ['workers', 0.25, tormentWorkers],
  ['update', 0.2, tormentUpdate],
  ['wire', 0.2, tormentWire],
  ['clock', 0.1, tormentClock],
  ['certificates', 0.1, tormentCertificates],
];
const disk = makeSmallDisk();
const differences: string[] = [];
let survived = 0;
try {
  const [first, ...others] = PARTS.map(([, share]) => Math.floor(rounds * share));
  const counts = [rounds - others.reduce((sum, count) => sum + count, first ?? 0), ...others];
  for (const [index, [name, , torment]] of PARTS.entries()) {
    if (values.only === undefined) await torment(counts[index] ?? 0);
    else if (values.only === name) await torment(rounds);
  }
} catch (error) {
  differences.push(inspect(error));
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
  const stage = await openStage('processes');
  const { site } = stage;
  const sql = connectEmbedded(site);
  try {
    await torment(stage, sql, faults, count);
    differences.push(...(await compareRestored(sql, site, path.join(disk.directory, 'restored'))));
  } finally {
    await sql.end();
    await closeStage(stage);
  }
}

/** A server of several processes, which are killed one by one, all at once and with the main one. */
async function tormentWorkers(count: number): Promise<void> {
  const stage = await openStage('workers', { WORKERS });
  const sql = connectEmbedded(stage.site);
  const { 'kill -9 the server': main, 'kill -9 PostgreSQL': postgres } = PROCESS_FAULTS;
  const whole = {
    'kill -9 the main process': main as Fault,
    'kill -9 PostgreSQL': postgres as Fault,
  };
  try {
    await torment(stage, sql, { ...WORKER_FAULTS, ...whole }, count);
  } finally {
    await sql.end();
    await closeStage(stage);
  }
}

/** Half of the rounds under the release before, the update under load and killed, the other half. */
async function tormentUpdate(count: number): Promise<void> {
  const commit = values.from ?? previousRelease();
  const release = unpackRelease(commit, path.join(disk.directory, 'release'));
  const stage = await openStage('update', {}, release);
  const { site } = stage;
  const sql = connectEmbedded(site);
  const before = Math.floor(count / 2);
  try {
    await torment(stage, sql, PROCESS_FAULTS, count, {
      release,
      officeAfter: before,
      async afterRound(round) {
        if (round !== before) return;
        const begun = performance.now();
        await site.update();
        await sleep(Math.random() * 4_000);
        await PROCESS_FAULTS['kill -9 server and PostgreSQL']?.(site);
        await site.untilHealthy();
        const seconds = ((performance.now() - begun) / 1000).toFixed(1);
        console.log(`updated from ${commit.slice(0, 7)}, killed while at it: ${seconds} s`);
      },
    });
    const directory = path.join(disk.directory, 'restored-update');
    differences.push(...(await compareRestored(sql, site, directory)));
  } finally {
    await sql.end();
    await closeStage(stage);
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
  const stage = await openStage('wire', {
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${wire.port}/${database}`,
  });
  const sql = connectPlatform(postgres.endpoint, { max: 2 });
  const killServer = { 'kill -9 the server': PROCESS_FAULTS['kill -9 the server'] as Fault };
  try {
    await torment(stage, sql, { ...wireFaults(wire), ...killServer }, count);
  } finally {
    await closeStage(stage);
    await sql.end();
    wire.close();
    await postgres.stop();
  }
}

/** The clock of the machine jumps, for the server and its PostgreSQL alone. */
async function tormentClock(count: number): Promise<void> {
  if (noShiftedClock) {
    console.log(`${noShiftedClock} Clock jumps are left out.`);
    return;
  }
  const offsetFile = path.join(disk.directory, 'clock');
  writeFileSync(offsetFile, '+0s\n', { mode: 0o644 });
  const stage = await openStage('clock-data', jumpingClock(offsetFile));
  const sql = connectEmbedded(stage.site);
  try {
    // Phones and tablets would have other clocks than the server: the clock-in and out alone.
    const more = { officeAfter: count };
    await torment(stage, sql, { 'clock jump': clockJump(offsetFile) }, count, more);
  } finally {
    await sql.end();
    await closeStage(stage);
  }
}

/** A server with a name, whose certificates live for minutes: all calls come over HTTPS and check them. */
async function tormentCertificates(count: number): Promise<void> {
  const issuer = await startPebble({ validitySeconds: CERTIFICATE_SECONDS });
  const stage = await openStage('certificates', {
    ...{ WORKERS, DOMAIN, HOST: '127.0.0.1', HTTPS_PORT: String(issuer.tlsPort) },
    ...{ HTTP_PORT: String(issuer.httpPort), ACME_DIRECTORY: issuer.directoryUrl },
    ACME_CA: issuer.caFile,
  });
  const sql = connectEmbedded(stage.site);
  const ca = await issuer.root();
  const front = await TlsFront.open({ port: issuer.tlsPort, name: DOMAIN, ca });
  try {
    await front.untilTrusted();
    await torment(
      { ...stage, url: front.url },
      sql,
      { ...PROCESS_FAULTS, ...WORKER_FAULTS },
      count,
    );
    differences.push(...front.problems);
    console.log(`${front.serials.size} certificates in turn, ${issuer.orderCount()} orders\n`);
  } finally {
    front.close();
    await sql.end();
    await closeStage(stage);
    await issuer.stop();
  }
}

interface Stage {
  readonly site: Site;
  readonly channels: Channels;
  /** Where people reach the server. */
  readonly url: string;
}

async function openStage(
  name: string,
  env: Readonly<Record<string, string>> = {},
  root?: string,
): Promise<Stage> {
  const dataDir = path.join(disk.directory, name);
  mkdirSync(dataDir);
  const channels = await Channels.open(disk.directory, name);
  const site = await Site.open(dataDir, { ...channels.env, ...env }, root);
  return { site, channels, url: site.url };
}

async function closeStage({ site, channels }: Stage): Promise<void> {
  await site.close();
  await channels.close();
}

interface More {
  /** Whose generator of data fits the schema at the beginning. */
  readonly release?: string;
  /** After which round the others come to work: the release before may not know all they do. */
  readonly officeAfter?: number;
  afterRound?(round: number): Promise<void>;
}

/** Rounds of harm under load on one site, and the comparison at their end. */
async function torment(
  { site, channels, url }: Stage,
  sql: Sql,
  faults: Readonly<Record<string, Fault>>,
  count: number,
  { release, officeAfter = 0, afterRound }: More = {},
): Promise<void> {
  await generateLoad(sql, COMPANIES, EMPLOYEES, 1, release);
  const before = new Set(
    (await sql<{ id: string }[]>`select id from public.time_entries`).map(({ id }) => id),
  );
  const ledger = new Ledger();
  const crew = new Crew(url, await hireWorkers(site, sql), ledger);
  const stopAttack = await letAttackersIn(site, sql);
  let office: OpenOffice | undefined;
  const names = Object.keys(faults);
  for (let round = 1; round <= count; round++) {
    if (round === officeAfter + 1) {
      const headersFor = await headersOf(site);
      office = await openOffice({ url, sql, ledger, channels, headersFor });
    }
    await sleep(300 + Math.random() * 1_200);
    const name = names[(round - 1) % names.length] as string;
    await (faults[name] as Fault)(site);
    const recoveryMs = await untilWorking(site, ledger);
    survived++;
    console.log(`${name.padEnd(42)} working again after ${(recoveryMs / 1000).toFixed(1)} s`);
    await afterRound?.(round);
  }
  await Promise.all([crew.goHome(), office?.goHome()]);
  const asked = await stopAttack();
  differences.push(...ledger.complaints, ...(await ledger.compare(sql, before)));
  differences.push(...((await office?.compare(count)) ?? []));
  differences.push(...(await compareFiles(site, ledger)));
  const totals = await sql`select * from private.work_totals_differences()`;
  differences.push(...totals.map((row) => `work_totals: ${JSON.stringify(row)}`));
  console.log(`${ledger.summary()}; ${asked} hostile requests beside it\n`);
}

/** The account is a manager's, whom the database shows most. */
async function letAttackersIn(site: Site, sql: Sql): Promise<() => Promise<number>> {
  const [manager] = await sql<{ id: string }[]>`
    select private.generate_id(${`user ${COMPANIES} 2`}) as id`;
  const { publishableKey } = site.secrets.keys;
  const token = await signToken(site.secrets, manager?.id ?? '', TOKEN_LIFETIME);
  return attack({ url: site.url, anonKey: publishableKey, token });
}

/** Every photo that was acknowledged comes back with its own bytes. */
async function compareFiles(site: Site, ledger: Ledger): Promise<string[]> {
  const { secretKey } = site.secrets.keys;
  const broken: string[] = [];
  for (const [file, sha256] of ledger.files) {
    const answer = await fetch(`${site.url}/storage/v1/object/photos/${file}`, {
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
    });
    const hash = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
    if (!answer.ok || hash.digest('hex') !== sha256) broken.push(`${file}: ${answer.status}`);
  }
  return broken;
}

/** Healthy, and answering the crew again. */
async function untilWorking(site: Site, ledger: Ledger): Promise<number> {
  const begun = performance.now();
  await site.untilHealthy();
  const { acknowledged } = ledger;
  while (ledger.acknowledged === acknowledged) {
    if (performance.now() - begun > 180_000) throw new Error(`Nobody is answered.\n${site.output}`);
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
  const headersFor = await headersOf(site);
  return Promise.all(
    people.map(async ({ userId, employeeId, projectId }) => ({
      employeeId,
      projectId,
      headers: await headersFor(userId),
    })),
  );
}

async function headersOf({ url, secrets }: Site): Promise<HeadersFor> {
  const { supabaseAnonKey: apikey } = (await (await fetch(`${url}/config.json`)).json()) as {
    supabaseAnonKey: string;
  };
  return async (userId: string) => ({
    apikey,
    authorization: `Bearer ${await signToken(secrets, userId, TOKEN_LIFETIME)}`,
    'content-type': 'application/json',
  });
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
