import { createHash, randomBytes } from 'node:crypto';
import { Upload, type UploadOptions } from 'tus-js-client';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  anonymousClient,
  newBucket,
  serviceClient,
  serviceHeaders,
  storageUrl,
} from './storage-fixture.ts';

const { storage } = serviceClient();
const ENDPOINT = storageUrl('/upload/resumable');
const CHUNK = 6 * 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };
let bucket: string;

beforeAll(async () => {
  bucket = await newBucket();
});

describe('a resumable upload', () => {
  test('arrives in pieces and becomes an object', async () => {
    const content = randomBytes(CHUNK * 2 + 123);
    const progress: number[] = [];
    await upload(content, 'pieces.bin', {
      metadata: { metadata: JSON.stringify({ crew: 'north' }) },
      onChunkComplete: (_size, accepted) => progress.push(accepted),
    });
    expect(progress).toEqual([CHUNK, CHUNK * 2, content.length]);
    const { data } = await storage.from(bucket).download('pieces.bin');
    expect(hashOf(Buffer.from(await (data ?? new Blob()).arrayBuffer()))).toBe(hashOf(content));
    const info = await storage.from(bucket).info('pieces.bin');
    expect(info.data).toMatchObject({
      size: content.length,
      contentType: 'application/x-test',
      cacheControl: 'max-age=3600',
      metadata: { crew: 'north' },
      etag: `"${hashOf(content)}"`,
    });
  });

  test('goes on where it was interrupted', async () => {
    const content = randomBytes(CHUNK * 3);
    const interrupted = await new Promise<string>((resolve, reject) => {
      const first = start(content, 'interrupted.bin', {
        onChunkComplete: () => void first.abort().then(() => resolve(first.url ?? '')),
        onError: reject,
      });
    });
    const head = await fetch(interrupted, {
      method: 'HEAD',
      headers: { ...serviceHeaders(), ...TUS },
    });
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(CHUNK);
    expect(offset).toBeLessThan(content.length);
    expect(Date.parse(head.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
    expect((await storage.from(bucket).exists('interrupted.bin')).data).toBe(false);

    await upload(content, 'interrupted.bin', { uploadUrl: interrupted });
    const info = await storage.from(bucket).info('interrupted.bin');
    expect(info.data?.etag).toBe(`"${hashOf(content)}"`);
  });

  test('may bring all its bytes with the first request, or none at all', async () => {
    await upload(Buffer.from('short'), 'short.bin', { uploadDataDuringCreation: true });
    expect(await (await storage.from(bucket).download('short.bin')).data?.text()).toBe('short');
    await upload(Buffer.alloc(0), 'empty.bin');
    expect((await storage.from(bucket).info('empty.bin')).data?.size).toBe(0);
  });

  test('does not replace unless told to', async () => {
    await upload(Buffer.from('first'), 'once.bin');
    await expect(upload(Buffer.from('second'), 'once.bin')).rejects.toThrow(/409/);
    await upload(Buffer.from('third'), 'once.bin', { headers: { 'x-upsert': 'true' } });
    expect(await (await storage.from(bucket).download('once.bin')).data?.text()).toBe('third');
  });

  test('can be given up', async () => {
    const { url } = await create('given-up.bin', 10);
    expect((await send(url, 0, 'half!')).status).toBe(204);
    const ended = await fetch(url, { method: 'DELETE', headers: { ...serviceHeaders(), ...TUS } });
    expect(ended.status).toBe(204);
    expect((await send(url, 5, 'other')).status).toBe(404);
  });

  test('keeps order and size', async () => {
    const { url } = await create('order.bin', 10);
    expect((await send(url, 5, 'later')).status).toBe(409);
    expect((await send(url, 0, 'more than ten bytes')).status).toBe(413);
    expect((await send(url, 0, 'first', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(url, 0, 'first', { 'tus-resumable': '0.2.2' })).status).toBe(412);
    expect((await send(url, 0, 'first', { 'upload-checksum': 'sha1 AAAA' })).status).toBe(460);
    const checksum = createHash('sha1').update('first').digest('base64');
    const right = await send(url, 0, 'first', { 'upload-checksum': `sha1 ${checksum}` });
    expect(right.status).toBe(204);
    expect(right.headers.get('upload-offset')).toBe('5');
    expect((await send(url, 5, '.last')).status).toBe(204);
    expect(await (await storage.from(bucket).download('order.bin')).data?.text()).toBe(
      'first.last',
    );
    const told = await fetch(url, { method: 'HEAD', headers: { ...serviceHeaders(), ...TUS } });
    expect(told.headers.get('upload-offset')).toBe('10');
  });

  test('must be allowed, fit and be of an allowed type', async () => {
    const { supabaseKey } = anonymousClient() as unknown as { supabaseKey: string };
    const anonymous = { apikey: supabaseKey, authorization: `Bearer ${supabaseKey}` };
    const refused = await create('refused.bin', 10, anonymous);
    expect(refused.status).toBe(403);
    const own = await create('own.bin', 10);
    const stolen = await send(own.url, 0, 'stolen', { authorization: 'Bearer nonsense' });
    expect(stolen.status).toBe(403);

    const small = await newBucket({
      public: false,
      fileSizeLimit: 5,
      allowedMimeTypes: ['image/png'],
    });
    expect((await create('a.png', 10, {}, small, 'image/png')).status).toBe(413);
    expect((await create('a.txt', 5, {}, small, 'text/plain')).status).toBe(415);
  });

  test('can be made by the holder of an upload link', async () => {
    const { data } = await storage.from(bucket).createSignedUploadUrl('linked.bin');
    const signature = { 'x-signature': data?.token ?? '' };
    const endpoint = storageUrl('/upload/resumable/sign');
    await upload(Buffer.from('by link'), 'linked.bin', { endpoint, headers: signature }, {});
    expect(await (await storage.from(bucket).download('linked.bin')).data?.text()).toBe('by link');
    const elsewhere = upload(Buffer.from('x'), 'else.bin', { endpoint, headers: signature }, {});
    await expect(elsewhere).rejects.toThrow(/400/);
  });

  test('is described to whoever asks', async () => {
    const response = await fetch(ENDPOINT, { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('tus-version')).toBe('1.0.0');
    expect(response.headers.get('tus-extension')).toContain('creation-with-upload');
    expect(Number(response.headers.get('tus-max-size'))).toBeGreaterThan(0);
  });
});

function start(
  content: Buffer,
  name: string,
  options: UploadOptions,
  headers: Record<string, string> = { authorization: serviceHeaders()['authorization'] ?? '' },
): Upload {
  const running = new Upload(content, {
    endpoint: ENDPOINT,
    retryDelays: null,
    chunkSize: CHUNK,
    ...options,
    headers: { ...headers, ...options.headers },
    metadata: {
      bucketName: bucket,
      objectName: name,
      contentType: 'application/x-test',
      cacheControl: '3600',
      ...options.metadata,
    },
  });
  running.start();
  return running;
}

function upload(
  content: Buffer,
  name: string,
  options: UploadOptions = {},
  headers?: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    start(content, name, { ...options, onSuccess: () => resolve(), onError: reject }, headers);
  });
}

async function create(
  name: string,
  length: number,
  headers: Record<string, string> = {},
  into = bucket,
  contentType = 'application/x-test',
): Promise<{ status: number; url: string }> {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const response = await fetch(ENDPOINT, {
    method: 'POST',
    headers: {
      ...serviceHeaders(),
      ...TUS,
      'upload-length': String(length),
      'upload-metadata': `bucketName ${encode(into)},objectName ${encode(name)},contentType ${encode(contentType)}`,
      ...headers,
    },
  });
  return { status: response.status, url: response.headers.get('location') ?? '' };
}

function send(
  url: string,
  offset: number,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'PATCH',
    headers: {
      ...serviceHeaders(),
      ...TUS,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...headers,
    },
    body,
  });
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
