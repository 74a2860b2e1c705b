// `node scripts/bootstrap.mjs ../bench/proxies.ts`: reads the proxies' configurations out of docs/self-hosting.md and docs/scaling.md,
// runs them with a certificate of a local authority before two servers, and tries what people do:
// pages, web sockets, 50 MB up and down, ranges, and lies about where a request comes from.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../server/database/sql/connect.ts';
import { freePort } from '../server/http/free-port.ts';
import { startFakeS3 } from '../testing/fake-s3.ts';
import { isRunning, type SpawnedServer, spawnServer } from '../testing/spawn-server.ts';

const NAME = 'time.example.com';
const ROOT = path.join(import.meta.dirname, '..');
/** The client's own address, to tell it from the proxy's. */
const CLIENT = '127.0.0.2';
const LIE = '203.0.113.9';
const BYTES = randomBytes(50 * 1024 * 1024);

const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-proxies-'));
const certificate = makeCertificate();
const dataDir = path.join(directory, 'database');
mkdirSync(dataDir);
const silent = () => undefined;
const postgres = await startEmbeddedPostgres({ dataDir, password: 'proxies', report: silent });
const sql = connectPlatform(postgres.endpoint, { max: 2 });
const s3 = await startFakeS3();
const servers: SpawnedServer[] = [];
let failures = 0;
try {
  for (const name of ['one', 'two']) servers.push(await startServer(name));
  const keys = await prepare();
  for (const setup of readSetups()) failures += await trySetup(setup, keys);
} finally {
  for (const server of servers) await server.end('SIGTERM');
  await sql.end();
  await postgres.stop();
  await s3.stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(failures === 0 ? 0 : 1);

interface Setup {
  readonly name: string;
  readonly program: 'nginx' | 'haproxy' | 'caddy';
  readonly text: string;
}

interface Keys {
  readonly publishableKey: string;
  readonly secretKey: string;
}

function readSetups(): Setup[] {
  return ['self-hosting', 'scaling'].flatMap((page) => {
    const text = readFileSync(path.join(ROOT, 'docs', `${page}.md`), 'utf8');
    const blocks = text.matchAll(/^```(nginx|haproxy|caddyfile)\n([\s\S]*?)^```$/gm);
    return [...blocks].map(([, language = '', block = '']) => {
      const program = language === 'caddyfile' ? 'caddy' : (language as Setup['program']);
      return { name: `${program} of ${page}.md`, program, text: block };
    });
  });
}

async function trySetup({ name, program, text }: Setup, keys: Keys): Promise<number> {
  const file = ['/usr/sbin', '/usr/bin'].map((folder) => `${folder}/${program}`).find(existsSync);
  if (!file) {
    console.log(`${name}: left out, ${program} is not installed (apt-get install ${program})`);
    return 0;
  }
  const port = await freePort();
  const proxy = start(program, file, adapt(program, text, port));
  try {
    await untilUp(port);
    const broken: string[] = [];
    for (const [what, check] of Object.entries(checks(port, keys))) {
      const problem = await check().catch((error: Error) => error.message);
      if (problem) broken.push(`${what}: ${problem}`);
    }
    console.log(`${name}: ${broken.length === 0 ? 'all right' : broken.join('; ')}`);
    return broken.length;
  } finally {
    proxy.kill('SIGTERM');
    await sleep(300);
  }
}

/** Ports, addresses and the certificate are this machine's; nothing else is changed. */
function adapt(program: Setup['program'], text: string, port: number): string {
  const [one = '', two = ''] = servers.map(({ url }) => new URL(url).host);
  const block = text
    .replace('10.0.0.11:3000', one)
    .replace('10.0.0.12:3000', two)
    .replace('127.0.0.1:3000', one)
    .replace(/\/etc\/letsencrypt\/live\/[^;]*fullchain\.pem/, certificate.chain)
    .replace(/\/etc\/letsencrypt\/live\/[^;]*privkey\.pem/, certificate.key)
    .replace(/\/etc\/haproxy\/\S+\.pem/, certificate.both);
  if (program === 'nginx') {
    const http = block.replace('listen 443', `listen 127.0.0.1:${port}`);
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((folder) => `${folder}_temp_path ${directory}/${folder};`)
      .join(' ');
    return `daemon off; pid ${directory}/nginx.pid; user root; error_log stderr;\nevents {}\nhttp { access_log off; ${folders}\n${http}}`;
  }
  if (program === 'haproxy') return block.replace('bind :443', `bind 127.0.0.1:${port}`);
  const tls = `tls ${certificate.chain} ${certificate.key}`;
  return `{\n  admin off\n  auto_https disable_redirects\n  https_port ${port}\n}\n${block.replace('{\n', `{\n  bind 127.0.0.1\n  ${tls}\n`)}`;
}

function start(program: Setup['program'], file: string, text: string): ChildProcess {
  const config = path.join(directory, program === 'caddy' ? 'Caddyfile' : `${program}.cfg`);
  writeFileSync(config, text);
  const args = {
    nginx: ['-c', config],
    haproxy: ['-W', '-f', config],
    caddy: ['run', '--config', config, '--adapter', 'caddyfile'],
  }[program];
  return spawn(file, args, {
    env: { ...process.env, HOME: directory },
    stdio: ['ignore', 'ignore', process.env['VERBOSE'] ? 'inherit' : 'ignore'],
  });
}

async function untilUp(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await send(port, 'GET', '/health').catch(() => undefined))?.status === 200) return;
    await sleep(100);
  }
  throw new Error('The proxy does not answer.');
}

