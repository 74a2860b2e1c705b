import { beforeAll, describe, expect, test } from 'vitest';
import { newBucket, serviceClient } from './storage-fixture.ts';

const { storage } = serviceClient();
let bucket: string;

const NAMES = [
  'readme.txt',
  'sites/north/b.jpg',
  'sites/north/a.jpg',
  'sites/north/inside/deep.jpg',
  'sites/south/c.jpg',
  'sites/plan.pdf',
  'sites_x/trap.txt',
  'Upper.txt',
];

beforeAll(async () => {
  bucket = await newBucket();
  for (const name of NAMES) await storage.from(bucket).upload(name, name);
});

const names = async (...list: Parameters<ReturnType<typeof storage.from>['list']>) => {
  const { data, error } = await storage.from(bucket).list(...list);
  expect(error).toBeNull();
  return data?.map((entry) => entry.name);
};

describe('a list', () => {
  test('is one level deep, folders first, names relative to the prefix', async () => {
    expect(await names()).toEqual(['sites', 'sites_x', 'Upper.txt', 'readme.txt']);
    expect(await names('sites')).toEqual(['north', 'south', 'plan.pdf']);
    expect(await names('sites/')).toEqual(['north', 'south', 'plan.pdf']);
    expect(await names('sites/north')).toEqual(['inside', 'a.jpg', 'b.jpg']);
  });

  test('tells folders from files', async () => {
    const { data } = await storage.from(bucket).list('sites');
    expect(data?.[0]).toEqual({
      name: 'north',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data?.[2]).toMatchObject({
      name: 'plan.pdf',
      id: expect.any(String),
      metadata: {
        size: 14,
        contentLength: 14,
        httpStatusCode: 200,
        eTag: expect.stringMatching(/^".+"$/),
        mimetype: 'text/plain;charset=UTF-8',
        cacheControl: 'max-age=3600',
        lastModified: expect.any(String),
      },
    });
  });

  test('takes % and _ for themselves', async () => {
    expect(await names('site_')).toEqual([]);
    expect(await names('%')).toEqual([]);
    expect(await names('', { search: '_' })).toEqual([]);
    expect(await names('sites_x')).toEqual(['trap.txt']);
  });

  test('can be searched, sorted and paged', async () => {
    expect(await names('', { search: 'UP' })).toEqual(['Upper.txt']);
    expect(await names('sites/north', { search: 'a' })).toEqual(['a.jpg']);
    expect(await names('sites/north', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'inside',
      'b.jpg',
      'a.jpg',
    ]);
    expect(await names('sites/north', { sortBy: { column: 'created_at', order: 'asc' } })).toEqual([
      'inside',
      'b.jpg',
      'a.jpg',
    ]);
    expect(await names('', { limit: 2, offset: 1 })).toEqual(['sites_x', 'Upper.txt']);
  });

  test('of a missing bucket is empty', async () => {
    expect(await storage.from('no-such-bucket').list()).toEqual({ data: [], error: null });
  });
});

describe('a list in pages', () => {
  test('is flat unless folders are asked for', async () => {
    const flat = await storage.from(bucket).listV2({ prefix: 'sites/' });
    expect(flat.data).toMatchObject({ hasNext: false, folders: [] });
    expect(flat.data?.objects.map(({ name }) => name)).toEqual([
      'sites/north/a.jpg',
      'sites/north/b.jpg',
      'sites/north/inside/deep.jpg',
      'sites/plan.pdf',
      'sites/south/c.jpg',
    ]);
    const folders = await storage.from(bucket).listV2({ prefix: 'sites/', with_delimiter: true });
    expect(folders.data?.folders).toEqual([
      { key: 'sites/north', name: 'sites/north/' },
      { key: 'sites/south', name: 'sites/south/' },
    ]);
    expect(folders.data?.objects.map(({ name }) => name)).toEqual(['sites/plan.pdf']);
  });

  test.each([
    ['name', 'asc'],
    ['name', 'desc'],
    ['created_at', 'asc'],
    ['created_at', 'desc'],
    ['updated_at', 'asc'],
  ] as const)('by %s %s visits everything once', async (column, order) => {
    for (const with_delimiter of [false, true]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { data, error } = await storage.from(bucket).listV2({
          limit: 2,
          with_delimiter,
          sortBy: { column, order },
          ...(cursor && { cursor }),
        });
        expect(error).toBeNull();
        seen.push(...(data?.folders ?? []).map(({ name }) => name));
        seen.push(...(data?.objects ?? []).map(({ name }) => name));
        expect(data?.hasNext).toBe(data?.nextCursor !== undefined);
        cursor = data?.nextCursor;
      } while (cursor);
      const expected = with_delimiter
        ? ['sites/', 'sites_x/', 'Upper.txt', 'readme.txt']
        : [...NAMES];
      expect(seen.toSorted()).toEqual(expected.toSorted());
      if (!with_delimiter && column === 'created_at') {
        expect(seen).toEqual(order === 'asc' ? NAMES : NAMES.toReversed());
      }
    }
  });
});
