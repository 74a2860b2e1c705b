import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { type PebbleIssuer, startPebble } from '../../../testing/pebble.ts';
import { prepareDataDirectory } from '../../../testing/prepared-cluster.ts';
import { isRunning, type SpawnedServer, spawnServer } from '../../../testing/spawn-server.ts';
import { embeddedEndpoint } from '../../database/embedded/embedded-postgres.ts';
import { connectPlatform } from '../../database/sql/connect.ts';
import type { Secrets } from '../../keys/secrets.ts';
import { ORDER_LOCK_ID } from './order-records.ts';

// `DOMAIN=… npm start` with two workers, from the first certificate to the next.
const NAME = 'time.chalkline.test';
const FILE_BYTES = 16 * 1024 * 1024;
const dataDir = mkdtempSync(path.join(tmpdir(), 'chalkline-renewal-'));
let pebble: PebbleIssuer;
let server: SpawnedServer;
let secrets: Secrets;
let ca: string;

beforeAll(async () => {
  // Renewed after 40 seconds: what is opened before takes less, also on a busy machine.
  pebble = await startPebble({ validitySeconds: 60 });
  ca = await pebble.root();
  await prepareDataDirectory(dataDir);
  const outcome = await spawnServer({
    DATA_DIR: dataDir,
    DOMAIN: NAME,
    HOST: '127.0.0.1',
    HTTPS_PORT: String(pebble.tlsPort),
    HTTP_PORT: String(pebble.httpPort),
    ACME_DIRECTORY: pebble.directoryUrl,
    ACME_CA: pebble.caFile,
    WORKERS: '2',
  });
  if (!isRunning(outcome)) throw new Error(outcome.output);
  server = outcome;
  secrets = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
});

afterAll(async () => {
  if (server && server.process.exitCode === null) await server.end('SIGTERM');
  await pebble?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const trusted = () => ({ host: '127.0.0.1', port: pebble.tlsPort, ca, servername: NAME });

/** The serial number a new connection sees; rejects while the certificate is not the issuer's. */
async function presented(): Promise<string> {
  const socket = connect(trusted());
  await once(socket, 'secureConnect');
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

/** New connections reach any of the workers. */
const presentedByAll = () => Promise.all(Array.from({ length: 24 }, presented));

async function ask(url: string, options: RequestOptions = {}, body?: Buffer) {
  const { secretKey } = secrets.keys;
  const sent = request({
    ...trusted(),
    agent: false,
    path: url,
    ...options,
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, ...options.headers },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

async function send(url: string, type: string, body: Buffer): Promise<void> {
  const headers = { 'content-type': type, 'content-length': String(body.length) };
  const answer = await ask(url, { method: 'POST', headers }, body);
  answer.resume();
  expect(answer.statusCode).toBe(200);
}

/** The answer to a heartbeat. */
async function heartbeat(socket: WebSocket, ref: string): Promise<string> {
  const answered = once(socket, 'message');
  socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref }));
  return String((await answered)[0]);
}

test('the certificate changes under a WebSocket and a download, by either challenge', async () => {
  const isIssued = () =>
    presentedByAll().then(
      () => true,
      () => false,
    );
  await expect.poll(isIssued).toBe(true);
  const file = randomBytes(FILE_BYTES);
  await send(
    '/storage/v1/bucket',
    'application/json',
    Buffer.from('{"id":"plans","name":"plans"}'),
  );
  await send('/storage/v1/object/plans/large.bin', 'application/octet-stream', file);

  // The first came over the port for plain HTTP; the next one is to come over the other, and not yet.
  const database = embeddedEndpoint(dataDir, secrets.databasePassword);
  const sql = connectPlatform(database, { max: 1 });
  await sql`select pg_advisory_lock(${ORDER_LOCK_ID})`;
  await sql`update supabase_migrations.acme_attempts set challenge_type = 'tls-alpn-01'`;

  const key = secrets.keys.publishableKey;
  const socket = new WebSocket(
    `wss://127.0.0.1:${pebble.tlsPort}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`,
    trusted(),
  );
  await once(socket, 'open');
  expect(await heartbeat(socket, '1')).toContain('"ref":"1"');
  const download = await ask('/storage/v1/object/plans/large.bin');
  const before = await presented();
  let isRenewed = false;
  const hash = createHash('sha256');
  const downloaded = (async () => {
    for await (const chunk of download) {
      hash.update(chunk as Buffer);
      if (!isRenewed) await sleep(500);
    }
    return hash.digest('hex');
  })();

  await sql`select pg_advisory_unlock(${ORDER_LOCK_ID})`;
  await expect.poll(async () => (await presentedByAll()).includes(before)).toBe(false);
  expect(download.complete).toBe(false);
  isRenewed = true;
  expect(await downloaded).toBe(createHash('sha256').update(file).digest('hex'));
  expect(await heartbeat(socket, '2')).toContain('"ref":"2"');
  socket.terminate();

  const [attempts] = await sql`
    select challenge_type, problem from supabase_migrations.acme_attempts`;
  expect(attempts).toEqual({ challenge_type: 'tls-alpn-01', problem: null });
  await sql.end();
});
