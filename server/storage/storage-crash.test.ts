import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { isRunning, type SpawnedServer, spawnServer } from '../../testing/spawn-server.ts';
import { repeats } from '../../testing/test-length.ts';
import { connectPlatform } from '../database/sql/connect.ts';
import type { Secrets } from '../keys/secrets.ts';
import { checkStorage } from './check-storage.ts';
import { DiskFileStore } from './files/disk-file-store.ts';

const ROUNDS = repeats(50, 2);
const WRITERS = 6;
const SIZES = [10, 70_000, 3_000_000, 20_000_000];

const root = mkdtempSync(path.join(tmpdir(), 'chalkline-crash-'));
const dataDir = path.join(root, 'data');
const supabaseDir = path.join(root, 'supabase');
mkdirSync(supabaseDir);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Every content ever sent to a path, by its hash, and the last one whose upload was confirmed. */
const sent = new Map<string, Set<string>>();
const confirmed = new Map<string, string>();

test(
  `${ROUNDS} hard kills during uploads leave whole files only, and no orphans`,
  async () => {
    for (let round = 0; round <= ROUNDS; round++) {
      const server = await start();
      if (round > 0) await expectComplete(server);
      if (round === ROUNDS) {
        await server.end('SIGTERM');
        return;
      }
      const ended = new AbortController();
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        writeUntil(server, ended.signal, round, writer),
      );
      await sleep(50 + Math.random() * 700);
      await server.end('SIGKILL');
      ended.abort();
      await Promise.allSettled(writers);
    }
  },
  ROUNDS * 30_000 + 60_000,
);

async function start(): Promise<SpawnedServer> {
  const server = await spawnServer({ DATA_DIR: dataDir, SUPABASE_DIR: supabaseDir });
  if (!isRunning(server)) throw new Error(server.output);
  return server;
}

function secretsOf(): Secrets {
  return JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8'));
}

function storageOf(server: SpawnedServer) {
  const { secretKey } = secretsOf().keys;
  return createClient(server.url, secretKey, { auth: { persistSession: false } }).storage;
}

/** New files and replacements of old ones, small and large, one after the other. */
async function writeUntil(
  server: SpawnedServer,
  signal: AbortSignal,
  round: number,
  writer: number,
): Promise<void> {
  const storage = storageOf(server);
  await storage.createBucket('crash', { public: false });
  for (let turn = 0; !signal.aborted; turn++) {
    const name = turn % 2 === 0 ? `same-${writer}` : `new-${round}-${writer}-${turn}`;
    const content = randomBytes(SIZES[(turn + writer) % SIZES.length] ?? 1);
    const hash = hashOf(content);
    sent.set(name, (sent.get(name) ?? new Set()).add(hash));
    const body = turn % 3 === 0 ? new Blob([content]) : content;
    const { error } = await storage.from('crash').upload(name, body, { upsert: true });
    if (!error) confirmed.set(name, hash);
  }
}

/** Rows are exactly whole files, confirmed uploads are there, and the disk holds nothing else. */
async function expectComplete(server: SpawnedServer): Promise<void> {
  const storage = storageOf(server);
  const { data: entries } = await storage.from('crash').list('', { limit: 10_000 });
  const names = new Set(entries?.map(({ name }) => name));
  for (const name of confirmed.keys()) expect(names).toContain(name);
  for (const name of names) {
    const { data } = await storage.from('crash').download(name);
    const hash = hashOf(Buffer.from(await (data ?? new Blob()).arrayBuffer()));
    expect(sent.get(name), name).toContain(hash);
  }
  const sql = connectPlatform({
    host: path.join(dataDir, 'run'),
    port: 5432,
    user: 'postgres',
    password: secretsOf().databasePassword,
    database: 'postgres',
    tls: 'off',
  });
  try {
    const files = new DiskFileStore(path.join(dataDir, 'storage'));
    // What was replaced just before the kill is swept right after the start.
    await expect.poll(() => sql`select from storage.removed_files`).toHaveLength(0);
    const report = await checkStorage(sql, files, { fix: false, graceMs: 0 });
    expect(report).toMatchObject({
      rowsWithoutFile: [],
      rowsWithOtherSize: [],
      filesWithoutRow: [],
      files: names.size,
    });
    expect(await files.leftovers()).toEqual([]);
  } finally {
    await sql.end();
  }
  await forget([...names].filter((name) => name.startsWith('new')));

  /** So that the next round has only its own to look at. */
  async function forget(seen: string[]): Promise<void> {
    if (seen.length > 0) await storage.from('crash').remove(seen);
    for (const name of seen) confirmed.delete(name);
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
