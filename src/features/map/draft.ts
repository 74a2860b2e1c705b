import type { Ring } from '@/entities/geofence/geofences-query';
import type { NewFence } from '@/features/map/api/fences';
import { siteFeature } from '@/features/map/drawing/geometry';
import { readCorners } from '@/features/map/read-corners';

/** A site while it is drawn or typed; texts, because half a number is fine until it is saved. */
export interface Draft {
  projectId: string | null;
  shape: 'circle' | 'polygon';
  latitude: string;
  longitude: string;
  radius: string;
  corners: string;
}

const MAX_RADIUS_M = 100_000;

export function emptyDraft(projectId: string | null): Draft {
  return { projectId, shape: 'circle', latitude: '', longitude: '', radius: '100', corners: '' };
}

/** The draft with one more place: the center of a circle, the next corner of a polygon. */
export function withPlace(draft: Draft, latitude: number, longitude: number): Draft {
  const place = { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) };
  if (draft.shape === 'circle') return { ...draft, ...place };
  const line = `${place.latitude}, ${place.longitude}`;
  return { ...draft, corners: `${draft.corners.trimEnd()}\n${line}`.trimStart() };
}

function groundOf(draft: Draft): Omit<NewFence, 'project_id'> | null {
  const none = { latitude: null, longitude: null, radius_m: null, polygon: null };
  if (draft.shape === 'polygon') {
    const ring = readCorners(draft.corners);
    return ring && ring.length >= 3 ? { ...none, shape: 'polygon', polygon: [ring] } : null;
  }
  const [latitude, longitude, radius_m] = [draft.latitude, draft.longitude, draft.radius].map(
    (text) => (text.trim() === '' ? Number.NaN : Number(text)),
  ) as [number, number, number];
  const holds = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  if (!holds || !(radius_m >= 1 && radius_m <= MAX_RADIUS_M)) return null;
  return { ...none, shape: 'circle', latitude, longitude, radius_m };
}

/** What can be saved; null while something is missing or wrong. */
export function fenceOf(draft: Draft): NewFence | null {
  const ground = groundOf(draft);
  return ground && draft.projectId ? { project_id: draft.projectId, ...ground } : null;
}

/** The draft on the map: its ground as soon as there is one, and every corner. */
export function draftFeatures(draft: Draft | null): GeoJSON.Feature[] {
  if (!draft) return [];
  const ground = groundOf(draft);
  const corners: Ring = draft.shape === 'polygon' ? (readCorners(draft.corners) ?? []) : [];
  const points = corners.map((coordinates): GeoJSON.Feature => {
    return { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } };
  });
  return ground ? [siteFeature(ground), ...points] : points;
}