function checks(port: number, keys: Keys): Record<string, () => Promise<string | undefined>> {
  const service = { apikey: keys.secretKey, authorization: `Bearer ${keys.secretKey}` };
  const object = `/storage/v1/object/bench/${randomBytes(4).toString('hex')}.bin`;
  return {
    page: async () => differs((await send(port, 'GET', '/')).status, 200),
    '50 MB up': async () => {
      const type = { 'content-type': 'application/octet-stream' };
      return differs(
        (await send(port, 'POST', object, { ...service, ...type }, BYTES)).status,
        200,
      );
    },
    '50 MB down': async () => {
      const { body } = await send(port, 'GET', object, service);
      return body.equals(BYTES) ? undefined : `${body.length} bytes came back`;
    },
    range: async () => {
      const headers = { ...service, range: 'bytes=1000-1999' };
      const { status, body } = await send(port, 'GET', object, headers);
      return (
        differs(status, 206) ??
        (body.equals(BYTES.subarray(1000, 2000)) ? undefined : 'other bytes')
      );
    },
    'web socket': () => tryWebSocket(port, keys.publishableKey),
    'address of an upload': async () => {
      const encode = (text: string) => Buffer.from(text).toString('base64');
      const { headers } = await send(port, 'POST', '/storage/v1/upload/resumable', {
        ...service,
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `bucketName ${encode('bench')},objectName ${encode('x')}`,
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.example.com',
      });
      const address = String(headers.location);
      return address.startsWith(`https://${NAME}`) ? undefined : `leads to ${address}`;
    },
    'sender through the proxy': async () => {
      await signIn(port, keys);
      return differs(await lastAddress(), CLIENT);
    },
    'sender past the proxy': async () => {
      await signIn(Number(new URL(servers[0]?.url ?? '').port), keys, http);
      return differs(await lastAddress(), CLIENT);
    },
    'pages of the machine itself': async () =>
      differs((await send(port, 'GET', '/metrics')).status, 404),
  };
}

type Way = Pick<typeof https, 'request'>;

async function signIn(port: number, { publishableKey }: Keys, way: Way = https): Promise<void> {
  const body = JSON.stringify({ email: 'proxy@example.com', password: 'a-long-password' });
  const headers = {
    apikey: publishableKey,
    'content-type': 'application/json',
    'x-forwarded-for': LIE,
    'x-real-ip': LIE,
    forwarded: `for=${LIE}`,
  };
  const address = '/auth/v1/token?grant_type=password';
  const answer = await send(port, 'POST', address, headers, Buffer.from(body), way);
  if (answer.status !== 200) throw new Error(`sign-in answers ${answer.status} ${answer.body}`);
}

