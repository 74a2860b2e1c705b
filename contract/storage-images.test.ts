import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { newBucket, serviceClient, serviceHeaders, storageUrl } from './storage-fixture.ts';

const { storage } = serviceClient();
let bucket: string;

beforeAll(async () => {
  bucket = await newBucket();
  const photo = await sharp({
    create: { width: 400, height: 200, channels: 3, background: '#d2691e' },
  })
    .jpeg()
    .toBuffer();
  // As clients without a type send it.
  await storage.from(bucket).upload('photo.jpg', photo);
  const bomb = await sharp(photo).png().toBuffer();
  // A few kilobytes that say they are a hundred thousand pixels wide and high.
  bomb.writeUInt32BE(100_000, 16);
  bomb.writeUInt32BE(100_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  await storage.from(bucket).upload('bomb.png', bomb);
  await storage.from(bucket).upload('text.jpg', 'no picture', { contentType: 'image/jpeg' });
});

const render = (query: string, headers: Record<string, string> = {}, name = 'photo.jpg') =>
  fetch(storageUrl(`/render/image/authenticated/${bucket}/${name}?${query}`), {
    headers: { ...serviceHeaders(), ...headers },
  });

async function sizeOf(response: Response): Promise<[string, number, number]> {
  const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
  return [format, width, height];
}

describe('a picture', () => {
  test('is resized to cover, contain or fill', async () => {
    expect(await sizeOf(await render('width=100&height=100'))).toEqual(['jpeg', 100, 100]);
    expect(await sizeOf(await render('width=100&height=100&resize=contain'))).toEqual([
      'jpeg',
      100,
      50,
    ]);
    expect(await sizeOf(await render('width=50&height=150&resize=fill'))).toEqual([
      'jpeg',
      50,
      150,
    ]);
    expect(await sizeOf(await render('width=100'))).toEqual(['jpeg', 100, 50]);
  });

  test('comes in the format the browser takes, unless its own is asked for', async () => {
    const avif = await render('width=100', { accept: 'image/avif,image/webp,*/*' });
    expect(avif.headers.get('content-type')).toBe('image/avif');
    expect(avif.headers.get('vary')).toContain('Accept');
    const webp = await render('width=100', { accept: 'image/webp,*/*' });
    expect((await sizeOf(webp))[0]).toBe('webp');
    const origin = await render('width=100&format=origin', { accept: 'image/webp' });
    expect(origin.headers.get('content-type')).toBe('image/jpeg');
  });

  test('is not sent twice, and follows its original', async () => {
    const first = await render('width=80');
    const etag = first.headers.get('etag') ?? '';
    expect((await render('width=80', { 'if-none-match': etag })).status).toBe(304);
    const changed = await sharp({
      create: { width: 40, height: 40, channels: 3, background: 'blue' },
    })
      .png()
      .toBuffer();
    await storage.from(bucket).upload('changing.jpg', changed);
    const before = await render('width=20', {}, 'changing.jpg');
    const other = await sharp(changed).negate().png().toBuffer();
    await storage.from(bucket).update('changing.jpg', other);
    const after = await render('width=20', {}, 'changing.jpg');
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(Buffer.from(await after.arrayBuffer())).not.toEqual(
      Buffer.from(await before.arrayBuffer()),
    );
  });

  test('can be asked for by a link, in the size the link says', async () => {
    const { data } = await storage.from(bucket).createSignedUrl('photo.jpg', 60, {
      transform: { width: 60, height: 60, quality: 60 },
    });
    expect(data?.signedUrl).toContain(`/render/image/sign/${bucket}/photo.jpg`);
    const response = await fetch(`${data?.signedUrl}&width=2000`);
    expect(response.headers.get('x-transformations')).toBe(
      'height:60,width:60,resizing_type:fill,quality:60',
    );
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await sizeOf(response)).toEqual(['jpeg', 60, 60]);
  });

  test('has limits', async () => {
    for (const query of ['width=0', 'width=2501', 'height=-1', 'resize=melt', 'quality=5']) {
      expect((await render(query)).status, query).toBe(400);
    }
    expect((await render('width=10', {}, 'text.jpg')).status).toBe(400);
    expect((await render('width=10', {}, 'missing.jpg')).status).toBe(400);
    expect((await render('width=10', {}, 'bomb.png')).status).toBe(400);
    const closed = await fetch(storageUrl(`/render/image/public/${bucket}/photo.jpg?width=10`));
    expect(closed.status).toBe(400);
  });
});
