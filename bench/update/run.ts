// `node scripts/bootstrap.mjs ../bench/update/run.ts [--from COMMIT] [--first COMMIT] [--people 300] [--days 365]`:
// `npm run update` of a server under load, from the last release to a version that changes the database and never
// becomes healthy, which is taken back with the data, and then to the present one. What was acknowledged is compared
// with what is stored, and the pay of every period with what it was. With `--first` the data is of that commit, which
// is brought to the release by hand, as the upgrade notes say.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect, parseArgs } from 'node:util';
import { embeddedEndpoint } from '../../server/database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../../server/database/sql/connect.ts';
import type { Sql } from '../../server/database/sql/sql.ts';
import { Crew, type Worker } from '../chaos/crew.ts';
import { Ledger } from '../chaos/ledger.ts';
import { Site } from '../chaos/site.ts';
import { signToken } from '../environment.ts';
import { generateLoad } from '../generate.ts';
import { previousRelease } from '../old-release.ts';
import { comparePay, payOfPeriods } from './pay-of-periods.ts';
import { checkOut, makeReleases } from './releases.ts';

const WORKERS = 8;
const WENT_BACK = 2;
/** How long a token lives that is signed under one release and used under the next. */
const TOKEN_LIFETIME = '30d';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    first: { type: 'string' },
    people: { type: 'string', default: '100' },
    days: { type: 'string', default: '1' },
  },
});
const [people, days] = [Number(values.people), Number(values.days)];
const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-update-'));
const dataDir = path.join(directory, 'data');
const differences: string[] = [];
let site: Site | undefined;
try {
  const installation = makeReleases(directory, values.from ?? previousRelease(), values.first);
  await run(installation, []);
  site = await Site.launch(dataDir, installation);
  const before = await withDatabase(site, async (sql) => {
    await generateLoad(sql, 1, people, days, installation);
    const rows = await sql<{ id: string }[]>`select id from public.time_entries`;
    return new Set(rows.map(({ id }) => id));
  });
  console.log(`${people} people, ${before.size} entries`);
  if (values.first) {
    await site.close();
    checkOut(installation, '0.2.0');
    const begun = performance.now();
    await run(installation, []);
    site = await Site.launch(dataDir, installation);
    console.log(`from ${values.first} by hand: ${secondsSince(begun)} s until it served`);
  }
  // By a function of the generator, which an update takes away.
  const owner = await ownerOf(site);
  const pay = await payOfPeriods(asOwner(site), owner, days);
  const ledger = new Ledger();
  const crew = new Crew(site.url, await withDatabase(site, workersOf(site)), ledger);
  await sleep(5_000);
  await update(installation, ledger, '0.3.0', WENT_BACK);
  await update(installation, ledger, '0.3.1', 0);
  await crew.goHome();
  console.log(ledger.summary());
  differences.push(
    ...ledger.complaints,
    ...comparePay(pay, await payOfPeriods(asOwner(site), owner, days)),
    ...(await withDatabase(site, (sql) => ledger.compare(sql, before))),
  );
} catch (error) {
  differences.push(inspect(error), site?.output ?? '');
} finally {
  await site?.close();
  rmSync(directory, { recursive: true, force: true });
}
for (const difference of differences) console.log(`  ${difference}`);
console.log(`${differences.length} differences`);
process.exit(differences.length === 0 ? 0 : 1);

/** A command of the installation, with what it prints. */
function run(cwd: string, command: readonly string[]): Promise<number | null> {
  const url = site && new URL(site.url);
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', ...command], {
    cwd,
    env: { ...process.env, DATA_DIR: dataDir, ...(url && { PORT: url.port }) },
    stdio: 'inherit',
  });
  return new Promise((resolve) => child.on('exit', resolve));
}

async function update(
  installation: string,
  ledger: Ledger,
  version: string,
  expected: number,
): Promise<void> {
  ledger.takeMaxGap();
  const begun = performance.now();
  const code = await run(installation, ['update.ts', '--to', version, '--watch', '20']);
  if (code !== expected)
    differences.push(`update to ${version}: exit code ${code}, not ${expected}`);
  const { acknowledged } = ledger;
  while (ledger.acknowledged === acknowledged) await sleep(50);
  console.log(
    `update to ${version}: ${secondsSince(begun)} s, of which nobody was answered for ${ledger.takeMaxGap().toFixed(1)} s`,
  );
  await sleep(3_000);
}

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(0);
}

function ownerOf(of: Site): Promise<string> {
  return withDatabase(of, async (sql) => {
    const [row] = await sql<{ id: string }[]>`select private.generate_id('user 1 1') as id`;
    return row?.id ?? '';
  });
}

function asOwner({ url, secrets }: Site) {
  const tokenFor = (userId: string) => signToken(secrets, userId, TOKEN_LIFETIME);
  return { url, anonKey: secrets.keys.publishableKey, tokenFor };
}

/** Anew each time: the database is another after it was restored. */
async function withDatabase<T>(of: Site, work: (sql: Sql) => Promise<T>): Promise<T> {
  const endpoint = embeddedEndpoint(dataDir, of.secrets.databasePassword);
  const sql = connectPlatform(endpoint, { max: 2 });
  return work(sql).finally(() => sql.end({ timeout: 5 }));
}

function workersOf({ secrets }: Site): (sql: Sql) => Promise<Worker[]> {
  return async (sql) => {
    const people = await sql<{ userId: string; employeeId: string; projectId: string }[]>`
      select private.generate_id('user 1 ' || n) as "userId",
        private.generate_id('employee 1 ' || n) as "employeeId",
        private.generate_id('project 1 ' || 1 + n % 5) as "projectId"
      from generate_series(10, ${9 + WORKERS}) as n`;
    return Promise.all(
      people.map(async ({ userId, ...person }) => ({
        ...person,
        headers: {
          apikey: secrets.keys.publishableKey,
          authorization: `Bearer ${await signToken(secrets, userId, TOKEN_LIFETIME)}`,
          'content-type': 'application/json',
        },
      })),
    );
  };
}
