import { expect, test } from 'vitest';
import { parseSnapshot, wentBack } from './snapshot.ts';

test('A snapshot tells what had not ended', () => {
  expect(parseSnapshot('10:20:10,14')).toEqual({ xmax: '20', running: ['10', '14'] });
  expect(parseSnapshot('10:10:')).toEqual({ xmax: '10', running: [] });
  expect(() => parseSnapshot('x')).toThrow();
});

test('A database that counts from earlier again is noticed', () => {
  const before = parseSnapshot('10:99999999999999999999:');
  expect(wentBack(before, parseSnapshot('5:7:'))).toBe(true);
  expect(wentBack(before, before)).toBe(false);
});
