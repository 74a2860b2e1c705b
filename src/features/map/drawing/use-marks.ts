import type { GeoJSONSource, MapMouseEvent, Map as Maps } from 'maplibre-gl';
import { useCallback, useEffect, useMemo } from 'react';
import type { NamedPunch } from '@/features/map/api/queries';
import { accuracyFeatures, boundsOf, punchFeatures } from '@/features/map/drawing/geometry';
import { type MarkSource, setMarks } from '@/features/map/drawing/marks';

const CLOSE_ZOOM = 17;
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
}

/** Keeps one kind of marks as given, through a change of style as well. */
function useSource(map: Maps | null, id: MarkSource, features: readonly GeoJSON.Feature[]): void {
  useEffect(() => {
    if (!map) return;
    const show = () => setMarks(map, id, features);
    show();
    map.on('style.load', show);
    return () => void map.off('style.load', show);
  }, [map, id, features]);
}

/** A press: a place of the site being drawn, a punch, or several punches that lie together. */
function usePresses(map: Maps | null, { onPick, onSelect }: Pick<Marks, 'onPick' | 'onSelect'>) {
  useEffect(() => {
    if (!map) return;
    const press = async ({ point, lngLat }: MapMouseEvent) => {
      if (onPick) return onPick(lngLat.lat, lngLat.wrap().lng);
      const [mark] = map.queryRenderedFeatures(point, { layers: ['punches'] });
      if (!mark) return;
      const { id, cluster_id } = mark.properties;
      if (id) return onSelect(String(id));
      const zoom = await map
        .getSource<GeoJSONSource>('punches')
        ?.getClusterExpansionZoom(cluster_id);
      map.easeTo({ center: lngLat, zoom: zoom ?? CLOSE_ZOOM });
    };
    const listener = (event: MapMouseEvent) => void press(event);
    map.on('click', listener);
    map.getCanvas().style.cursor = onPick ? 'crosshair' : '';
    return () => void map.off('click', listener);
  }, [map, onPick, onSelect]);
}

/** Puts the marks on the map and answers presses; returns what shows all of them. */
export function useMarks(map: Maps | null, marks: Marks): () => void {
  const { sites, names, punches, draft, selected, focus } = marks;
  const places = useMemo(() => punchFeatures(punches), [punches]);
  const accuracy = useMemo(() => accuracyFeatures(punches), [punches]);
  const chosen = useMemo(
    () => places.filter(({ properties }) => properties?.['id'] === selected),
    [places, selected],
  );
  useSource(map, 'sites', sites);
  useSource(map, 'names', names);
  useSource(map, 'draft', draft);
  useSource(map, 'punches', places);
  useSource(map, 'accuracy', accuracy);
  useSource(map, 'selected', chosen);
  usePresses(map, marks);

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
  return showAll;
}
