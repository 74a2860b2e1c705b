import { beforeAll, describe, expect, inject, test } from 'vitest';
import { newBucket, serviceClient, storageUrl } from './storage-fixture.ts';

const { storage } = serviceClient();
let bucket: string;

beforeAll(async () => {
  bucket = await newBucket();
  await storage.from(bucket).upload('folder/a file.txt', 'content');
  await storage.from(bucket).upload('folder/b.txt', 'another');
});

describe('a download link', () => {
  test('opens one object to whoever holds it', async () => {
    const { data } = await storage
      .from(bucket)
      .createSignedUrl('folder/a file.txt', 60, { download: 'report.txt' });
    const response = await fetch(data?.signedUrl ?? '');
    expect(await response.text()).toBe('content');
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename=report.txt; filename*=UTF-8''report.txt;",
    );
  });

  test.each([
    [
      'Año 2026; "final".txt',
      "attachment; filename=A%C3%B1o%202026%3B%20%22final%22.txt; filename*=UTF-8''A%C3%B1o%202026%3B%20%22final%22.txt;",
    ],
    ['', 'attachment;'],
  ])('names the file "%s" as the Storage API does', async (download, disposition) => {
    const { data } = await storage.from(bucket).createSignedUrl('folder/b.txt', 60);
    const address = `${data?.signedUrl}&download=${encodeURIComponent(download)}`;
    const response = await fetch(address);
    expect(response.headers.get('content-disposition')).toBe(disposition);
  });

  test('takes its seconds as a number or as text', async () => {
    const sign = async (expiresIn: unknown) => {
      const { url, serviceKey } = inject('api');
      const response = await fetch(`${url}/storage/v1/object/sign/${bucket}/folder/b.txt`, {
        method: 'POST',
        headers: {
          apikey: serviceKey,
          authorization: `Bearer ${serviceKey}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ expiresIn }),
      });
      return response.status;
    };
    expect(await Promise.all([60, '60'].map(sign))).toEqual([200, 200]);
    expect(await Promise.all(['0', '-1', '1.5', 'soon', '', null].map(sign))).toEqual(
      Array(6).fill(400),
    );
  });

  test('is bound to its object, its purpose and its time', async () => {
    const token = await tokenFor('folder/b.txt', 60);
    const other = await fetch(
      storageUrl(`/object/sign/${bucket}/folder/a%20file.txt?token=${token}`),
    );
    expect(other.status).toBe(400);
    expect(await other.json()).toMatchObject({ error: 'InvalidSignature' });

    const upload = await fetch(
      storageUrl(`/object/upload/sign/${bucket}/folder/b.txt?token=${token}`),
      {
        method: 'PUT',
        body: 'overwritten',
      },
    );
    expect(upload.status).toBe(400);

    const short = await tokenFor('folder/b.txt', 1);
    await expect
      .poll(
        async () =>
          (await fetch(storageUrl(`/object/sign/${bucket}/folder/b.txt?token=${short}`))).status,
        { interval: 250 },
      )
      .toBe(400);
    const forged = `${token.slice(0, -4)}AAAA`;
    expect(
      (await fetch(storageUrl(`/object/sign/${bucket}/folder/b.txt?token=${forged}`))).status,
    ).toBe(400);
    expect((await fetch(storageUrl(`/object/sign/${bucket}/folder/b.txt`))).status).toBe(400);
  });

  test('is never a login', async () => {
    const token = await tokenFor('folder/b.txt', 60);
    const { url, anonKey } = inject('api');
    const doors = ['/storage/v1/bucket', '/auth/v1/user', '/rest/v1/'];
    for (const door of doors) {
      const response = await fetch(url + door, {
        headers: { apikey: anonKey, authorization: `Bearer ${token}` },
      });
      expect(response.status, door).toBeGreaterThanOrEqual(400);
    }
    const asKey = await fetch(`${url}/storage/v1/bucket`, { headers: { apikey: token } });
    expect(asKey.ok).toBe(false);
  });

  test('can be made for many at once', async () => {
    const { data } = await storage.from(bucket).createSignedUrls(['folder/b.txt', 'missing'], 60);
    expect(data).toEqual([
      {
        error: null,
        path: 'folder/b.txt',
        signedURL: expect.any(String),
        signedUrl: expect.any(String),
      },
      {
        error: 'Either the object does not exist or you do not have access to it',
        path: 'missing',
        signedURL: null,
        signedUrl: null,
      },
    ]);
    const response = await fetch(data?.[0]?.signedUrl ?? '');
    expect(await response.text()).toBe('another');
  });
});

describe('an upload link', () => {
  test('takes one upload, and another only if it may replace', async () => {
    const files = storage.from(bucket);
    const { data } = await files.createSignedUploadUrl('up/once.txt');
    expect(data?.path).toBe('up/once.txt');
    const first = await files.uploadToSignedUrl('up/once.txt', data?.token ?? '', 'first');
    expect(first.data).toMatchObject({ path: 'up/once.txt', fullPath: `${bucket}/up/once.txt` });
    const second = await files.uploadToSignedUrl('up/once.txt', data?.token ?? '', 'second');
    expect(second.error).toMatchObject({
      message: 'The resource already exists',
      statusCode: '409',
    });

    const again = await files.createSignedUploadUrl('up/once.txt', { upsert: true });
    const blob = new Blob(['replaced'], { type: 'text/plain' });
    const third = await files.uploadToSignedUrl('up/once.txt', again.data?.token ?? '', blob);
    expect(third.error).toBeNull();
    expect(await (await files.download('up/once.txt')).data?.text()).toBe('replaced');
  });

  test('is for its own path, and not for reading', async () => {
    const files = storage.from(bucket);
    const { data } = await files.createSignedUploadUrl('up/mine.txt');
    const other = await files.uploadToSignedUrl('up/other.txt', data?.token ?? '', 'x');
    expect(other.error).not.toBeNull();
    await files.uploadToSignedUrl('up/mine.txt', data?.token ?? '', 'x');
    const read = await fetch(storageUrl(`/object/sign/${bucket}/up/mine.txt?token=${data?.token}`));
    expect(read.status).toBe(400);
  });
});

async function tokenFor(path: string, seconds: number): Promise<string> {
  const { data } = await storage.from(bucket).createSignedUrl(path, seconds);
  return new URL(data?.signedUrl ?? '').searchParams.get('token') ?? '';
}
