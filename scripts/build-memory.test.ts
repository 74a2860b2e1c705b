import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freeMemoryMb, warningBeforeBuild } from './build-memory.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'chalkline-memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MB = 2 ** 20;
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const meminfo = path.join(folder, 'meminfo');
const free = () => freeMemoryMb(meminfo, folder);

test('swap counts, and a container has what its limit leaves of the machine', () => {
  write('meminfo', 'MemTotal: 8192000 kB\nMemAvailable:    1024000 kB\nSwapFree:     512000 kB\n');
  expect(free()).toBe(1500);
  write('memory.max', 'max');
  expect(free()).toBe(1500);
  write('memory.max', String(1000 * MB));
  write('memory.swap.max', '0');
  write('memory.current', String(400 * MB));
  write('memory.stat', `anon 1\ninactive_file ${300 * MB}\n`);
  expect(free()).toBe(900);
  write('memory.swap.max', String(200 * MB));
  expect(free()).toBe(1100);
});

test('a build that may not end well is announced with what to do', () => {
  expect(warningBeforeBuild(4000)).toBeUndefined();
  expect(warningBeforeBuild(700)).toMatch(/^Only 700 MB of memory are free .* or swap \(/);
});
