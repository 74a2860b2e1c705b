// `node scripts/bootstrap.mjs ../bench/pgbouncer.ts [--mode session|transaction] [--seconds 20]`: two servers whose way to the database
// is PgBouncer, with the configuration of docs/scaling.md, under the same load as `bench/servers`.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connectPlatform } from '../server/database/sql/connect.ts';
import { freePort } from '../server/http/free-port.ts';
import { findOldPostgres, startOldPostgres } from '../supabase/tests/old-postgres.ts';
import { ROOT } from './old-release.ts';
import { Fleet } from './servers/fleet.ts';
import { Load } from './servers/load.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const programs = findOldPostgres();
if (!existsSync(PROGRAM) || !programs) {
  console.log('Left out: needs Debian’s pgbouncer and postgresql-15 (apt-get install).');
  process.exit(0);
}
const { values } = parseArgs({
  options: {
    mode: { type: 'string', default: 'session' },
    seconds: { type: 'string', default: '20' },
  },
});
const password = 'pgbouncer';
const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-pgbouncer-'));
chmodSync(directory, 0o755);
const postgres = await startOldPostgres(programs);
const sql = connectPlatform(postgres.endpoint, { max: 4 });
const port = await freePort();
const bouncer = start();
const fleet = await Fleet.open(
  directory,
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
);
let differences: string[];
try {
  differences = await run();
} catch (error) {
  const said = (error as Error).message;
  // That is what is wanted there: nothing else than a line before anything is done.
  const isRefused = values.mode === 'transaction' && said.includes('pooler in transaction mode');
  if (isRefused) console.log('The servers refuse to start.');
  differences = isRefused ? [] : [said, ...fleet.servers.map(({ output }) => output)];
} finally {
  await fleet.close();
  bouncer.kill('SIGKILL');
  await sql.end();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
for (const difference of differences) console.log(`  ${difference}`);
console.log(`${values.mode} mode: ${differences.length} differences`);
process.exit(differences.length === 0 ? 0 : 1);

async function run(): Promise<string[]> {
  await sleep(500);
  await fleet.add();
  await fleet.add();
  const load = await Load.begin(fleet, sql);
  await load.openOffice();
  await load.untilWorking();
  await sleep(Number(values.seconds) * 1000);
  await load.untilWorking();
  const [connections] = await sql<{ count: number }[]>`
    select count(*)::int from pg_stat_activity where backend_type = 'client backend'`;
  console.log(`${connections?.count} connections of PostgreSQL`);
  return load.end(0);
}

/** The page's own lines, with this machine's addresses. */
function start(): ChildProcess {
  const page = readFileSync(path.join(ROOT, 'docs/scaling.md'), 'utf8');
  const [, block = ''] = /^```ini\n(\[databases\][\s\S]*?)^```$/m.exec(page) ?? [];
  const { host } = postgres.endpoint;
  const users = path.join(directory, 'userlist.txt');
  writeFileSync(users, `"postgres" "${password}"\n`);
  const config = path.join(directory, 'pgbouncer.ini');
  const settings = block
    .replace(/^chalkline = .*$/m, `postgres = host=${host} port=${postgres.endpoint.port}`)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${users}`)
    .replace(/^pool_mode = .*$/m, `pool_mode = ${values.mode}`);
  writeFileSync(config, `${settings}unix_socket_dir =\n`);
  // PgBouncer does not run as root, and PostgreSQL's user may read its socket.
  const { uid, gid } = statSync(host);
  return spawn(PROGRAM, [config], {
    ...{ cwd: directory, uid, gid },
    stdio: ['ignore', 'ignore', process.env['VERBOSE'] ? 'inherit' : 'ignore'],
  });
}
