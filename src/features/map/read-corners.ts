import type { Ring } from '@/entities/geofence/geofences-query';

/** Corners typed one to a line, `latitude, longitude`; null when a line is none. */
export function readCorners(text: string): Ring | null {
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
