import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { smallArchive, worldTiles } from '../../testing/small-archive.ts';
import { baseMapOf, storedMap } from './map-file.ts';
import { mapProbe } from './map-probe.ts';
import { mapTiles } from './map-tiles.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-map-'));
afterAll(() => rmSync(folder, { recursive: true }));

const config = { dataDir: folder, mapStyleUrl: undefined };

const file = path.join(folder, 'map.pmtiles');
const archive = smallArchive(worldTiles(2));

test('the base map is what is there: nothing, then a file, then a provider before both', async () => {
  expect(await baseMapOf(config)).toEqual({});
  writeFileSync(file, archive);
  const attribution = '© OpenStreetMap';
  expect(await baseMapOf(config)).toEqual({ tiles: true, schema: 'protomaps', attribution });
  const styleUrl = 'https://tiles.example.com/style';
  expect(await baseMapOf({ ...config, mapStyleUrl: styleUrl })).toEqual({ styleUrl });
});

test('a file in its place is seen at once', async () => {
  const layers = ['water', 'transportation', 'transportation_name', 'place'];
  writeFileSync(file, smallArchive(worldTiles(1), { layers }));
  expect(await baseMapOf(config)).toMatchObject({ schema: 'openmaptiles' });
});

const damaged = (change: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.from(archive);
  change(bytes);
  return bytes;
};

test.each([
  ['not_pmtiles', Buffer.from('0123456789')],
  ['not_pmtiles', damaged((bytes) => bytes.write('SQLite '))],
  ['old_version', damaged((bytes) => bytes.writeUInt8(2, 7))],
  ['incomplete', archive.subarray(0, -1)],
  ['unknown_compression', damaged((bytes) => bytes.writeUInt8(3, 98))],
  ['unknown_tiles', damaged((bytes) => bytes.writeUInt8(0, 99))],
  ['damaged', damaged((bytes) => bytes.writeUInt8(31, 101))],
  ['damaged', damaged((bytes) => bytes.fill(0, 127, 160))],
  ['damaged', damaged((bytes) => bytes.writeBigUInt64LE(2n ** 63n, 64))],
  ['empty', damaged((bytes) => bytes.writeBigUInt64LE(0n, 64))],
  ['unknown_layers', smallArchive(worldTiles(1), { layers: ['my_roads'] })],
])('a file that is %s is told and not drawn', async (problem, bytes) => {
  writeFileSync(file, bytes);
  expect((await storedMap(config))?.problem).toMatchObject({ problem });
  expect(await baseMapOf(config)).toEqual({});
});

test('an attribution brings no markup along', async () => {
  const attribution = '<img src=x onerror=alert(1)>Data <b>&copy; Me &amp; you</b> <script';
  writeFileSync(file, smallArchive(worldTiles(1), { metadata: { attribution } }));
  expect((await storedMap(config))?.facts?.attribution).toBe('Data © Me & you script');
});

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=10-12', 416, '', 'bytes */10'],
  ['bytes=-4', 416, '', 'bytes */10'],
  ['bytes=0-1,4-5', 416, '', 'bytes */10'],
])('the range %s', async (range, status, body, contentRange) => {
  writeFileSync(path.join(folder, 'map.pmtiles'), '0123456789');
  const app = Fastify();
  await app.register(mapTiles, { config });
  const answer = await app.inject({ url: '/map.pmtiles', headers: { range } });
  expect([answer.statusCode, answer.body]).toEqual([status, body]);
  expect(answer.headers['content-range']).toBe(contentRange);
});

test('without the file there is nothing', async () => {
  const app = Fastify();
  await app.register(mapTiles, { config: { ...config, dataDir: path.join(folder, 'none') } });
  expect((await app.inject({ url: '/map.pmtiles' })).statusCode).toBe(404);
});

test('the line for Settings › System has license, bounds, day and size, or what is wrong', async () => {
  const line = mapProbe(config);
  writeFileSync(file, archive);
  expect(await line()).toMatchObject({
    state: 'ok',
    reason: 'file',
    values: {
      attribution: '© OpenStreetMap, ODbL 1.0',
      bounds: '85.00°S 180.00°W – 85.00°N 180.00°E',
      dataDate: '2026-11-01',
      sizeBytes: archive.length,
    },
  });
  writeFileSync(file, 'nothing');
  expect(await line()).toMatchObject({ state: 'error', reason: 'damaged' });
  rmSync(file);
  expect(await line()).toMatchObject({ state: 'off', reason: 'outlines' });
  const provider = { ...config, mapStyleUrl: 'https://tiles.example.com/style' };
  expect(await mapProbe(provider)()).toMatchObject({ values: { host: 'tiles.example.com' } });
});
