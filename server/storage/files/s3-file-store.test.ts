import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startFakeS3 } from '../../../testing/fake-s3.ts';
import { parseS3Url, S3Client } from './s3-client.ts';
import { S3FileStore } from './s3-file-store.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'chalkline-s3-'));
let s3: Awaited<ReturnType<typeof startFakeS3>>;
let store: S3FileStore;

beforeAll(async () => {
  s3 = await startFakeS3();
  store = new S3FileStore(new S3Client(parseS3Url(s3.url)), directory);
  await store.prepare();
});

beforeEach(() => {
  s3.objects.clear();
  s3.failures.length = 0;
});

afterAll(async () => {
  await s3.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function* inChunks(content: Buffer, size: number) {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function put(content: Buffer): Promise<string> {
  const write = await store.begin(randomUUID());
  const received = await write.receive(inChunks(content, 1_000_000), Number.POSITIVE_INFINITY);
  expect(received.sizeBytes).toBe(content.length);
  await write.publish();
  await write.settle();
  return write.version;
}

async function contentOf(stream: Readable | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream ?? []) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

test.each([0, 5, 16 * 1024 * 1024, 33 * 1024 * 1024 + 3])(
  '%i bytes arrive, whole or in parts, and come back',
  async (size) => {
    const content = randomBytes(size);
    const version = await put(content);
    expect([...s3.objects.keys()]).toEqual([`here/${version}`]);
    expect(s3.uploads.size).toBe(0);
    expect((await contentOf(await store.read(version))).equals(content)).toBe(true);
    expect(await store.sizeOf(version)).toBe(size);
  },
);

test('a range is read as a range', async () => {
  const version = await put(Buffer.from('0123456789'));
  const part = await contentOf(await store.read(version, { start: 3, end: 5 }));
  expect(part.toString()).toBe('345');
});

test('a copy is another object, and removing one leaves the other', async () => {
  const version = await put(Buffer.from('original'));
  const copy = await store.copy(version, randomUUID());
  await copy.publish();
  await copy.settle();
  await store.remove([version]);
  expect(await store.read(version)).toBeUndefined();
  expect((await contentOf(await store.read(copy.version))).toString()).toBe('original');
});

test('everything is listed, over pages', async () => {
  const versions = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((c) => put(Buffer.from(c))));
  s3.objects.set('elsewhere/unrelated', Buffer.from('x'));
  const listed: string[] = [];
  for await (const file of store.list()) listed.push(file.version);
  expect(listed.sort()).toEqual(versions.sort());
});

test('an upload that exceeds the limit leaves neither object nor parts', async () => {
  const write = await store.begin(randomUUID());
  const large = inChunks(randomBytes(40 * 1024 * 1024), 1_000_000);
  await expect(write.receive(large, 35 * 1024 * 1024)).rejects.toThrow('exceeded');
  await write.discard();
  expect(s3.objects.size + s3.uploads.size).toBe(0);
  expect(readdirSync(path.join(directory, 'unfinished'))).toEqual([]);
});

test('what a crash left is found by its marker and aborted', async () => {
  const version = randomUUID();
  writeFileSync(path.join(directory, 'unfinished', version), '');
  s3.uploads.set('left', { key: `here/${version}`, parts: new Map() });
  expect(await store.leftovers()).toEqual([version]);
  await store.forget(version);
  expect(s3.uploads.size).toBe(0);
  expect(await store.leftovers()).toEqual([]);
});

test('a store that stumbles is asked again; one that refuses is not', async () => {
  s3.failures.push(503, 500);
  const version = await put(Buffer.from('patience'));
  expect((await contentOf(await store.read(version))).toString()).toBe('patience');
  s3.failures.push(403);
  await expect(store.read(version)).rejects.toThrow('S3 answered 403');
});

test('an address without key or bucket is refused', () => {
  expect(() => parseS3Url('https://s3.example.com/bucket')).toThrow('S3_URL takes');
  expect(() => parseS3Url('https://KEY:SECRET@s3.example.com')).toThrow('S3_URL takes');
  expect(parseS3Url('https://K%2FY:S%2BC@s3.example.com/b/deep/er')).toMatchObject({
    endpoint: 'https://s3.example.com',
    bucket: 'b',
    prefix: 'deep/er/',
    accessKeyId: 'K/Y',
    secretAccessKey: 'S+C',
    region: 'us-east-1',
  });
});
