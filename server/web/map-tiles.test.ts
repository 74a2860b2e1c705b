import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { baseMapOf, mapTiles } from './map-tiles.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-map-'));
afterAll(() => rmSync(folder, { recursive: true }));

const config = { dataDir: folder, mapStyleUrl: undefined };

test('the base map is what is there: nothing, then a file, then a provider before both', async () => {
  expect(await baseMapOf(config)).toEqual({});
  writeFileSync(path.join(folder, 'map.pmtiles'), '0123456789');
  expect(await baseMapOf(config)).toEqual({ tiles: true });
  const styleUrl = 'https://tiles.example.com/style';
  expect(await baseMapOf({ ...config, mapStyleUrl: styleUrl })).toEqual({ styleUrl });
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
