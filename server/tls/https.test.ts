import { execFile, execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { get as getSecurely } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { prepareDataDirectory } from '../../testing/prepared-cluster.ts';
import { isRunning, type SpawnedServer, spawnServer } from '../../testing/spawn-server.ts';
import { createTestAuthority, type TestAuthority } from '../../testing/test-certificate.ts';
import { freePort } from '../http/free-port.ts';
import type { Secrets } from '../keys/secrets.ts';

// One server of two workers, as `DOMAIN=… TLS_CERT=… TLS_KEY=… npm start` runs it.
const NAME = 'time.example.com';
const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-https-'));
const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-https-data-'));
const certFile = path.join(folder, 'cert.pem');
const keyFile = path.join(folder, 'key.pem');
const caFile = path.join(folder, 'ca.pem');
const run = promisify(execFile);

let server: SpawnedServer;
let authority: TestAuthority;
let secrets: Secrets;
let ports: { readonly plain: number; readonly http: number; readonly https: number };
let session: ClientHttp2Session;

beforeAll(async () => {
  authority = await createTestAuthority();
  writeFileSync(caFile, authority.cert);
  await replaceCertificate();
  await prepareDataDirectory(dataDir);
  ports = { plain: await freePort(), http: await freePort(), https: await freePort() };
  const outcome = await spawnServer({
    DATA_DIR: dataDir,
    DOMAIN: NAME,
    TLS_CERT: certFile,
    TLS_KEY: keyFile,
    HOST: '127.0.0.1',
    PORT: String(ports.plain),
    HTTPS_PORT: String(ports.https),
    HTTP_PORT: String(ports.http),
    WORKERS: '2',
    LOG_LEVEL: 'warn',
    DATABASE_POOL: '4',
  });
  if (!isRunning(outcome)) throw new Error(outcome.output);
  server = outcome;
  secrets = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  session = openSession();
  await call('/storage/v1/bucket', 'POST', Buffer.from('{"id":"plans","name":"plans"}'));
});

afterAll(async () => {
  session.destroy();
  if (server.process.exitCode === null) await server.end('SIGTERM');
  for (const used of [folder, dataDir]) rmSync(used, { recursive: true, force: true });
});

/** As certbot does it: a new file, renamed over the old one. */
async function replaceCertificate(): Promise<string> {
  const { cert, key } = await authority.issue({ names: [NAME] });
  writeFileSync(`${certFile}.new`, cert);
  writeFileSync(`${keyFile}.new`, key);
  renameSync(`${certFile}.new`, certFile);
  renameSync(`${keyFile}.new`, keyFile);
  return cert;
}

const trusted = () => ({ ca: authority.cert, servername: NAME, host: '127.0.0.1' });

/** The one that is open; the server ends it when nobody has used it for a minute. */
function current(): ClientHttp2Session {
  if (session.closed || session.destroyed) session = openSession();
  return session;
}

function openSession(): ClientHttp2Session {
  const opened = connect(`https://127.0.0.1:${ports.https}`, trusted());
  opened.on('error', () => undefined);
  return opened;
}

function open(url: string, method = 'GET', headers: Record<string, string> = {}) {
  const { secretKey } = secrets.keys;
  return current().request({
    ':method': method,
    ':path': url,
    ':authority': `${NAME}:${ports.https}`,
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
    ...headers,
  });
}

async function answerOf(stream: ClientHttp2Stream) {
  const [headers] = (await once(stream, 'response')) as [Record<string, string | number>];
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return { status: Number(headers[':status']), headers, body, text: body.toString() };
}

async function call(url: string, method = 'GET', body?: Buffer, headers?: Record<string, string>) {
  const stream = open(url, method, {
    ...(body && { 'content-type': 'application/json' }),
    ...headers,
  });
  stream.end(body);
  return answerOf(stream);
}

async function handshake(options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connectTls({ port: ports.https, ...trusted(), ...options });
  await once(socket, 'secureConnect');
  return socket;
}

async function presented(): Promise<string> {
  const socket = await handshake();
  const { fingerprint256 = '' } = socket.getPeerX509Certificate() ?? {};
  socket.destroy();
  return fingerprint256;
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
}

test('a certificate without its own key stops the start before anything is begun', async () => {
  const unused = path.join(folder, 'unused');
  const otherKey = path.join(folder, 'other-key.pem');
  writeFileSync(otherKey, (await authority.issue({ names: [NAME] })).key);
  const variables = { DATA_DIR: unused, TLS_CERT: certFile, TLS_KEY: otherKey };
  const outcome = await spawnServer({ ...variables, HTTPS_PORT: '0', HTTP_PORT: '0' });
  expect(isRunning(outcome)).toBe(false);
  const lines = isRunning(outcome) ? [] : outcome.output.trim().split('\n');
  expect(lines).toEqual([
    expect.stringContaining(`TLS_KEY=${otherKey} is not the key of TLS_CERT=`),
  ]);
  expect(existsSync(unused)).toBe(false);
});

test('the start says the address to open', () => {
  expect(server.url).toBe(`https://${NAME}:${ports.https}`);
  expect(server.output()).toContain(`http://127.0.0.1:${ports.plain}/dev/mail`);
});

test('HTTP/2 serves the data with links that lead back to it', async () => {
  const config = JSON.parse((await call('/config.json')).text) as Record<string, unknown>;
  expect(config['supabaseUrl']).toBe(server.url);
  const users = await call('/auth/v1/admin/users');
  expect([users.status, users.headers['access-control-allow-origin']]).toEqual([200, '*']);
  expect((await call('/rest/v1/companies?select=id')).status).toBe(200);
  expect((await call('/rest/v1/rpc/nothing', 'POST', Buffer.from('{}'))).status).toBe(404);
  // Only once it has worked for a day, with a certificate that is trusted.
  expect(users.headers).not.toHaveProperty('strict-transport-security');
});

test('HTTP/1.1 serves the same beside it', async () => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { ...trusted(), port: ports.https, path: '/health', agent: false };
    getSecurely(options, resolve).on('error', reject);
  });
  expect(answer.httpVersion).toBe('1.1');
  expect(JSON.parse(await bodyOf(answer))).toEqual({ status: 'ok' });
});

