import { X509Certificate } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ChallengePorts } from '../../../testing/challenge-ports.ts';
import { type PebbleIssuer, startPebble } from '../../../testing/pebble.ts';
import { startRefusingIssuer } from '../../../testing/refusing-issuer.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { listTables } from '../../backup/dump-tables.ts';
import { readConfig } from '../../config.ts';
import { freePort } from '../../http/free-port.ts';
import { type AcmeOptions, type AcmeSource, openAcmeSource } from './acme-source.ts';

const NAME = 'time.chalkline.test';
/** Renewals are less far away than a clock may be wrong. */
const LIFE_SECONDS = 600;
const MINUTE_MS = 60_000;
const ROOT = path.join(import.meta.dirname, '../../..');
const log = pino({ level: 'silent' });

let pebble: PebbleIssuer;
let ports: ChallengePorts;
let database: TestDatabase;
let dataDir: string;
let clockMs: number;
const opened = new Set<AcmeSource>();

beforeAll(async () => {
  pebble = await startPebble({ validitySeconds: LIFE_SECONDS });
  ports = new ChallengePorts(pebble);
});
afterAll(() => pebble?.stop());

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-acme-'));
  clockMs = 0;
});
afterEach(async () => {
  for (const source of opened) await source.stop();
  opened.clear();
  await ports.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Later than it is, by this much. */
const now = () => new Date(Date.now() + clockMs);

async function open(
  variables: Readonly<Record<string, string>> = {},
  options: AcmeOptions = {},
): Promise<AcmeSource> {
  const config = readConfig(
    {
      DATA_DIR: dataDir,
      DOMAIN: NAME,
      ACME_DIRECTORY: pebble.directoryUrl,
      ACME_CA: pebble.caFile,
      ...variables,
    },
    ROOT,
  );
  const addressesOf = async () => ['127.0.0.1'];
  const source = await openAcmeSource(config, database, log, { now, addressesOf, ...options });
  opened.add(source);
  ports.source ??= source;
  return source;
}

/** Answered by this one. */
async function openAnswering(
  variables: Readonly<Record<string, string>> = {},
): Promise<AcmeSource> {
  ports.source = undefined;
  return open(variables);
}

async function orderCount(): Promise<number> {
  const [row] =
    await database.sql`select count(*)::int as count from supabase_migrations.acme_orders`;
  return row?.['count'];
}

const serial = (source: AcmeSource) =>
  new X509Certificate(source.current()?.cert ?? '').serialNumber;
const tlsFile = (name: string) => path.join(dataDir, 'tls', name);
const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);

/** So much after the certificate became valid. */
function setAge(source: AcmeSource, ageMs: number): void {
  clockMs = (source.current()?.notBefore.getTime() ?? 0) + ageMs - Date.now();
}

/** Until the pause after the last failure is over. */
function passPause(source: AcmeSource): void {
  const { nextTryAt } = source.status();
  if (nextTryAt) clockMs = nextTryAt.getTime() - Date.now() + 1000;
}

test('the first certificate comes by HTTP-01 and is there after a restart', async () => {
  await ports.openHttp();
  const source = await openAnswering({
    DOMAIN: `${NAME}, www.${NAME}`,
    ACME_EMAIL: 'me@example.com',
  });
  expect(source.current()).toBeNull();
  const changes: string[] = [];
  source.onChange(({ names }) => changes.push(names.join()));
  const before = pebble.orderCount();
  await source.check();

  const certificate = source.current();
  expect(source.status()).toEqual({ mode: 'acme', certificate, problem: null, nextTryAt: null });
  expect([...(certificate?.names ?? [])].sort()).toEqual([NAME, `www.${NAME}`]);
  expect(certificate?.issuer).toMatch(/^Pebble Intermediate CA/);
  expect(changes).toHaveLength(1);
  const [own, intermediate] = certificate?.cert.match(/-+BEGIN[^-]+-+[^-]+-+END[^-]+-+/g) ?? [];
  const root = new X509Certificate(await pebble.root());
  expect(new X509Certificate(intermediate ?? '').verify(root.publicKey)).toBe(true);
  expect(
    new X509Certificate(own ?? '').verify(new X509Certificate(intermediate ?? '').publicKey),
  ).toBe(true);
  const files = [tlsFile(''), tlsFile('certificate.pem'), tlsFile('accounts.json')];
  expect(files.map(mode)).toEqual(['700', '600', '600']);
  const left = await database.sql`select from supabase_migrations.acme_challenges`;
  expect(left).toHaveLength(0);

  const restarted = await open({ DOMAIN: `www.${NAME},${NAME}` });
  expect(restarted.current()).toEqual(certificate);
  await restarted.check();
  expect(restarted.current()).toEqual(certificate);
  expect([pebble.orderCount() - before, await orderCount()]).toEqual([1, 1]);
});

test('where port 80 is closed it comes by TLS-ALPN-01, the next time at once', async () => {
  await ports.openTls();
  const source = await openAnswering();
  await source.check();
  expect(source.status()).toMatchObject({ problem: null, certificate: { names: [NAME] } });
  expect(await orderCount()).toBe(2);
  const first = serial(source);
  setAge(source, 7 * MINUTE_MS);
  await source.check();
  expect(serial(source)).not.toBe(first);
  expect(await orderCount()).toBe(3);
});

test('without HTTP_PORT it comes by TLS-ALPN-01 alone', async () => {
  await ports.openTls();
  const source = await openAnswering({ HTTP_PORT: 'off' });
  await source.check();
  expect(source.current()?.names).toEqual([NAME]);
  expect(await orderCount()).toBe(1);
});

test('it is renewed when a third of its life is left, not before', async () => {
  await ports.openHttp();
  const source = await openAnswering();
  await source.check();
  const first = serial(source);
  const account = readFileSync(tlsFile('accounts.json'), 'utf8');
  setAge(source, 6 * MINUTE_MS);
  await source.check();
  expect(serial(source)).toBe(first);

  const changes: string[] = [];
  source.onChange(({ cert }) => changes.push(cert));
  setAge(source, 6.7 * MINUTE_MS);
  await source.check();
  expect(serial(source)).not.toBe(first);
  expect(changes).toEqual([source.current()?.cert]);
  expect(readFileSync(tlsFile('certificate.pem'), 'utf8')).toContain(source.current()?.cert);
  expect(readFileSync(tlsFile('accounts.json'), 'utf8')).toBe(account);
});

test.each([
  ['certificate.pem', 'Issued by'],
  ['certificate.pem', '-----BEGIN CERTIFICATE-----'],
  ['accounts.json', '{'],
])('a damaged %s is replaced (%s)', async (name, rest) => {
  await ports.openHttp();
  await (await openAnswering()).check();
  const text = readFileSync(tlsFile(name), 'utf8');
  const end = text.indexOf(rest) + rest.length + 1;
  writeFileSync(tlsFile(name), text.slice(0, end));
  const source = await openAnswering();
  if (name === 'accounts.json') setAge(source, 7 * MINUTE_MS);
  else expect(source.current()).toBeNull();
  await source.check();
  expect(source.status()).toMatchObject({ problem: null, certificate: { names: [NAME] } });
  expect(await orderCount()).toBe(2);
});

test('another name and another issuer take a new certificate at once; the old one serves until then', async () => {
  await ports.openHttp();
  await (await openAnswering()).check();
  const more = await openAnswering({ DOMAIN: `${NAME},more.chalkline.test` });
  expect(more.current()?.names).toEqual([NAME]);
  await more.check();
  expect(more.current()?.names).toHaveLength(2);
  const elsewhere = `${pebble.directoryUrl}?other`;
  const moved = await openAnswering({ ACME_DIRECTORY: elsewhere });
  const old = serial(moved);
  await moved.check();
  expect(serial(moved)).not.toBe(old);
});

test('two servers on one database make one order, and any of them answers', async () => {
  await ports.openHttp();
  const shared = { DATABASE_URL: 'postgres://shared/database' };
  ports.source = await open(shared, { orders: false });
  const servers = [await open(shared), await open({ ...shared, DATA_DIR: `${dataDir}/second` })];
  const before = pebble.orderCount();
  await Promise.all(servers.map((server) => server.check()));
  for (const server of [...servers, ports.source as AcmeSource]) {
    await server.check();
    expect(serial(server)).toBe(serial(servers[0] as AcmeSource));
  }
  expect(pebble.orderCount() - before).toBe(1);
  expect(existsSync(tlsFile(''))).toBe(false);
  const accounts = await database.sql`select from supabase_migrations.acme_accounts`;
  expect(accounts).toHaveLength(1);
  const reading = database.sql.begin(async (sql) => {
    await sql`set local role service_role`;
    await sql`select from supabase_migrations.acme_certificates`;
  });
  await expect(reading).rejects.toThrow('permission denied');
  const inBackups = await listTables(database.sql);
  expect(inBackups.filter(({ name }) => name.startsWith('acme_'))).toEqual([]);
});

test('started, it notices by itself what another worker obtained', async () => {
  await ports.openHttp();
  const follower = await open({}, { orders: false });
  const changed = new Promise((resolve) => follower.onChange(resolve));
  follower.start();
  const leader = await openAnswering();
  leader.start();
  await changed;
  expect(serial(follower)).toBe(serial(leader));
});

test('an issuer that knows its customers', async () => {
  const key = Buffer.from('a key of at least thirty-two bytes').toString('base64url');
  const closed = await startPebble({ accountKeys: { me: key } });
  const closedPorts = new ChallengePorts(closed);
  const settings = { ACME_DIRECTORY: closed.directoryUrl, ACME_CA: closed.caFile };
  const check = async (variables: Readonly<Record<string, string>>) => {
    const source = await open({ ...settings, ...variables });
    passPause(source);
    await source.check();
    return source.status();
  };
  try {
    await closedPorts.openHttp();
    expect((await check({})).problem).toMatch(/Set ACME_EAB_KID and ACME_EAB_KEY/);
    for (const wrong of [
      { ACME_EAB_KID: 'you', ACME_EAB_KEY: key },
      { ACME_EAB_KID: 'me', ACME_EAB_KEY: 'b3RoZXI' },
    ]) {
      expect((await check(wrong)).problem).toMatch(
        /does not know ACME_EAB_KID with this ACME_EAB_KEY/,
      );
    }
    const source = await open({ ...settings, ACME_EAB_KID: 'me', ACME_EAB_KEY: key });
    closedPorts.source = source;
    passPause(source);
    await source.check();
    expect(source.status()).toMatchObject({ problem: null, certificate: { names: [NAME] } });
  } finally {
    await closedPorts.close();
    await closed.stop();
  }
});

test('a name without an address, elsewhere, and closed ports: one line each', async () => {
  const name = 'elsewhere.chalkline.test';
  const source = await openAnswering({ DOMAIN: name });
  const problemOf = async () => {
    passPause(source);
    await source.check();
    const { problem } = source.status();
    expect(problem?.split('\n')).toHaveLength(1);
    return problem;
  };
  expect(await problemOf()).toMatch(
    /^The issuer cannot reach elsewhere\.chalkline\.test \(127\.0\.0\.1\) on ports 80 and 443 \(.+\)\. Open port 80 or 443/,
  );
  await pebble.point(name, null);
  expect(await problemOf()).toMatch(
    /^elsewhere\.chalkline\.test has no address in DNS for the issuer/,
  );
  await pebble.point(name, '127.0.0.2');
  ports.source = undefined;
  await ports.openHttp('127.0.0.2');
  expect(await problemOf()).toMatch(
    /^elsewhere\.chalkline\.test points to 127\.0\.0\.[12]\b.+ Point its A and AAAA records to this machine/,
  );
});

test('never more than five orders an hour, over restarts; pauses grow', async () => {
  const before = pebble.orderCount();
  const pauses: number[] = [];
  for (let start = 0; start < 4; start++) {
    const source = await openAnswering();
    passPause(source);
    await source.check();
    await source.check();
    pauses.push((source.status().nextTryAt?.getTime() ?? 0) - now().getTime());
    await source.stop();
  }
  expect([pebble.orderCount() - before, await orderCount()]).toEqual([5, 5]);
  expect(pauses[1]).toBeGreaterThan(1.5 * (pauses[0] ?? 0));
  expect(pauses[3]).toBeGreaterThan(40 * MINUTE_MS);
  const source = await openAnswering();
  expect(source.status().problem).toMatch(/^Five certificates were ordered within the last hour/);
  await ports.openHttp();
  passPause(source);
  await source.check();
  expect(source.status()).toMatchObject({ problem: null, certificate: { names: [NAME] } });
});

test('a limit of the issuer is waited for as long as it says', async () => {
  const limit = { status: 429, type: 'rateLimited', detail: 'too many certificates' };
  const issuer = await startRefusingIssuer({ ...limit, headers: { 'retry-after': '7200' } });
  try {
    const source = await open({ ACME_DIRECTORY: issuer.directoryUrl, ACME_CA: issuer.caFile });
    const pauseOf = async () => {
      passPause(source);
      await source.check();
      await source.check();
      return Math.round(
        ((source.status().nextTryAt?.getTime() ?? 0) - now().getTime()) / MINUTE_MS,
      );
    };
    expect(await pauseOf()).toBe(120);
    expect(source.status().problem).toMatch(
      /^The issuer 127\.0\.0\.1:\d+ has a limit .+ \(too many certificates\)/,
    );
    const until = new Date(now().getTime() + 7 * 60 * MINUTE_MS);
    const text = until.toISOString().slice(0, 19).replace('T', ' ');
    issuer.refusal = { ...limit, detail: `too many: retry after ${text} UTC` };
    expect(await pauseOf()).toBeGreaterThan(4 * 60);
    expect(issuer.orders).toBe(2);
    issuer.refusal = {
      status: 403,
      type: 'userActionRequired',
      detail: 'terms',
      instance: 'https://terms.example',
    };
    await pauseOf();
    expect(source.status().problem).toContain(
      'wants its new terms accepted. Open https://terms.example',
    );
  } finally {
    await issuer.stop();
  }
});

test('an issuer that cannot be reached, trusted or found', async () => {
  const problemOf = async (variables: Readonly<Record<string, string>>) => {
    const source = await open(variables);
    passPause(source);
    await source.check();
    return source.status().problem;
  };
  const nowhere = `https://127.0.0.1:${await freePort()}/dir`;
  expect(await problemOf({ ACME_DIRECTORY: nowhere })).toMatch(
    /cannot be reached \(ECONNREFUSED\)/,
  );
  expect(await problemOf({ ACME_CA: '' })).toMatch(/unknown authority .+ Set ACME_CA/);
  const wrong = pebble.directoryUrl.replace('/dir', '/nothing');
  expect(await problemOf({ ACME_DIRECTORY: wrong })).toBe(
    `There is no ACME directory at ${wrong}. Correct ACME_DIRECTORY.`,
  );
  await expect(open({ ACME_CA: 'package.json' })).rejects.toThrow(
    'cannot be read as a certificate',
  );
  expect(await orderCount()).toBe(0);
});

test('an account that the issuer has forgotten is made anew', async () => {
  await ports.openHttp();
  const shared = { DATABASE_URL: 'postgres://shared/database' };
  const source = await openAnswering(shared);
  await source.check();
  const first = serial(source);
  await database.sql`
    update supabase_migrations.acme_accounts set account_url = account_url || 'x'`;
  setAge(source, 7 * MINUTE_MS);
  await source.check();
  expect(source.status().problem).toBeNull();
  expect(serial(source)).not.toBe(first);
});

test('a clock that is wrong orders nothing that is not due', async () => {
  await ports.openHttp();
  const source = await openAnswering();
  // Behind: the certificate begins in its future.
  clockMs = -400 * 24 * 60 * MINUTE_MS;
  await source.check();
  expect(source.status().problem).toMatch(
    /^The certificate is valid from .+ UTC and this machine's clock says .+ Set the clock/,
  );
  // Ahead: it seems to have ended.
  clockMs = 400 * 24 * 60 * MINUTE_MS;
  const first = serial(source);
  await source.check();
  expect(serial(source)).toBe(first);
  expect(source.status().problem).toMatch(
    /^This machine's clock is wrong: it says .+, the issuer's says .+ Set the clock/,
  );
  expect(await orderCount()).toBe(1);
  // Set right, nothing is left of it.
  clockMs = 0;
  await source.check();
  await source.check();
  expect(source.status()).toMatchObject({ problem: null, nextTryAt: null });
});

test.runIf(existsSync('/dev/full'))('a full disk costs no order and no certificate', async () => {
  await ports.openHttp();
  const source = await openAnswering();
  const fillDisk = () => {
    mkdirSync(tlsFile(''), { recursive: true });
    rmSync(tlsFile('certificate.pem.new'), { force: true });
    symlinkSync('/dev/full', tlsFile('certificate.pem.new'));
  };
  fillDisk();
  await source.check();
  const problem = `The disk is full: a new certificate cannot be stored in ${dataDir}/tls; the old one stays. Free some space.`;
  expect([source.status().problem, await orderCount()]).toEqual([problem, 0]);

  passPause(source);
  await source.check();
  const old = readFileSync(tlsFile('certificate.pem'), 'utf8');
  const first = serial(source);

  // Full while the order is under way: the new one serves from memory and is stored later.
  setAge(source, 7 * MINUTE_MS);
  ports.onAsked = fillDisk;
  await source.check();
  expect(source.status().problem).toBe(problem);
  expect(serial(source)).not.toBe(first);
  expect(readFileSync(tlsFile('certificate.pem'), 'utf8')).toBe(old);
  passPause(source);
  await source.check();
  expect(source.status().problem).toBeNull();
  expect(readFileSync(tlsFile('certificate.pem'), 'utf8')).toContain(source.current()?.cert);
  expect(await orderCount()).toBe(2);
});
