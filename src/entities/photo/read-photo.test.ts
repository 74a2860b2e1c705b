import { expect, test } from 'vitest';
import { kindOf } from './read-photo.ts';

const bytes = (text: string) => Uint8Array.from(text.padEnd(12), (letter) => letter.charCodeAt(0));

test.each([
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['RIFF....WEBP', 'image/webp'],
  ['....ftypisom', 'video/mp4'],
  ['....ftypqt  ', 'video/quicktime'],
  ['\x1a\x45\xdf\xa3', 'video/webm'],
  ['....ftypheic', 'heic'],
  ['....ftypmif1', 'heic'],
  ['%PDF-1.7', 'notPhoto'],
  ['<svg>', 'notPhoto'],
  ['', 'notPhoto'],
])('%j is %s', (head, kind) => {
  expect(kindOf(bytes(head))).toBe(kind);
});
