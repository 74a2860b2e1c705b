import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keepEarlierAssets } from './keep-earlier-assets.ts';

const DAY = 24 * 3600 * 1000;
const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-builds-'));
afterAll(() => rmSync(folder, { recursive: true }));

function build(dist: string, ...names: string[]): void {
  mkdirSync(path.join(dist, 'assets'), { recursive: true });
  for (const name of names) {
    const file = path.join(dist, 'assets', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, name);
  }
}

test('files of the builds of a week stay beside the newest', () => {
  const dist = path.join(folder, 'dist');
  const kept = () => readdirSync(`${dist}-earlier`);
  const now = Date.now();
  keepEarlierAssets(dist, now);
  expect(kept()).toEqual([]);

  build(dist, 'list-1.js', 'list-1.js.br', 'library-1/main.js', 'same.js');
  keepEarlierAssets(dist, now);
  build(dist, 'list-2.js', 'library-1/main.js', 'same.js');
  keepEarlierAssets(dist, now + 6 * DAY);
  expect(kept()).toEqual(['library-1', 'list-1.js', 'list-1.js.br', 'list-2.js', 'same.js']);
  expect(readdirSync(path.join(dist, 'assets'))).toEqual([]);

  keepEarlierAssets(dist, now + 8 * DAY);
  expect(kept()).toEqual(['library-1', 'list-2.js', 'same.js']);
  keepEarlierAssets(dist, now + 14 * DAY);
  expect(kept()).toEqual([]);
});
