import { expect, test } from 'vitest';
import { fitsWindows1252, windows1252 } from '@/lib/files/windows-1252';

test('writes the letters of Western Europe and the marks of old Windows as one byte each', () => {
  expect([...windows1252('Peña – €5')]).toEqual([80, 101, 241, 97, 32, 0x96, 32, 0x80, 53]);
});

test('knows what it cannot write', () => {
  expect(fitsWindows1252('Núñez, O’Brien')).toBe(true);
  expect(fitsWindows1252('Wałęsa')).toBe(false);
  expect(fitsWindows1252('李')).toBe(false);
});
