import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newBucket, serviceClient, serviceHeaders, storageUrl } from './storage-fixture.ts';

/** A form whose fields come after its file, as no client of ours writes it. */
async function upload(bucket: string, fields: Record<string, string>): Promise<Response> {
  const form = new FormData();
  form.append('', new Blob(['plain words'], { type: 'text/plain' }), 'a.txt');
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return fetch(storageUrl(`/object/${bucket}/${randomUUID()}.txt`), {
    method: 'POST',
    headers: serviceHeaders(),
    body: form,
  });
}

test('A type said after the file is checked like one said before it', async () => {
  const bucket = await newBucket({ public: false, allowedMimeTypes: ['text/plain'] });
  const refused = await upload(bucket, { contentType: 'text/html' });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: 'invalid_mime_type' });
  expect((await upload(bucket, { contentType: 'text/plain' })).status).toBe(200);
});

test.each(['cacheControl', 'contentType'])('A line break in %s is refused', async (name) => {
  const bucket = await newBucket();
  const { status } = await upload(bucket, { [name]: 'text/plain\r\nSet-Cookie: a=b' });
  expect(status).toBe(400);
});

test.each(['/object/upload/sign/%00/a.txt', '/object/sign/%00/a.txt', '/bucket/%00'])(
  'NUL in the name of a bucket is a mistake of the caller: %s',
  async (path) => {
    const method = path.startsWith('/object') ? 'POST' : 'GET';
    const headers = { ...serviceHeaders(), 'content-type': 'application/json' };
    const body = method === 'POST' ? JSON.stringify({ expiresIn: 60 }) : null;
    const { status } = await fetch(storageUrl(path), { method, headers, body });
    expect([400, 404]).toContain(status);
  },
);

test('A link ends some day', async () => {
  const bucket = await newBucket();
  const { storage } = serviceClient();
  await storage.from(bucket).upload('a.txt', 'a');
  const sign = (seconds: number) => storage.from(bucket).createSignedUrl('a.txt', seconds);
  expect((await sign(Number.MAX_SAFE_INTEGER)).error).not.toBeNull();
  expect((await sign(11 * 365 * 24 * 60 * 60)).error).not.toBeNull();
  expect((await sign(365 * 24 * 60 * 60)).error).toBeNull();
});
