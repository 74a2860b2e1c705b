import { mkdtempSync, openAsBlob, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { PMTiles, type Source } from 'pmtiles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inspectArchiveFile } from '../../server/map/map-file.ts';
import { mapTiles } from '../../server/map/map-tiles.ts';
import { openFileReader, type RangeReader } from '../../server/map/range-reader.ts';
import { smallArchive, worldTiles } from '../../testing/small-archive.ts';
import { cutArchive } from './cut-archive.ts';
import { type Bounds, tileRanges } from './hilbert-ranges.ts';
import { openHttpReader } from './http-reader.ts';
import { stateBounds } from './regions.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-cut-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Most of the earth is one and the same water; the rest has leaves of its own at zoom 7. */
const isLand = (z: number, x: number): boolean => z < 4 || x % 3 === 0;
const world = smallArchive(worldTiles(7, (z, x, y) => (isLand(z, x) ? `${z}/${x}/${y}` : 'water')));
const source = path.join(folder, 'map.pmtiles');
const ALBANY: Bounds = [-74.3, 42.4, -73.4, 43.1];
const NORTHEAST: Bounds = [-80, 40, -66, 48];

beforeAll(() => writeFileSync(source, world));

/** Read by the library the browser reads with, not by our own code. */
async function openWithLibrary(file: string): Promise<PMTiles> {
  const blob = await openAsBlob(file);
  const bytes: Source = {
    getKey: () => file,
    getBytes: async (offset, length) => ({
      data: await blob.slice(offset, offset + length).arrayBuffer(),
    }),
  };
  return new PMTiles(bytes);
}

async function textAt(archive: PMTiles, z: number, x: number, y: number): Promise<string | null> {
  const tile = await archive.getZxy(z, x, y);
  return tile ? Buffer.from(tile.data).toString() : null;
}

async function cutFrom(reader: RangeReader, bounds: Bounds, maxZoom?: number): Promise<string> {
  const target = path.join(folder, `cut-${bounds.join('-')}-${maxZoom}.pmtiles`);
  await cutArchive(reader, target, { bounds, maxZoom });
  await reader.close();
  return target;
}

test('a region has its tiles and no others, as the browser reads them', async () => {
  const cut = await openWithLibrary(await cutFrom(await openFileReader(source), NORTHEAST));
  const [west, south, east, north] = NORTHEAST;
  const rows = (latitude: number) =>
    Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 128);
  const columns = (longitude: number) => Math.floor(((longitude + 180) / 360) * 128);
  for (let x = 0; x < 128; x += 1) {
    for (let y = 0; y < 128; y += 1) {
      const inside =
        x >= columns(west) && x <= columns(east) && y >= rows(north) && y <= rows(south);
      const expected = isLand(7, x) ? `7/${x}/${y}` : 'water';
      expect([x, y, await textAt(cut, 7, x, y)]).toEqual([x, y, inside ? expected : null]);
    }
  }
  expect(await textAt(cut, 0, 0, 0)).toBe('0/0/0');
  expect(await cut.getHeader()).toMatchObject({ minZoom: 0, maxZoom: 7, minLon: -80, maxLat: 48 });
});

test('what the file says of itself goes along, and the result can be used', async () => {
  const file = await cutFrom(await openFileReader(source), ALBANY, 5);
  expect(await inspectArchiveFile(file)).toMatchObject({
    kind: 'vector',
    schema: 'protomaps',
    attribution: '© OpenStreetMap',
    license: 'ODbL 1.0',
    bounds: ALBANY,
    minZoom: 0,
    maxZoom: 5,
    tiles: 6,
    dataAt: '2026-11-01T00:00:00.000Z',
  });
});

test('a region is cut over the network, without the rest of the file', async () => {
  const app = Fastify();
  await app.register(mapTiles, { config: { dataDir: folder, mapStyleUrl: undefined } });
  const address = await app.listen({ port: 0 });
  try {
    const cut = await openWithLibrary(
      await cutFrom(await openHttpReader(`${address}/map.pmtiles`), ALBANY, 7),
    );
    expect(await textAt(cut, 3, 2, 2)).toBe('3/2/2');
    await expect(openHttpReader(`${address}/nothing`)).rejects.toThrow('answered 404');
  } finally {
    await app.close();
  }
});

test('bounds outside the file are refused and nothing is left', async () => {
  const before = readdirSync(folder);
  const reader = await openFileReader(source);
  await expect(
    cutArchive(reader, path.join(folder, 'none.pmtiles'), { bounds: [-10, 86, 10, 89] }),
  ).rejects.toThrow('outside the file');
  await expect(
    cutArchive(reader, path.join(folder, 'none.pmtiles'), {
      bounds: ALBANY,
      onProgress: () => {
        throw new Error('stopped');
      },
    }),
  ).rejects.toThrow('stopped');
  await reader.close();
  expect(readdirSync(folder)).toEqual(before);
});

test('a block of the quadtree is one range of ids', () => {
  expect(tileRanges([-180, -85, 180, 85], 0, 2)).toEqual([[0, 21]]);
  expect(tileRanges([-180, 1, -1, 85], 0, 1)).toEqual([[0, 2]]);
});

test('states are found by their names', () => {
  const [west, south, east, north] = stateBounds('colorado') ?? [];
  expect([west, south, east, north].map((degrees) => degrees?.toFixed(0))).toEqual([
    '-109',
    '37',
    '-102',
    '41',
  ]);
  expect(stateBounds('Alaska')?.[2]).toBeLessThan(-129);
  expect(stateBounds('Atlantis')).toBeNull();
});
