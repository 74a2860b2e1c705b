export type Bounds = [west: number, south: number, east: number, north: number];

/** What a map must show to show all of these; null for nothing. */
export function boundsOf(points: readonly (readonly [number, number])[]): Bounds | null {
  const [first, ...others] = points;
  if (!first) return null;
  return others.reduce<Bounds>(
    ([west, south, east, north], [x, y]) => [
      Math.min(west, x),
      Math.min(south, y),
      Math.max(east, x),
      Math.max(north, y),
    ],
    [...first, ...first],
  );
}