test('plain HTTP leads to HTTPS, under our names only; health is answered', async () => {
  const ask = (url: string, host: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const options = { port: ports.http, path: url, headers: { host }, agent: false };
      get({ host: '127.0.0.1', ...options }, resolve).on('error', reject);
    });
  for (const [host, location] of [
    [NAME, `${server.url}/time?week=3`],
    [`${NAME.toUpperCase()}:${ports.http}`, `${server.url}/time?week=3`],
    ['evil.example', `${server.url}/time?week=3`],
    [`${NAME}@evil.example`, `${server.url}/time?week=3`],
  ] as const) {
    const answer = await ask('/time?week=3', host);
    answer.resume();
    expect([answer.statusCode, answer.headers.location]).toEqual([308, location]);
  }
  expect((await ask('//evil.example/x', NAME)).headers.location).toBe(
    `${server.url}//evil.example/x`,
  );
  expect((await ask('/.well-known/acme-challenge/none', NAME)).statusCode).toBe(404);
  expect(await bodyOf(await ask('/health', '127.0.0.1'))).toBe('{"status":"ok"}');
});

test('pages for this machine are on its plain port, and nowhere else', async () => {
  const local = await fetch(`http://127.0.0.1:${ports.plain}/metrics`);
  expect([local.status, await local.text()]).toEqual([200, expect.stringContaining('worker="2"')]);
  expect((await call('/metrics')).status).toBe(404);
  const secure = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { host: 'localhost' };
    const options = { ...trusted(), port: ports.https, path: '/metrics', headers, agent: false };
    getSecurely(options, resolve).on('error', reject);
  });
  secure.resume();
  expect(secure.statusCode).toBe(404);
});

test('an upload in pieces over HTTP/2 goes on where it broke off', async () => {
  const bytes = randomBytes(3 * 1024 * 1024);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
  const made = await call('/storage/v1/upload/resumable', 'POST', undefined, {
    ...tus,
    'upload-length': String(bytes.length),
    'upload-metadata': `bucketName ${base64('plans')},objectName ${base64('pieces.bin')}`,
  });
  const location = String(made.headers['location']);
  expect([made.status, location]).toEqual([
    201,
    expect.stringContaining(`${server.url}/storage/v1/`),
  ]);
  const { pathname } = new URL(location);
  const offset = async () =>
    Number((await call(pathname, 'HEAD', undefined, tus)).headers['upload-offset']);

  const broken = open(pathname, 'PATCH', { ...tus, 'upload-offset': '0' });
  broken.on('error', () => undefined);
  broken.write(bytes.subarray(0, 1_000_000));
  await expect.poll(() => broken.bufferSize).toBe(0);
  broken.destroy();
  // Whatever arrived of it is there, and is gone on from.
  await expect
    .poll(async () => {
      const at = await offset();
      const stream = open(pathname, 'PATCH', { ...tus, 'upload-offset': String(at) });
      stream.end(bytes.subarray(at));
      return (await answerOf(stream)).status;
    })
    .toBe(204);
  const stored = await call('/storage/v1/object/plans/pieces.bin');
  expect(hashOf(stored.body)).toBe(hashOf(bytes));
});

