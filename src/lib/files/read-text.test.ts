import { expect, test } from 'vitest';
import { decodeText } from '@/lib/files/read-text';

test('reads UTF-8, UTF-16 and old Windows files alike', () => {
  expect(decodeText(new TextEncoder().encode('Peña'))).toBe('Peña');
  expect(decodeText(Uint8Array.from([0xef, 0xbb, 0xbf, 0x41]))).toBe('A');
  expect(decodeText(Uint8Array.from([0xff, 0xfe, 0xf1, 0x00]))).toBe('ñ');
  expect(decodeText(Uint8Array.from([0xfe, 0xff, 0x00, 0xf1]))).toBe('ñ');
  expect(decodeText(Uint8Array.from([0x50, 0x65, 0xf1, 0x61]))).toBe('Peña');
});

test('knows a workbook from text', () => {
  expect(decodeText(Uint8Array.from([0x50, 0x4b, 0x03, 0x04]))).toBeNull();
});
