import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { LocalLocks } from '../team/locks.ts';
import { checkStorage } from './check-storage.ts';
import { DiskFileStore } from './files/disk-file-store.ts';
import { recoverBesideOthers, recoverUploads } from './files/recover-uploads.ts';
import { RemovedFiles } from './files/removed-files.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-files-'));
const files = new DiskFileStore(directory);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await files.prepare();
  await database.sql`insert into storage.buckets (id, name) values ('b', 'b')`;
});

afterAll(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

async function* body(text: string) {
  yield Buffer.from(text);
}

async function store(text: string): Promise<string> {
  const write = await files.begin(randomUUID());
  await write.receive(body(text), 100);
  await write.publish();
  await write.settle();
  return write.version;
}

async function insertRow(name: string, version: string, size: number): Promise<void> {
  await database.sql`
    insert into storage.objects (bucket_id, name, version, metadata)
    values ('b', ${name}, ${version}, ${database.sql.json({ size })})`;
}

test('orphans are found both ways, reported, and removed when asked', async () => {
  await insertRow('whole', await store('whole'), 5);
  await insertRow('other-size', await store('short'), 500);
  await insertRow('no-file', randomUUID(), 5);
  const orphan = await store('orphan');
  const expected = {
    objects: 3,
    files: 3,
    rowsWithoutFile: ['b/no-file'],
    rowsWithOtherSize: ['b/other-size'],
    filesWithoutRow: [orphan],
    unfinished: 0,
  };

  const { sql } = database;
  expect((await checkStorage(sql, files, { fix: false })).filesWithoutRow).toEqual([]);
  expect(await checkStorage(sql, files, { fix: false, graceMs: 0 })).toEqual(expected);
  expect(await checkStorage(sql, files, { fix: true, graceMs: 0 })).toEqual(expected);
  expect(await checkStorage(sql, files, { fix: false, graceMs: 0 })).toEqual({
    ...expected,
    objects: 2,
    files: 2,
    rowsWithoutFile: [],
    filesWithoutRow: [],
  });
});

test('after a crash, bytes with a committed row stay and all others go', async () => {
  const kept = randomUUID();
  const lost = randomUUID();
  for (const version of [kept, lost]) {
    const write = await files.begin(version);
    await write.receive(body('bytes'), 100);
    await write.publish();
  }
  await insertRow('kept', kept, 5);
  writeFileSync(path.join(directory, 'unfinished', randomUUID()), 'half a fi');

  const restarted = new DiskFileStore(directory);
  expect(await recoverUploads(database.sql, restarted)).toBe(3);
  expect(readdirSync(path.join(directory, 'unfinished'))).toEqual([]);
  expect(await restarted.sizeOf(kept)).toBe(5);
  expect(await restarted.sizeOf(lost)).toBeUndefined();
});

test('a worker that starts again decides about its own, once what it had sent is decided', async () => {
  const publish = async (worker: number) => {
    const own = new DiskFileStore(directory, worker);
    await own.prepare();
    const write = await own.begin(randomUUID());
    await write.receive(body('bytes'), 100);
    await write.publish();
    return write.version;
  };
  const [lost, committedLate, takenOver] = [await publish(1), await publish(1), await publish(1)];
  const ofTheOther = await publish(2);
  const locks = new LocalLocks();
  await locks.acquire(takenOver);
  const again = new DiskFileStore(directory, 1);
  let recovery: Promise<number> | undefined;
  await database.sql.begin(async (sql) => {
    await sql`
      insert into storage.objects (bucket_id, name, version, metadata)
      values ('b', 'late', ${committedLate}, '{"size": 5}')`;
    recovery = recoverBesideOthers(database.sql, again, locks);
    // As long as it would need if it did not wait.
    for (let round = 0; round < 20; round++) await sql`select pg_sleep(0.01)`;
    expect(await again.sizeOf(lost)).toBe(5);
  });
  expect(await recovery).toBe(3);
  expect(await again.leftovers()).toEqual([]);
  expect(await again.sizeOf(lost)).toBeUndefined();
  for (const version of [committedLate, takenOver, ofTheOther]) {
    expect(await again.sizeOf(version)).toBe(5);
  }
  // What is left at a start of the whole server is every worker's.
  expect(await recoverUploads(database.sql, new DiskFileStore(directory))).toBe(1);
  expect(await again.sizeOf(ofTheOther)).toBeUndefined();
  await again.remove([takenOver]);
  rmSync(path.join(directory, 'unfinished'), { recursive: true });
  await files.prepare();
});

test('bytes go when their row goes, whoever removes or replaces it', async () => {
  const { sql } = database;
  const log = { error: () => undefined } as never;
  const removed = new RemovedFiles(sql, files, log);
  const [first, second] = [await store('first'), await store('second')];
  await insertRow('replaced', first, 5);
  await sql`update storage.objects set version = ${second} where name = 'replaced'`;
  await removed.sweep();
  expect(await files.sizeOf(first)).toBeUndefined();
  expect(await files.sizeOf(second)).toBe(6);
  await sql`delete from storage.objects where name = 'replaced'`;
  await removed.sweep();
  expect(await files.sizeOf(second)).toBeUndefined();
  expect(await sql`select from storage.removed_files`).toHaveLength(0);
});

test('a version that leads elsewhere leads nowhere', async () => {
  const secret = path.join(directory, 'secret');
  writeFileSync(secret, 'secret');
  for (const version of ['../../secret', '../secret', `${'0'.repeat(36)}`, '']) {
    expect(await files.read(version)).toBeUndefined();
    expect(await files.sizeOf(version)).toBeUndefined();
    await files.remove([version]);
    await expect(files.copy(version, randomUUID())).rejects.toThrow('Object not found');
  }
  expect(readFileSync(secret, 'utf8')).toBe('secret');
});

test('a write that fails or is refused leaves no trace', async () => {
  const write = await files.begin(randomUUID());
  await expect(write.receive(body('more than ten bytes'), 10)).rejects.toThrow('exceeded');
  await write.discard();
  const published = await files.begin(randomUUID());
  await published.receive(body('bytes'), 100);
  await published.publish();
  await published.discard();
  expect(await files.sizeOf(published.version)).toBeUndefined();
  expect(readdirSync(path.join(directory, 'unfinished'))).toEqual([]);
});