async function lastAddress(): Promise<string> {
  const [row] = await sql<{ ip: string }[]>`
    select ip_address as ip from auth.audit_log_entries order by created_at desc limit 1`;
  return row?.ip ?? 'nowhere';
}

function tryWebSocket(port: number, apiKey: string): Promise<undefined> {
  const address = `wss://${NAME}:${port}/realtime/v1/websocket?apikey=${apiKey}&vsn=2.0.0`;
  const socket = new WebSocket(address, {
    ca: certificate.ca,
    lookup: (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }] as never),
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), 10_000);
    socket.on('error', reject);
    socket.on('open', () => socket.send('[null,"2","phoenix","heartbeat",{}]'));
    socket.on('message', () => {
      clearTimeout(timer);
      socket.close();
      resolve(undefined);
    });
  });
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

function send(
  port: number,
  method: string,
  address: string,
  headers: Record<string, string> = {},
  body?: Buffer,
  way: Way = https,
): Promise<Answer> {
  const length = body && { 'content-length': String(body.length) };
  return new Promise((resolve, reject) => {
    const request = way.request(
      {
        ...{ host: '127.0.0.1', port, method, path: address, localAddress: CLIENT },
        ...{ servername: NAME, ca: certificate.ca, agent: undefined },
        headers: { host: NAME, ...headers, ...length },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function differs(found: unknown, wanted: unknown): string | undefined {
  return found === wanted ? undefined : `${found} instead of ${wanted}`;
}

async function startServer(name: string): Promise<SpawnedServer> {
  const { host, port, user, database } = postgres.endpoint;
  const server = await spawnServer({
    DATA_DIR: path.join(directory, name),
    DATABASE_URL: `postgres://${user}:proxies@localhost:${port}/${database}?host=${host}`,
    S3_URL: s3.url,
    TRUSTED_PROXIES: '127.0.0.1',
  });
  if (!isRunning(server)) throw new Error(server.output);
  return server;
}

/** A bucket and an account, through the first server itself. */
async function prepare(): Promise<Keys> {
  const [row] = await sql<{ keys: Keys }[]>`select keys from supabase_migrations.server_keys`;
  if (!row) throw new Error('The servers share no keys.');
  const { secretKey } = row.keys;
  const headers = {
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
    'content-type': 'application/json',
  };
  const post = (address: string, body: object) =>
    fetch(`${servers[0]?.url}${address}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('/storage/v1/bucket', { name: 'bench' });
  await post('/auth/v1/admin/users', {
    ...{ email: 'proxy@example.com', password: 'a-long-password', email_confirm: true },
  });
  return row.keys;
}

/** A local authority and what it signs for the name. */
function makeCertificate() {
  const at = (name: string) => path.join(directory, name);
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: directory, stdio: 'ignore' });
  const subject = ['-subj', '/CN=Local authority'];
  openssl(
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'],
    ...subject,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    `/CN=${NAME}`,
    '-keyout',
    'site.key',
    '-out',
    'site.csr',
  );
  writeFileSync(at('names'), `subjectAltName=DNS:${NAME}\n`);
  openssl(
    ...['x509', '-req', '-in', 'site.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-days', '2', '-extfile', 'names', '-out', 'site.pem'],
  );
  const [site, ca, key] = ['site.pem', 'ca.pem', 'site.key'].map((name) => readFileSync(at(name)));
  writeFileSync(at('chain.pem'), Buffer.concat([site as Buffer, ca as Buffer]));
  writeFileSync(at('both.pem'), Buffer.concat([site as Buffer, ca as Buffer, key as Buffer]));
  return { ca: ca as Buffer, chain: at('chain.pem'), key: at('site.key'), both: at('both.pem') };
}
