import type { Feature, Point, Polygon } from 'geojson';
import type { Fence, Ring } from '@/entities/geofence/geofences-query';
import type { Punch } from '@/features/map/api/queries';

const EARTH_RADIUS_M = 6_371_008.8;
const CIRCLE_CORNERS = 48;

const degrees = (radians: number) => (radians * 180) / Math.PI;
const radians = (angle: number) => (angle * Math.PI) / 180;

/** A circle on the ground as a ring; closed, as GeoJSON wants it. */
export function circleRing(latitude: number, longitude: number, meters: number): Ring {
  const angle = meters / EARTH_RADIUS_M;
  const phi = radians(latitude);
  return Array.from({ length: CIRCLE_CORNERS + 1 }, (_, index) => {
    const bearing = (2 * Math.PI * (index % CIRCLE_CORNERS)) / CIRCLE_CORNERS;
    const north = Math.asin(
      Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing),
    );
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
      Math.cos(angle) - Math.sin(phi) * Math.sin(north),
    );
    return [longitude + degrees(east), degrees(north)];
  });
}

type Ground = Pick<Fence, 'shape' | 'latitude' | 'longitude' | 'radius_m' | 'polygon'>;

/** The rings of a site; a polygon's are stored open. */
export function ringsOf(fence: Ground): Ring[] {
  if (fence.shape === 'circle')
    return [circleRing(fence.latitude ?? 0, fence.longitude ?? 0, fence.radius_m ?? 0)];
  return (fence.polygon ?? []).map((ring) => (ring[0] ? [...ring, ring[0]] : ring));
}

/** Where a site is marked while its ground is smaller than a pixel. */
export function siteMark(fence: Ground, label: string): Feature<Point> {
  const [outer = []] = ringsOf(fence);
  const corners = outer.slice(1);
  const middle = [0, 1].map((axis) => corners.reduce((sum, at) => sum + (at[axis] ?? 0), 0));
  return {
    type: 'Feature',
    properties: { label },
    geometry: { type: 'Point', coordinates: middle.map((sum) => sum / corners.length) },
  };
}

export function siteFeature(fence: Ground): Feature<Polygon> {
  return {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: ringsOf(fence) },
  };
}

const isPlaced = <P extends Punch>(
  punch: P,
): punch is P & { latitude: number; longitude: number } =>
  punch.latitude !== null && punch.longitude !== null;

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('');

const stateOf = ({ inside }: Punch) =>
  inside === null ? 'unknown' : inside ? 'inside' : 'outside';

/** Marks of punches whose coordinates are still kept. */
export function punchFeatures(punches: readonly (Punch & { name: string })[]): Feature<Point>[] {
  return punches.filter(isPlaced).map((punch) => ({
    type: 'Feature',
    properties: { id: punch.id, initials: initialsOf(punch.name), state: stateOf(punch) },
    geometry: { type: 'Point', coordinates: [punch.longitude, punch.latitude] },
  }));
}

/** How exact each position is, drawn as ground the person may have stood on. */
export function accuracyFeatures(punches: readonly Punch[]): Feature<Polygon>[] {
  return punches.filter(isPlaced).map((punch) => ({
    type: 'Feature',
    properties: { state: stateOf(punch) },
    geometry: {
      type: 'Polygon',
      coordinates: [circleRing(punch.latitude, punch.longitude, punch.accuracy_m ?? 0)],
    },
  }));
}
