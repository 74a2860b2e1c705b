import { expect, test } from 'vitest';
import type { Bucket } from '../buckets/buckets.ts';
import { checkAllowed, checkDetectedAllowed, detectType, storedType } from './content-type.ts';

const PNG = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
  'hex',
);

const bucketOf = (...allowedMimeTypes: string[]): Bucket => ({
  id: 'b',
  public: false,
  fileSizeLimitBytes: null,
  allowedMimeTypes,
});

test.each([
  [PNG, 'image/png'],
  ['%PDF-1.7\n%âãÏÓ', 'application/pdf'],
  ['<!DOCTYPE html><p>', 'text/html'],
  ['\ufeff  <html>', 'text/html'],
  ['<!-- hello --><script>alert(1)</script>', 'text/html'],
  ['<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">', 'image/svg+xml'],
  ['BM,rows that only look like a bitmap', undefined],
  ['MZ', undefined],
  ['plain text', undefined],
  ['', undefined],
])('%s is recognised as %s', async (content, expected) => {
  expect(await detectType(Buffer.from(content))).toBe(expected);
});

test.each([
  [undefined, 'image/png', 'image/png'],
  ['application/octet-stream', 'image/png', 'image/png'],
  ['application/octet-stream', undefined, 'application/octet-stream'],
  ['text/csv; charset=utf-8', undefined, 'text/csv; charset=utf-8'],
  ['image/png', 'text/html', 'text/html'],
  ['image/png', 'image/jpeg', 'image/jpeg'],
  ['text/plain;charset=UTF-8', 'image/jpeg', 'text/plain;charset=UTF-8'],
  [
    'application/vnd.android.package-archive',
    'application/zip',
    'application/vnd.android.package-archive',
  ],
])('%s holding %s is kept as %s', (declared, detected, expected) => {
  expect(storedType(declared, detected)).toBe(expected);
});

test('a list of types takes names, kinds and everything', () => {
  expect(() => checkAllowed(bucketOf('image/png'), 'image/png')).not.toThrow();
  expect(() => checkAllowed(bucketOf('image/png'), 'IMAGE/PNG; x=y')).not.toThrow();
  expect(() => checkAllowed(bucketOf('image/*'), 'image/webp')).not.toThrow();
  expect(() => checkAllowed(bucketOf('*/*'), undefined)).not.toThrow();
  expect(() => checkAllowed(bucketOf(), 'text/html')).not.toThrow();
  expect(() => checkAllowed(bucketOf('image/png'), 'image/jpeg')).toThrow(
    'mime type image/jpeg is not supported',
  );
});

test('content of a kind that is not listed is refused under any name', () => {
  expect(() => checkDetectedAllowed(bucketOf('image/png'), 'image/jpeg')).not.toThrow();
  expect(() => checkDetectedAllowed(bucketOf('image/png'), 'text/html')).toThrow();
  expect(() => checkDetectedAllowed(bucketOf('image/png'), 'image/svg+xml')).toThrow();
  expect(() => checkDetectedAllowed(bucketOf('image/svg+xml'), 'image/svg+xml')).not.toThrow();
});
