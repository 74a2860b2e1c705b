/** Why a picture is probably not readable. */
export type PhotoFlaw = 'dark' | 'bright' | 'blurred';

const TILES = 4;
const DARK_BELOW = 45;
const BRIGHT_ABOVE = 245;
/** Of the second sharpest tile: text in focus is far above it, a shaken picture far below. */
const SHARP_FROM = 40;

/** Brightness of each pixel, 0 to 255. */
function grayOf(rgba: Uint8ClampedArray): Float32Array {
  const gray = new Float32Array(rgba.length / 4);
  for (let i = 0; i < gray.length; i++) {
    const at = i * 4;
    gray[i] = 0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0);
  }
  return gray;
}

/** Variance of the Laplacian inside one tile: how much the picture changes from pixel to pixel. */
function sharpnessOf(
  gray: Float32Array,
  width: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
) {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const at = y * width + x;
      const around =
        (gray[at - 1] ?? 0) +
        (gray[at + 1] ?? 0) +
        (gray[at - width] ?? 0) +
        (gray[at + width] ?? 0);
      const edge = around - 4 * (gray[at] ?? 0);
      count++;
      sum += edge;
      squares += edge * edge;
    }
  }
  const mean = sum / count;
  return squares / count - mean * mean;
}

/**
 * A simple measure, not a reader: whether a picture is nearly black, nearly white or without a sharp
 * place. A card may fill only a part of it, so the sharpest tiles count and not the whole picture.
 */
export function flawOf(rgba: Uint8ClampedArray, width: number, height: number): PhotoFlaw | null {
  const gray = grayOf(rgba);
  const mean = gray.reduce((sum, value) => sum + value, 0) / gray.length;
  if (mean < DARK_BELOW) return 'dark';
  if (mean > BRIGHT_ABOVE) return 'bright';
  const sharp: number[] = [];
  const edge = (size: number, n: number): number => 1 + Math.floor(((size - 2) * n) / TILES);
  for (let row = 0; row < TILES; row++)
    for (let column = 0; column < TILES; column++)
      sharp.push(
        sharpnessOf(
          gray,
          width,
          edge(width, column),
          edge(height, row),
          edge(width, column + 1),
          edge(height, row + 1),
        ),
      );
  sharp.sort((a, b) => b - a);
  return (sharp[1] ?? 0) < SHARP_FROM ? 'blurred' : null;
}
