import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  anonymousClient,
  newBucket,
  PNG,
  serviceClient,
  serviceHeaders,
  storageUrl,
} from './storage-fixture.ts';

const { storage } = serviceClient();
let bucket: string;

beforeAll(async () => {
  bucket = await newBucket();
});

describe('an upload', () => {
  test('takes bytes, text, streams, blobs and forms alike', async () => {
    const form = new FormData();
    form.append('', new Blob([PNG]), 'photo.png');
    const bodies = {
      buffer: PNG,
      arrayBuffer: PNG.buffer.slice(PNG.byteOffset, PNG.byteOffset + PNG.length) as ArrayBuffer,
      stream: Readable.from([PNG.subarray(0, 10), PNG.subarray(10)]),
      blob: new Blob([PNG]),
      form,
    };
    for (const [name, body] of Object.entries(bodies)) {
      const path = `bodies/${name}.png`;
      const { data, error } = await storage.from(bucket).upload(path, body);
      expect(error, name).toBeNull();
      expect(data).toMatchObject({ path, fullPath: `${bucket}/${path}` });
      const back = await storage.from(bucket).download(path);
      expect(Buffer.from(await (back.data ?? new Blob()).arrayBuffer()), name).toEqual(PNG);
    }
  });

  test('keeps what was said of the file, in a form also after the file', async () => {
    const form = new FormData();
    form.append('', new Blob([PNG], { type: 'image/png' }), 'photo.png');
    form.append('cacheControl', '7200');
    form.append('metadata', '{"taken":"on site"}');
    await storage.from(bucket).upload('said/form.png', form);
    const info = await storage.from(bucket).info('said/form.png');
    expect(info.data).toMatchObject({
      name: 'said/form.png',
      bucketId: bucket,
      size: PNG.length,
      contentType: 'image/png',
      cacheControl: 'max-age=7200',
      metadata: { taken: 'on site' },
    });

    const options = { cacheControl: '60', contentType: 'text/csv', metadata: { a: 'ä' } };
    await storage.from(bucket).upload('said/raw.csv', 'a,b', options);
    const raw = await storage.from(bucket).info('said/raw.csv');
    expect(raw.data).toMatchObject({
      contentType: 'text/csv',
      cacheControl: 'max-age=60',
      metadata: { a: 'ä' },
    });
  });

  test('does not replace unless told to', async () => {
    const first = await storage.from(bucket).upload('once.txt', 'first');
    const second = await storage.from(bucket).upload('once.txt', 'second');
    expect(second.error).toMatchObject({
      message: 'The resource already exists',
      statusCode: '409',
    });
    expect(await textOf('once.txt')).toBe('first');
    const replaced = await storage.from(bucket).upload('once.txt', 'third', { upsert: true });
    expect(replaced.data?.id).toBe(first.data?.id);
    expect(await textOf('once.txt')).toBe('third');
    await storage.from(bucket).update('once.txt', 'fourth');
    expect(await textOf('once.txt')).toBe('fourth');
  });

  test('is refused for a missing bucket and an impossible name', async () => {
    const nowhere = await storage.from('no-such-bucket').upload('a.txt', 'a');
    expect(nowhere.error?.message).toBe('Bucket not found');
    const unnamed = await storage.from(bucket).upload('emoji-😀.txt', 'a');
    expect(unnamed.error?.message).toMatch(/^Invalid key/);
  });

  test('is stopped at the limit, with and without a length announced', async () => {
    const small = await newBucket({ public: false, fileSizeLimit: '1kb' });
    const large = Buffer.alloc(300_000);
    const expected = {
      message: 'The object exceeded the maximum allowed size',
      statusCode: '413',
    };
    const bodies = [large, new Blob([large]), Readable.from([large, large])];
    for (const [index, body] of bodies.entries()) {
      const { error } = await storage.from(small).upload(`large-${index}`, body);
      expect(error).toMatchObject(expected);
    }
    expect((await storage.from(small).list()).data).toEqual([]);
    expect((await storage.from(small).upload('fits', Buffer.alloc(1000))).error).toBeNull();
  });

  test('must be of an allowed type, by name and by content', async () => {
    const pictures = await newBucket({ public: false, allowedMimeTypes: ['image/*'] });
    const text = await storage.from(pictures).upload('a.txt', 'a', { contentType: 'text/plain' });
    expect(text.error).toMatchObject({
      message: 'mime type text/plain is not supported',
      statusCode: '415',
    });
    const page = '<!doctype html><script>alert(1)</script>';
    const disguised = await storage
      .from(pictures)
      .upload('a.png', page, { contentType: 'image/png' });
    expect(disguised.error?.message).toBe('mime type text/html is not supported');
    const picture = await storage.from(pictures).upload('a.png', PNG, { contentType: 'image/png' });
    expect(picture.error).toBeNull();
  });

  test('gets the type its content proves when nothing better was said', async () => {
    await storage.from(bucket).upload('unsaid.bin', new Blob([PNG]));
    expect((await storage.from(bucket).info('unsaid.bin')).data?.contentType).toBe('image/png');
  });
});

