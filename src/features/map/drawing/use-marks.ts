import type { Map as Maps } from 'maplibre-gl';
import { useCallback, useEffect, useMemo } from 'react';
import { boundsOf } from '@/entities/map/bounds';
import { CLOSE_ZOOM, useMarkSource, usePresses } from '@/entities/map/use-mark-source';
import type { NamedPunch } from '@/features/map/api/queries';
import { accuracyFeatures, punchFeatures } from '@/features/map/drawing/geometry';
import { type Handle, useHandles } from '@/features/map/drawing/use-handles';

const MARGIN_PIXELS = 90;

export interface Marks {
  sites: readonly GeoJSON.Feature<GeoJSON.Polygon>[];
  names: readonly GeoJSON.Feature<GeoJSON.Point>[];
  punches: readonly NamedPunch[];
  /** What is being drawn: ground and corners. */
  draft: readonly GeoJSON.Feature[];
  selected: string | null;
  onSelect: (punchId: string) => void;
  /** Set while a site is drawn: a press on the map is a place of it. */
  onPick: ((latitude: number, longitude: number) => void) | null;
  /** Changes when the map should show everything anew, such as another filter. */
  focus: string;
  /** Where the map goes: an address that was found. A new object goes there again. */
  target: { latitude: number; longitude: number } | null;
  /** What of the draft can be dragged. */
  handles: readonly Handle[];
  onMove: (index: number, latitude: number, longitude: number) => void;
}

/** Puts the marks on the map and answers presses; returns what shows all of them. */
export function useMarks(map: Maps | null, marks: Marks): () => void {
  const { sites, names, punches, draft, selected, focus, target } = marks;
  const places = useMemo(() => punchFeatures(punches), [punches]);
  const accuracy = useMemo(() => accuracyFeatures(punches), [punches]);
  const chosen = useMemo(
    () => places.filter(({ properties }) => properties?.['id'] === selected),
    [places, selected],
  );
  useMarkSource(map, 'sites', sites);
  useMarkSource(map, 'names', names);
  useMarkSource(map, 'draft', draft);
  useMarkSource(map, 'punches', places);
  useMarkSource(map, 'accuracy', accuracy);
  useMarkSource(map, 'selected', chosen);
  usePresses(map, marks);
  useHandles(map, marks.handles, marks.onMove);

  const showAll = useCallback(() => {
    const corners = sites.flatMap(({ geometry }) => geometry.coordinates.flat());
    const points = [...corners, ...places.map(({ geometry }) => geometry.coordinates)];
    const bounds = boundsOf(points as [number, number][]);
    if (bounds) map?.fitBounds(bounds, { padding: MARGIN_PIXELS, maxZoom: CLOSE_ZOOM });
  }, [map, sites, places]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what comes live must not move the map.
  useEffect(showAll, [map, focus]);
  useEffect(() => {
    const [mark] = chosen;
    if (mark)
      map?.easeTo({ center: mark.geometry.coordinates as [number, number], zoom: CLOSE_ZOOM });
  }, [map, chosen]);
  useEffect(() => {
    if (target) map?.easeTo({ center: [target.longitude, target.latitude], zoom: CLOSE_ZOOM });
  }, [map, target]);
  return showAll;
}
