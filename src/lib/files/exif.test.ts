import { expect, test } from 'vitest';
import { instantOfExif, readExif } from './exif.ts';

/** A TIFF block, little-endian, with a time, an offset and a place. */
function block(): Uint8Array {
  const bytes = new Uint8Array(400);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at);
  const field = (at: number, tag: number, type: number, count: number, value: number) => {
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, count, true);
    view.setUint32(at + 8, value, true);
  };
  const fractions = (at: number, values: number[]) =>
    values.forEach((value, index) => {
      view.setUint32(at + index * 8, value * 100, true);
      view.setUint32(at + index * 8 + 4, 100, true);
    });
  text(0, 'II*\0');
  view.setUint32(4, 8, true);
  view.setUint16(8, 2, true);
  field(10, 0x8769, 4, 1, 50);
  field(22, 0x8825, 4, 1, 100);
  view.setUint16(50, 2, true);
  field(52, 0x9003, 2, 20, 200);
  field(64, 0x9011, 2, 7, 230);
  view.setUint16(100, 4, true);
  field(102, 1, 2, 2, 'N'.charCodeAt(0));
  field(114, 2, 5, 3, 240);
  field(126, 3, 2, 2, 'W'.charCodeAt(0));
  field(138, 4, 5, 3, 280);
  text(200, '2026:11:19 10:06:41\0');
  text(230, '-06:00\0');
  fractions(240, [41, 30, 36]);
  fractions(280, [87, 15, 0]);
  return bytes;
}

function jpeg(exif: Uint8Array): ArrayBuffer {
  const head = new TextEncoder().encode('Exif\0\0');
  const length = exif.length + head.length + 2;
  const bytes = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1, 0xff, 0xe1, length >> 8, length & 255];
  return new Uint8Array([...bytes, ...head, ...exif, 0xff, 0xda, 0, 0]).buffer;
}

function png(exif: Uint8Array): ArrayBuffer {
  const length = [0, 0, exif.length >> 8, exif.length & 255];
  const name = new TextEncoder().encode('eXIf');
  const signature = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];
  return new Uint8Array([...signature, ...length, ...name, ...exif, 0, 0, 0, 0, 0, 0]).buffer;
}

function webp(exif: Uint8Array): ArrayBuffer {
  const word = (text: string) => new TextEncoder().encode(text);
  const length = [exif.length & 255, exif.length >> 8, 0, 0];
  return new Uint8Array([
    ...word('RIFF'),
    ...[0, 0, 0, 0],
    ...word('WEBP'),
    ...word('EXIF'),
    ...length,
    ...exif,
    0,
  ]).buffer;
}

test.each([
  ['JPEG', jpeg],
  ['PNG', png],
  ['WebP', webp],
])('time, offset and place of a %s', (_name, make) => {
  const exif = readExif(make(block()));
  expect(exif.latitude).toBeCloseTo(41.51, 5);
  expect(exif.longitude).toBeCloseTo(-87.25, 5);
  expect(instantOfExif(exif)?.toISOString()).toBe('2026-11-19T16:06:41.000Z');
});

test('without an offset the zone of the device counts', () => {
  const exif = { takenAt: '2026:11:19 10:06:41', offset: null, latitude: null, longitude: null };
  expect(instantOfExif(exif)).toEqual(new Date(2026, 10, 19, 10, 6, 41));
});

test('what is damaged, cut off or no picture reads as nothing', () => {
  const nothing = { takenAt: null, offset: null, latitude: null, longitude: null };
  expect(readExif(new ArrayBuffer(0))).toEqual(nothing);
  expect(readExif(new TextEncoder().encode('<html>not a picture at all').buffer)).toEqual(nothing);
  const whole = new Uint8Array(jpeg(block()));
  for (let length = 0; length < whole.length; length += 7) {
    expect(() => readExif(whole.slice(0, length).buffer)).not.toThrow();
  }
  expect(instantOfExif({ ...nothing, takenAt: '0000:00:00 00:00:00' })).toBeNull();
});
