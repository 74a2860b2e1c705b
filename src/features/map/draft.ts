import type { Fence } from '@/entities/geofence/geofences-query';
import type { NewFence } from '@/features/map/api/fences';
import { siteFeature } from '@/features/map/drawing/geometry';
import { readRings, writeRings } from '@/features/map/read-corners';
import { METERS_PER_FOOT } from '@/lib/format';
import { numberIn } from '@/lib/read-number';

/** A site while it is drawn or typed; texts, because half a number is fine until it is saved. */
export interface Draft {
  /** The stored site that is changed, as it was opened; null for a new one. */
  opened: Fence | null;
  projectId: string | null;
  shape: 'circle' | 'polygon';
  latitude: string;
  longitude: string;
  /** In feet. */
  radius: string;
  corners: string;
}

const MAX_RADIUS_M = 100_000;
/** In feet; what is stored is in meters. */
export const RADIUS = { digits: 2, min: 1 / METERS_PER_FOOT, max: MAX_RADIUS_M / METERS_PER_FOOT };
const DEFAULT_RADIUS_FT = '300';

function radiusText(fence: Fence): string {
  return fence.radius_m === null
    ? DEFAULT_RADIUS_FT
    : String(Math.round(fence.radius_m / METERS_PER_FOOT));
}

export function emptyDraft(projectId: string | null): Draft {
  return {
    opened: null,
    projectId,
    shape: 'circle',
    latitude: '',
    longitude: '',
    radius: DEFAULT_RADIUS_FT,
    corners: '',
  };
}

/** A stored site, to be changed. */
export function draftOf(fence: Fence): Draft {
  return {
    opened: fence,
    projectId: fence.project_id,
    shape: fence.shape,
    latitude: String(fence.latitude ?? ''),
    longitude: String(fence.longitude ?? ''),
    radius: radiusText(fence),
    corners: writeRings(fence.polygon ?? []),
  };
}

/** The next corners belong to a hole: what is inside it is not the site. */
export function withHole(draft: Draft): Draft {
  return { ...draft, corners: `${draft.corners.trimEnd()}\n\n` };
}

/** The draft with one more place: the center of a circle, the next corner of a polygon. */
export function withPlace(draft: Draft, latitude: number, longitude: number): Draft {
  const place = { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) };
  if (draft.shape === 'circle') return { ...draft, ...place };
  const line = `${place.latitude}, ${place.longitude}`;
  const before = draft.corners.replace(/[^\S\n]+$/, '');
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  return { ...draft, corners: `${before}${gap}${line}` };
}

function groundOf(draft: Draft): Omit<NewFence, 'project_id'> | null {
  const none = { latitude: null, longitude: null, radius_m: null, polygon: null };
  if (draft.shape === 'polygon') {
    const rings = readRings(draft.corners);
    const whole = rings && rings.length > 0 && rings.every(({ length }) => length >= 3);
    return whole ? { ...none, shape: 'polygon', polygon: rings } : null;
  }
  const [latitude, longitude] = [draft.latitude, draft.longitude].map((text) =>
    text.trim() === '' ? Number.NaN : Number(text),
  ) as [number, number];
  // Whole feet stand in the field: what nobody changed keeps its exact meters.
  const radius_m =
    draft.opened?.radius_m && draft.radius === radiusText(draft.opened)
      ? draft.opened.radius_m
      : Math.round((numberIn(draft.radius, RADIUS) ?? Number.NaN) * METERS_PER_FOOT * 100) / 100;
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
  const corners = draft.shape === 'polygon' ? (readRings(draft.corners) ?? []).flat() : [];
  const points = corners.map((coordinates): GeoJSON.Feature => {
    return { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } };
  });
  return ground ? [siteFeature(ground), ...points] : points;
}

/** A place of the draft that can be dragged. */
export interface DraftPlace {
  latitude: number;
  longitude: number;
}

/** The center of a circle, or all corners in the order in which they are typed. */
export function draftPlaces(draft: Draft | null): DraftPlace[] {
  if (!draft) return [];
  if (draft.shape === 'polygon') {
    const corners = (readRings(draft.corners) ?? []).flat();
    return corners.map(([longitude, latitude]) => ({ latitude, longitude }));
  }
  const [latitude, longitude] = [draft.latitude, draft.longitude].map((text) =>
    text.trim() === '' ? Number.NaN : Number(text),
  ) as [number, number];
  const holds = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return holds ? [{ latitude, longitude }] : [];
}

/** The draft with one of its places moved. */
export function withMovedPlace(draft: Draft, index: number, to: DraftPlace): Draft {
  const moved = { latitude: to.latitude.toFixed(6), longitude: to.longitude.toFixed(6) };
  if (draft.shape === 'circle') return { ...draft, ...moved };
  let corner = -1;
  const corners = draft.corners
    .split('\n')
    .map((line) => {
      if (line.trim() === '') return line;
      corner += 1;
      return corner === index ? `${moved.latitude}, ${moved.longitude}` : line;
    })
    .join('\n');
  return { ...draft, corners };
}

/** Coordinates that were pasted together, as maps write them: `39.7392, -104.9903`. */
export function readPair(text: string): Pick<Draft, 'latitude' | 'longitude'> | null {
  const [, latitude, longitude] =
    /^\s*(-?\d{1,3}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? [];
  return latitude && longitude ? { latitude, longitude } : null;
}
