import { describe, expect, test } from 'vitest';
import { flawOf } from '@/lib/files/photo-quality';

const SIZE = 256;

/** A picture from the brightness at each place. */
function picture(at: (x: number, y: number) => number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(SIZE * SIZE * 4);
  for (let y = 0; y < SIZE; y++)
    for (let x = 0; x < SIZE; x++) pixels.set(Array(3).fill(at(x, y)), (y * SIZE + x) * 4);
  return pixels;
}
const judge = (at: (x: number, y: number) => number) => flawOf(picture(at), SIZE, SIZE);

/** Lines of text: dark strokes on a light card. */
const text = (x: number, y: number): number => (y % 16 < 9 && (x * 7 + y) % 5 < 2 ? 40 : 215);
/** The same out of focus: every place is the mean of what is around it. */
const blurred = (x: number, y: number): number => {
  let sum = 0;
  for (let dy = -6; dy <= 6; dy++) for (let dx = -6; dx <= 6; dx++) sum += text(x + dx, y + dy);
  return sum / 169;
};

describe('a photo of a certificate', () => {
  test('in focus and in light is taken', () => expect(judge(text)).toBeNull());
  test('that fills only a corner is taken', () =>
    expect(judge((x, y) => (x < 140 && y < 140 ? text(x, y) : 120))).toBeNull());
  test('out of focus is refused', () => expect(judge(blurred)).toBe('blurred'));
  test('of nothing is refused', () => expect(judge(() => 128)).toBe('blurred'));
  test('nearly black is refused', () => expect(judge((x, y) => text(x, y) / 8)).toBe('dark'));
  test('nearly white is refused', () => expect(judge(() => 252)).toBe('bright'));
});
