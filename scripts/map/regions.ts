import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Bounds } from './hilbert-ranges.ts';

type Outlines = Topology<{ states: GeometryCollection }>;

/** Roads go on behind the border, and so do crews. */
const MARGIN_DEGREES = 0.1;

const nameOf = (properties: object | undefined): string =>
  String((properties as { name?: string } | undefined)?.name ?? '');

function readOutlines(): Outlines {
  const file = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Outlines;
}

/** All positions of a geometry, however deep its rings lie. */
function* positionsOf(value: unknown): Generator<[number, number]> {
  if (!Array.isArray(value)) return;
  if (typeof value[0] === 'number') yield [value[0], Number(value[1])];
  else for (const part of value) yield* positionsOf(part);
}

/** The bounds of a state by its name; null where there is none. */
export function stateBounds(name: string): Bounds | null {
  const outlines = readOutlines();
  const state = outlines.objects.states.geometries.find(
    ({ properties }) => nameOf(properties).toLowerCase() === name.trim().toLowerCase(),
  );
  if (!state) return null;
  const shape = feature(outlines, state) as GeoJSON.Feature<GeoJSON.MultiPolygon>;
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [longitude, latitude] of positionsOf(shape.geometry.coordinates)) {
    // The last of the Aleutians are across the date line; with them Alaska would go around the world.
    if (name.toLowerCase() === 'alaska' && longitude > 0) continue;
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return [
    Math.max(-180, west - MARGIN_DEGREES),
    south - MARGIN_DEGREES,
    east + MARGIN_DEGREES,
    north + MARGIN_DEGREES,
  ];
}

/** One rectangle around all of them. */
export function joinBounds(all: readonly Bounds[]): Bounds {
  return [
    Math.min(...all.map(([west]) => west)),
    Math.min(...all.map(([, south]) => south)),
    Math.max(...all.map(([, , east]) => east)),
    Math.max(...all.map(([, , , north]) => north)),
  ];
}
