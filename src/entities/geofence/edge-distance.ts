import type { Fence, Ring } from '@/entities/geofence/geofences-query';

const EARTH_RADIUS_M = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

type Spot = [x: number, y: number];

/** Meters east and north of a place; exact enough over the width of a site, across the date line too. */
function offset(latitude: number, longitude: number, [x, y]: Ring[number]): Spot {
  const turn = ((x - longitude + 540) % 360) - 180;
  return [
    EARTH_RADIUS_M * radians(turn) * Math.cos(radians(latitude)),
    EARTH_RADIUS_M * radians(y - latitude),
  ];
}

/** From the origin to a line between two spots. */
function distance([ax, ay]: Spot, [bx, by]: Spot): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length));
  return Math.hypot(ax + along * dx, ay + along * dy);
}

function polygonEdge(rings: readonly Ring[], latitude: number, longitude: number): number {
  let inside = false;
  let nearest = Number.POSITIVE_INFINITY;
  for (const ring of rings) {
    const spots = ring.map((corner) => offset(latitude, longitude, corner));
    spots.forEach((to, index) => {
      const from = spots.at(index - 1) ?? to;
      nearest = Math.min(nearest, distance(from, to));
      const crosses = from[1] > 0 !== to[1] > 0;
      if (crosses && from[0] - (from[1] * (to[0] - from[0])) / (to[1] - from[1]) > 0)
        inside = !inside;
    });
  }
  return inside ? -nearest : nearest;
}

/** Meters to the edge of a site, negative inside. A hint on the device; the database decides at the punch. */
export function edgeDistance(fence: Fence, latitude: number, longitude: number): number {
  if (fence.shape === 'polygon') return polygonEdge(fence.polygon ?? [], latitude, longitude);
  const [x, y] = offset(latitude, longitude, [fence.longitude ?? 0, fence.latitude ?? 0]);
  return Math.hypot(x, y) - (fence.radius_m ?? 0);
}

export interface Nearest {
  projectId: string;
  /** Meters from its nearest edge, negative inside. */
  edge: number;
}

export function nearestSite(
  fences: readonly Fence[],
  latitude: number,
  longitude: number,
): Nearest | null {
  const measured = fences.map((fence) => ({
    projectId: fence.project_id,
    edge: edgeDistance(fence, latitude, longitude),
  }));
  return measured.sort((a, b) => a.edge - b.edge)[0] ?? null;
}