describe('a download', () => {
  const content = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
  const get = (headers: Record<string, string> = {}, path = 'bytes.bin') =>
    fetch(storageUrl(`/object/${bucket}/${path}`), {
      headers: { ...serviceHeaders(), ...headers },
    });

  beforeAll(async () => {
    const options = { contentType: 'application/octet-stream' };
    await storage.from(bucket).upload('bytes.bin', content, options);
  });

  test('can be of a part', async () => {
    const cases: [string, string, Buffer][] = [
      ['bytes=0-9', 'bytes 0-9/1000', content.subarray(0, 10)],
      ['bytes=990-', 'bytes 990-999/1000', content.subarray(990)],
      ['bytes=-5', 'bytes 995-999/1000', content.subarray(995)],
      ['bytes=998-5000', 'bytes 998-999/1000', content.subarray(998)],
    ];
    for (const [range, contentRange, expected] of cases) {
      const response = await get({ range });
      expect(response.status, range).toBe(206);
      expect(response.headers.get('content-range')).toBe(contentRange);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(expected);
    }
    const beyond = await get({ range: 'bytes=1000-' });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe('bytes */1000');
    const stale = await get({ range: 'bytes=0-9', 'if-range': '"another"' });
    expect(stale.status).toBe(200);
  });

  test('is spared when nothing changed', async () => {
    const first = await get();
    expect(first.headers.get('cache-control')).toBe('private, max-age=3600');
    const etag = first.headers.get('etag') ?? '';
    const modified = first.headers.get('last-modified') ?? '';
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    expect((await get({ 'if-none-match': `W/${etag}, "other"` })).status).toBe(304);
    expect((await get({ 'if-modified-since': modified })).status).toBe(304);
    expect((await get({ 'if-none-match': '"other"', 'if-modified-since': modified })).status).toBe(
      200,
    );
  });

  test('never is an active page of our origin', async () => {
    const active = {
      'page.html': ['<!doctype html><script>alert(1)</script>', 'text/html'],
      'drawing.svg': ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
      'data.xml': ['<?xml version="1.0"?><x/>', 'application/xml'],
      'code.js': ['alert(1)', 'text/javascript'],
      'unknown.bin': ['mystery', 'application/x-mystery'],
    };
    for (const [name, [body = '', contentType = '']] of Object.entries(active)) {
      await storage.from(bucket).upload(`active/${name}`, body, { contentType });
      const { headers } = await get({}, `active/${name}`);
      expect(headers.get('content-disposition'), name).toMatch(/^attachment;/);
      expect(headers.get('content-security-policy'), name).toContain('sandbox');
      expect(headers.get('x-content-type-options'), name).toBe('nosniff');
    }
    await storage.from(bucket).upload('active/lie.png', '<script>', { contentType: 'image/png' });
    const lie = await get({}, 'active/lie.png');
    expect(lie.headers.get('content-type')).toBe('text/html');
    expect(lie.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect((await get({}, 'bodies/buffer.png')).headers.get('content-disposition')).toBeNull();
  });

  test('tells what is missing', async () => {
    const missing = await storage.from(bucket).download('nothing.txt');
    expect(missing.error).toMatchObject({ status: 400 });
    const body = await (await get({}, 'nothing.txt')).json();
    expect(body).toEqual({ statusCode: '404', error: 'not_found', message: 'Object not found' });
    expect((await storage.from(bucket).exists('nothing.txt')).data).toBe(false);
    expect((await storage.from(bucket).exists('bytes.bin')).data).toBe(true);
    expect((await storage.from(bucket).info('nothing.txt')).error?.message).toBe(
      'Object not found',
    );
  });
});

describe('a stored object', () => {
  test('can be moved, also to another bucket', async () => {
    const other = await newBucket();
    await storage.from(bucket).upload('move/a.txt', 'a');
    const moved = await storage.from(bucket).move('move/a.txt', 'moved/b.txt');
    expect(moved.data?.message).toBe('Successfully moved');
    await storage.from(bucket).move('moved/b.txt', 'c.txt', { destinationBucket: other });
    expect(await textOf('c.txt', other)).toBe('a');
    expect((await storage.from(bucket).exists('moved/b.txt')).data).toBe(false);
    const missing = await storage.from(bucket).move('nothing', 'else');
    expect(missing.error?.message).toBe('Object not found');
    await storage.from(other).upload('taken.txt', 'taken');
    const taken = await storage.from(other).move('c.txt', 'taken.txt');
    expect(taken.error?.message).toBe('The resource already exists');
  });

  test('can be copied, also to another bucket, and then is independent', async () => {
    const other = await newBucket();
    await storage.from(bucket).upload('copy/a.txt', 'a', { metadata: { kept: true } });
    const copied = await storage.from(bucket).copy('copy/a.txt', 'copy/b.txt');
    expect(copied.data?.path).toBe(`${bucket}/copy/b.txt`);
    const across = await storage
      .from(bucket)
      .copy('copy/a.txt', 'c.txt', { destinationBucket: other });
    expect(across.data?.path).toBe(`${other}/c.txt`);
    await storage.from(bucket).update('copy/a.txt', 'changed');
    await storage.from(bucket).remove(['copy/a.txt']);
    expect(await textOf('copy/b.txt')).toBe('a');
    expect(await textOf('c.txt', other)).toBe('a');
    expect((await storage.from(other).info('c.txt')).data?.metadata).toEqual({ kept: true });
  });

  test('gets another type, caching and metadata with the copy, where that is said', async () => {
    await storage.from(bucket).upload('typed.txt', 'a', {
      contentType: 'text/plain',
      cacheControl: '60',
      metadata: { of: 'the source' },
    });
    const copy = (destinationKey: string, metadata: object, userMetadata?: object) =>
      fetch(storageUrl('/object/copy'), {
        method: 'POST',
        headers: {
          ...serviceHeaders(),
          'content-type': 'application/json',
          ...(userMetadata && {
            'x-metadata': Buffer.from(JSON.stringify(userMetadata)).toString('base64'),
          }),
        },
        body: JSON.stringify({
          bucketId: bucket,
          sourceKey: 'typed.txt',
          destinationKey,
          copyMetadata: false,
          metadata,
        }),
      });
    const said = { mimetype: 'text/csv', cacheControl: 'max-age=7200' };
    expect((await copy('typed.csv', said, { of: 'the copy' })).status).toBe(200);
    expect((await storage.from(bucket).info('typed.csv')).data).toMatchObject({
      contentType: 'text/csv',
      cacheControl: 'max-age=7200',
      metadata: { of: 'the copy' },
    });
    await copy('plain.txt', {});
    const { data: plain } = await storage.from(bucket).info('plain.txt');
    expect([plain?.contentType, plain?.cacheControl, plain?.metadata]).toEqual([
      'text/plain',
      'max-age=60',
      {},
    ]);
    const injected = await copy('evil.txt', { mimetype: 'text/plain\r\nx-evil: 1' });
    expect(injected.status).toBe(400);
  });

  test('cannot be brought where it would not have been taken', async () => {
    const pictures = await newBucket({ public: false, allowedMimeTypes: ['image/png'] });
    await storage.from(bucket).upload('text.txt', 'a');
    for (const way of ['copy', 'move'] as const) {
      const { error } = await storage
        .from(bucket)
        [way]('text.txt', 'a.png', { destinationBucket: pictures });
      expect(error?.message).toMatch(/is not supported$/);
    }
  });

  test('is removed with others; what is not there is left out', async () => {
    await storage.from(bucket).upload('remove/a.txt', 'a');
    await storage.from(bucket).upload('remove/b.txt', 'b');
    const { data } = await storage
      .from(bucket)
      .remove(['remove/a.txt', 'remove/b.txt', 'remove/never.txt']);
    expect(data?.map(({ name }) => name).sort()).toEqual(['remove/a.txt', 'remove/b.txt']);
    expect((await storage.from(bucket).list('remove')).data).toEqual([]);
  });
});

describe('without a policy', () => {
  test('nobody reads or writes, and a public bucket is for reading only', async () => {
    const open = await newBucket({ public: true });
    await storage.from(open).upload('sign.txt', 'welcome');
    await storage.from(bucket).upload('secret.txt', 'secret');
    const anyone = anonymousClient().storage;

    const written = await anyone.from(open).upload('mine.txt', 'mine');
    expect(written.error).toMatchObject({
      message: 'new row violates row-level security policy',
      statusCode: '403',
    });
    const replaced = await anyone.from(open).upload('sign.txt', 'mine', { upsert: true });
    expect(replaced.error?.statusCode).toBe('403');
    expect((await anyone.from(open).remove(['sign.txt'])).data).toEqual([]);
    expect((await anyone.from(open).move('sign.txt', 'b.txt')).error?.statusCode).toBe('404');
    expect((await anyone.from(open).list()).data).toEqual([]);
    expect((await anyone.from(bucket).list()).data).toEqual([]);
    expect((await anyone.from(bucket).download('secret.txt')).error).not.toBeNull();
    expect((await anyone.from(bucket).info('secret.txt')).error?.message).toBe('Object not found');
    expect((await anyone.from(bucket).copy('secret.txt', 'b')).error?.statusCode).toBe('404');
    expect((await anyone.from(bucket).createSignedUrl('secret.txt', 60)).error).not.toBeNull();
    expect((await anyone.from(bucket).createSignedUploadUrl('new.txt')).error?.statusCode).toBe(
      '403',
    );

    const address = anyone.from(open).getPublicUrl('sign.txt', { download: 'hello.txt' });
    const response = await fetch(address.data.publicUrl);
    expect(await response.text()).toBe('welcome');
    expect(response.headers.get('cache-control')).toBe('max-age=3600');
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename=hello.txt; filename*=UTF-8''hello.txt;",
    );
    const closed = await fetch(anyone.from(bucket).getPublicUrl('secret.txt').data.publicUrl);
    expect(closed.ok).toBe(false);
    expect(await closed.text()).not.toContain('secret"');
  });
});

async function textOf(path: string, from = bucket): Promise<string | undefined> {
  const { data } = await storage.from(from).download(path);
  return data?.text();
}
