import type { Map as Maps, Marker } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { loadMapLibrary } from '@/entities/map/map-library';

export interface Handle {
  latitude: number;
  longitude: number;
  label: string;
}

const CLASSES =
  'size-7 cursor-grab touch-none rounded-full border-4 border-surface bg-primary shadow-overlay active:cursor-grabbing';

/** For pointers only: the same places are typed in the form beside the map. */
function makeElement(): HTMLElement {
  const element = document.createElement('div');
  element.className = CLASSES;
  element.setAttribute('aria-hidden', 'true');
  element.dataset['mapHandle'] = '';
  // A press on a handle is no new place.
  element.addEventListener('click', (event) => event.stopPropagation());
  return element;
}

/** Marks that are dragged to move the center or a corner of the site being drawn. */
export function useHandles(
  map: Maps | null,
  handles: readonly Handle[],
  onMove: (index: number, latitude: number, longitude: number) => void,
): void {
  const markers = useRef<Marker[]>([]);
  const latest = useRef({ handles, onMove });
  latest.current = { handles, onMove };
  const { length } = handles;

  useEffect(() => {
    if (!map || length === 0) return;
    let isGone = false;
    void loadMapLibrary().then((library) => {
      if (isGone) return;
      markers.current = Array.from({ length }, (_, index) => {
        const marker = new library.Marker({ element: makeElement(), draggable: true });
        marker.on('drag', () => {
          const { lat, lng } = marker.getLngLat().wrap();
          latest.current.onMove(index, lat, lng);
        });
        return marker;
      });
      place(markers.current, latest.current.handles);
      for (const marker of markers.current) marker.addTo(map);
    });
    return () => {
      isGone = true;
      for (const marker of markers.current) marker.remove();
      markers.current = [];
    };
  }, [map, length]);
  useEffect(() => place(markers.current, handles), [handles]);
}

function place(markers: readonly Marker[], handles: readonly Handle[]): void {
  for (const [index, marker] of markers.entries()) {
    const handle = handles[index];
    if (!handle) continue;
    marker.setLngLat([handle.longitude, handle.latitude]);
    marker.getElement().title = handle.label;
  }
}
