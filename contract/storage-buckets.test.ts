import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { anonymousClient, newBucket, serviceClient, storageUrl } from './storage-fixture.ts';

const { storage } = serviceClient();

describe('buckets', () => {
  test('are made, read, changed, emptied and deleted', async () => {
    const id = `contract-${randomUUID()}`;
    const created = await storage.createBucket(id, {
      public: true,
      fileSizeLimit: '20mb',
      allowedMimeTypes: ['image/jpeg'],
    });
    expect(created).toEqual({ data: { name: id }, error: null });

    const partly = await storage.updateBucket(id, { public: false });
    expect(partly.data).toEqual({ message: 'Successfully updated' });
    const read = await storage.getBucket(id);
    expect(read.data).toMatchObject({
      id,
      name: id,
      public: false,
      file_size_limit: 20_000_000,
      allowed_mime_types: ['image/jpeg'],
    });
    expect(read.data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

    await storage.from(id).upload('photo.jpg', 'x', { contentType: 'image/jpeg' });
    const refused = await storage.deleteBucket(id);
    expect(refused.error?.message).toBe('The bucket you tried to delete is not empty');
    expect((await storage.emptyBucket(id)).error).toBeNull();
    expect((await storage.deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' });
    expect((await storage.getBucket(id)).error?.message).toBe('Bucket not found');
  });

  test('a list can be searched, sorted and paged', async () => {
    const word = randomUUID().slice(0, 8);
    for (const letter of ['a', 'b', 'c']) {
      await storage.createBucket(`${word}-${letter}`, { public: false });
    }
    const { data } = await storage.listBuckets({
      search: word,
      sortColumn: 'name',
      sortOrder: 'desc',
      limit: 2,
    });
    expect(data?.map(({ id }) => id)).toEqual([`${word}-c`, `${word}-b`]);
    const next = await storage.listBuckets({ search: word, limit: 2, offset: 2 });
    expect(next.data?.map(({ id }) => id)).toEqual([`${word}-c`]);
  });

  test('a taken name, an impossible one and a wrong limit are refused', async () => {
    const id = await newBucket();
    const duplicate = await storage.createBucket(id, { public: false });
    expect(duplicate.error).toMatchObject({
      message: 'The resource already exists',
      statusCode: '409',
    });
    const impossible = await storage.createBucket('a/b', { public: false });
    expect(impossible.error?.message).toBe('Bucket name invalid');
    const limit = await storage.createBucket(`${id}-2`, { public: false, fileSizeLimit: 'lots' });
    expect(limit.error?.message).toMatch(/^Invalid file size format/);
  });

  test('belong to nobody without a policy', async () => {
    const id = await newBucket({ public: true });
    const anyone = anonymousClient().storage;
    const created = await anyone.createBucket(`${id}-2`, { public: true });
    expect(created.error).toMatchObject({
      message: 'new row violates row-level security policy',
      statusCode: '403',
    });
    expect((await anyone.listBuckets()).data).toEqual([]);
    expect((await anyone.getBucket(id)).error?.message).toBe('Bucket not found');
    const changed = await anyone.updateBucket(id, { public: false });
    expect(changed.error?.message).toBe('Bucket not found');
    expect((await anyone.emptyBucket(id)).error?.message).toBe('Bucket not found');
    expect((await anyone.deleteBucket(id)).error?.message).toBe('Bucket not found');
    expect((await storage.getBucket(id)).data?.public).toBe(true);
  });

  test('a request without any key is told so in the words clients know', async () => {
    const response = await fetch(storageUrl('/bucket'));
    expect(await response.json()).toEqual({
      statusCode: '403',
      error: 'Unauthorized',
      message: 'Invalid Compact JWS',
    });
  });
});
