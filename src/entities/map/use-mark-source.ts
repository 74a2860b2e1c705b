import type { GeoJSONSource, MapMouseEvent, Map as Maps } from 'maplibre-gl';
import { useEffect } from 'react';
import { type MarkSource, setMarks } from '@/entities/map/marks';

export const CLOSE_ZOOM = 17;

/** Keeps one kind of marks as given, through a change of style as well. */
export function useMarkSource(
  map: Maps | null,
  id: MarkSource,
  features: readonly GeoJSON.Feature[],
): void {
  useEffect(() => {
    if (!map) return;
    const show = () => setMarks(map, id, features);
    show();
    map.on('style.load', show);
    return () => void map.off('style.load', show);
  }, [map, id, features]);
}

export interface Presses {
  onSelect: (id: string) => void;
  /** Set while a site is drawn: a press on the map is a place of it. */
  onPick: ((latitude: number, longitude: number) => void) | null;
}

/** A press: a place of the site being drawn, a mark, or several marks that lie together. */
export function usePresses(map: Maps | null, { onPick, onSelect }: Presses): void {
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
