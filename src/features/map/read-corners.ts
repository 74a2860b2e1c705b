import type { Ring } from '@/entities/geofence/geofences-query';

/** Corners typed one to a line, `latitude, longitude`; null when a line is none. */
function readRing(text: string): Ring | null {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const ring: Ring = [];
  for (const line of lines) {
    const [latitude, longitude, ...rest] = line.split(/[\s,;]+/).map(Number);
    if (latitude === undefined || longitude === undefined || rest.length > 0) return null;
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return null;
    ring.push([longitude, latitude]);
  }
  return ring;
}

/** The outer ring, then behind an empty line each hole; null when a line is no corner. */
export function readRings(text: string): Ring[] | null {
  const rings = text
    .trim()
    .split(/\n\s*\n/)
    .map(readRing);
  return rings.every((ring) => ring !== null) ? rings.filter(({ length }) => length > 0) : null;
}

/** Rings as they are typed. */
export function writeRings(rings: readonly Ring[]): string {
  return rings
    .map((ring) => ring.map(([longitude, latitude]) => `${latitude}, ${longitude}`).join('\n'))
    .join('\n\n');
}
