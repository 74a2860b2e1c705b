import { expect, test } from 'vitest';
import { edgeDistance, nearestSite } from '@/entities/geofence/edge-distance';
import type { Fence, Ring } from '@/entities/geofence/geofences-query';

const circle = (latitude: number, longitude: number, radius_m: number, project = 'a'): Fence => ({
  id: project,
  project_id: project,
  shape: 'circle',
  latitude,
  longitude,
  radius_m,
  polygon: null,
});
const polygon = (...rings: Ring[]): Fence => ({
  ...circle(0, 0, 0),
  shape: 'polygon',
  latitude: null,
  longitude: null,
  radius_m: null,
  polygon: rings,
});
/** A square of about 1.1 km on each side around the point, open as it is stored. */
const square = (x: number, y: number, half: number): Ring => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
];

test('meters from the edge of a circle, negative inside', () => {
  expect(edgeDistance(circle(40, -105, 100), 40, -105)).toBeCloseTo(-100, 6);
  // A thousandth of a degree of latitude is 111.2 m.
  expect(edgeDistance(circle(40, -105, 100), 40.001, -105)).toBeCloseTo(11.19, 1);
});

test('a polygon, its hole, and the date line', () => {
  const site = polygon(square(0, 0, 0.01), square(0, 0, 0.001));
  expect(edgeDistance(site, 0, 0.005)).toBeCloseTo(-444.8, 0);
  expect(edgeDistance(site, 0, 0)).toBeCloseTo(111.2, 0);
  expect(edgeDistance(site, 0, 0.02)).toBeCloseTo(1111.9, 0);
  const fiji: Ring = [
    [179.99, -0.01],
    [-179.99, -0.01],
    [-179.99, 0.01],
    [179.99, 0.01],
  ];
  expect(edgeDistance(polygon(fiji), 0, 180)).toBeCloseTo(-1111.9, 0);
  expect(edgeDistance(polygon(fiji), 0, -179.98)).toBeCloseTo(1111.9, 0);
});

test('the nearest site, or none', () => {
  const near = circle(40, -105, 50, 'near');
  const far = circle(41, -105, 5000, 'far');
  expect(nearestSite([far, near], 40.0001, -105)?.projectId).toBe('near');
  expect(nearestSite([], 40, -105)).toBeNull();
});
