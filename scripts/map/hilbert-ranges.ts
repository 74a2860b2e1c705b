import { zxyToTileId } from 'pmtiles';

/** West, south, east, north, in degrees. */
export type Bounds = readonly [number, number, number, number];

/** Tile ids from the first up to, not including, the second. */
export type IdRange = readonly [number, number];

interface TileRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where Web Mercator ends. */
const MAX_LATITUDE = 85.051_128_78;

function columnOf(longitude: number, zoom: number): number {
  const tiles = 2 ** zoom;
  return Math.min(tiles - 1, Math.max(0, Math.floor(((longitude + 180) / 360) * tiles)));
}

function rowOf(latitude: number, zoom: number): number {
  const tiles = 2 ** zoom;
  const held = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude));
  const angle = (held * Math.PI) / 180;
  const y = (1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2;
  return Math.min(tiles - 1, Math.max(0, Math.floor(y * tiles)));
}

function rectOf([west, south, east, north]: Bounds, zoom: number): TileRect {
  return {
    left: columnOf(west, zoom),
    right: columnOf(east, zoom),
    top: rowOf(north, zoom),
    bottom: rowOf(south, zoom),
  };
}

/**
 * All tiles of one zoom in the bounds, as ranges of ids. Ids follow a Hilbert curve, on which every block of
 * the quadtree is one unbroken range, so blocks are taken as large as they fit.
 */
function rangesOfZoom(bounds: Bounds, zoom: number): IdRange[] {
  const rect = rectOf(bounds, zoom);
  const first = zxyToTileId(zoom, 0, 0);
  const ranges: IdRange[] = [];
  const cover = (z: number, x: number, y: number): void => {
    const size = 2 ** (zoom - z);
    const [left, top] = [x * size, y * size];
    const [right, bottom] = [left + size - 1, top + size - 1];
    if (left > rect.right || right < rect.left || top > rect.bottom || bottom < rect.top) return;
    const isInside =
      left >= rect.left && right <= rect.right && top >= rect.top && bottom <= rect.bottom;
    if (isInside) {
      const start = first + (zxyToTileId(z, x, y) - zxyToTileId(z, 0, 0)) * size * size;
      ranges.push([start, start + size * size]);
      return;
    }
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      cover(z + 1, x * 2 + dx, y * 2 + dy);
    }
  };
  cover(0, 0, 0);
  return ranges;
}

/** Sorted and joined. */
export function tileRanges(bounds: Bounds, minZoom: number, maxZoom: number): IdRange[] {
  const all: IdRange[] = [];
  for (let zoom = minZoom; zoom <= maxZoom; zoom += 1) {
    for (const range of rangesOfZoom(bounds, zoom)) all.push(range);
  }
  all.sort(([one], [other]) => one - other);
  const joined: [number, number][] = [];
  for (const [start, end] of all) {
    const last = joined.at(-1);
    if (last && last[1] === start) last[1] = end;
    else joined.push([start, end]);
  }
  return joined;
}

export function countTiles(ranges: readonly IdRange[]): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0);
}
