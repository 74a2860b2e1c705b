import { gzipSync } from 'node:zlib';
import { Compression } from 'pmtiles';
import { expect, test } from 'vitest';
import { readDirectory } from './archive-directory.ts';

const MEBIBYTE = 1024 * 1024;

test.each([
  ['that unpacks to more than memory holds', gzipSync(Buffer.alloc(129 * MEBIBYTE), { level: 1 })],
  ['that is none', Buffer.from('no directory')],
  [
    'that says it has more entries than bytes',
    gzipSync(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x7f])),
  ],
  ['that ends in the middle', gzipSync(Buffer.from([0x01, 0x80, 0x80, 0x80]))],
  ['of nothing', gzipSync(Buffer.alloc(0))],
])('a directory %s is refused', (_what, bytes) => {
  expect(() => readDirectory(bytes, Compression.Gzip)).toThrow(
    /^A (part|directory) of this file (cannot be unpacked|is damaged)$/,
  );
});