test('TLS 1.2 and 1.3, forward secrecy only', async () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const socket = await handshake({ minVersion: version, maxVersion: version });
    expect([socket.getProtocol(), socket.authorized]).toEqual([version, true]);
    expect(socket.getCipher().standardName).toMatch(/GCM|POLY1305/);
    socket.destroy();
  }
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
  await expect(handshake(old)).rejects.toThrow(/protocol version|unsupported protocol/i);
  const static_ = { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256:AES256-SHA' } as const;
  await expect(handshake(static_)).rejects.toThrow(/handshake failure/i);
  await expect(handshake({ ALPNProtocols: ['acme-tls/1'] })).rejects.toThrow();
});

test.skipIf(!has('curl', 'HTTP2'))('curl speaks HTTP/2 and HTTP/1.1 with it', async () => {
  for (const [option, version] of [
    ['--http2', '2'],
    ['--http1.1', '1.1'],
  ] as const) {
    const shown = ['-o', path.join(folder, 'page'), '-w', '%{http_version} %{http_code}'];
    const there = ['--resolve', `${NAME}:${ports.https}:127.0.0.1`, '--cacert', caFile];
    const { stdout } = await run('curl', [
      '-sS',
      option,
      ...there,
      ...shown,
      `${server.url}/health`,
    ]);
    expect(stdout).toBe(`${version} 200`);
  }
});

test.skipIf(!has('openssl', 'OpenSSL'))('openssl s_client sees what it should', async () => {
  const ask = (...options: string[]) => {
    const asked = run('openssl', [
      ...['s_client', '-connect', `127.0.0.1:${ports.https}`, '-servername', NAME],
      ...['-CAfile', caFile, '-verify_return_error', '-brief', ...options],
    ]);
    // It would wait for something to send.
    asked.child.stdin?.end();
    return asked.then(
      ({ stderr, stdout }) => stderr + stdout,
      (error: { stderr: string }) => error.stderr,
    );
  };
  expect(await ask('-alpn', 'h2')).toMatch(/TLSv1\.3[\s\S]*Verification: OK/);
  expect(await ask('-tls1_2')).toMatch(/TLSv1\.2[\s\S]*ECDHE/);
  expect(await ask('-tls1_1', '-cipher', 'ALL:@SECLEVEL=0')).not.toContain('Verification: OK');
});

test('a new certificate is used without dropping a connection', async () => {
  const bytes = randomBytes(24 * 1024 * 1024);
  const upload = open('/storage/v1/object/plans/large.bin', 'POST', {
    'content-type': 'application/octet-stream',
  });
  upload.end(bytes);
  expect((await answerOf(upload)).status).toBe(200);
  const before = await presented();

  // More than any buffer on the way holds: it has to go on after the change.
  const download = open('/storage/v1/object/plans/large.bin');
  await once(download, 'response');
  const hash = createHash('sha256');
  const [first] = (await once(download, 'data')) as [Buffer];
  hash.update(first);
  download.pause();
  const socket = new WebSocket(
    `wss://127.0.0.1:${ports.https}/realtime/v1/websocket?apikey=${secrets.keys.publishableKey}&vsn=1.0.0`,
    trusted(),
  );
  await once(socket, 'open');

  await replaceCertificate();
  // Each of the workers has it when no handshake of many is answered with the old one.
  await expect
    .poll(async () => {
      const seen = await Promise.all(Array.from({ length: 12 }, presented));
      return seen.filter((fingerprint) => fingerprint === before).length;
    })
    .toBe(0);

  const reply = once(socket, 'message') as Promise<[Buffer]>;
  socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7' }));
  expect(JSON.parse(String((await reply)[0]))).toMatchObject({ event: 'phx_reply', ref: '7' });
  for await (const chunk of download) hash.update(chunk as Buffer);
  expect(hash.digest('hex')).toBe(hashOf(bytes));
  expect((await call('/health')).status).toBe(200);
  socket.terminate();
});

test('a broken certificate changes nothing but what the server says', async () => {
  const before = await presented();
  writeFileSync(certFile, 'broken');
  await expect.poll(() => server.output()).toContain('holds no certificate in PEM format');
  expect(await presented()).toBe(before);
  expect(server.output().match(/goes on with the certificate it has/g)).toHaveLength(1);
});

test('the stop waits for an answer under way over HTTP/2, not for open sessions', async () => {
  const idle = openSession();
  await once(idle, 'connect');
  const download = open('/storage/v1/object/plans/large.bin');
  await once(download, 'response');
  const ended = server.end('SIGTERM');
  let size = 0;
  for await (const chunk of download) size += (chunk as Buffer).length;
  expect(size).toBe(24 * 1024 * 1024);
  expect(await ended).toBe(0);
});

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function has(program: string, feature: string): boolean {
  try {
    const option = program === 'curl' ? '--version' : 'version';
    return execFileSync(program, [option], { encoding: 'utf8' }).includes(feature);
  } catch {
    return false;
  }
}
