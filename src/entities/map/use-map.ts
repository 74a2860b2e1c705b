import type { Map as Maps } from 'maplibre-gl';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { baseStyle } from '@/entities/map/base-style';
import { readColors } from '@/entities/map/colors';
import { canDrawMaps, loadMapLibrary } from '@/entities/map/map-library';
import { withMarks } from '@/entities/map/marks';
import { useShownTheme } from '@/lib/theme';
import { text } from '@/lib/translation';

const UNITED_STATES: [number, number, number, number] = [-125, 24.5, -66.5, 49.5];

export type Drawing =
  | { state: 'loading' | 'no-webgl' | 'failed'; map: null }
  | { state: 'drawn'; map: Maps };

async function styleOfNow() {
  const colors = readColors();
  return withMarks(await baseStyle(colors), colors);
}

async function drawIn(box: HTMLElement): Promise<Maps> {
  const [library, style] = await Promise.all([loadMapLibrary(), styleOfNow()]);
  const map = new library.Map({
    container: box,
    style,
    bounds: UNITED_STATES,
    attributionControl: { compact: true },
    dragRotate: false,
    touchPitch: false,
    locale: {
      // Until it is drawn; then it says what is on it.
      'Map.Title': text('shell:nav.map'),
      'AttributionControl.ToggleAttribution': text('shell:mapSources'),
    },
  });
  map.addControl(new library.ScaleControl({ unit: 'imperial' }), 'bottom-left');
  return map;
}

/** A map in this box, in the colors of the theme; says so when there can be none. */
export function useMap(box: RefObject<HTMLElement | null>): Drawing {
  const [drawing, setDrawing] = useState<Drawing>({ state: 'loading', map: null });
  const theme = useShownTheme();
  const drawnTheme = useRef(theme);
  const { map } = drawing;

  useEffect(() => {
    const element = box.current;
    if (!element || !canDrawMaps()) return setDrawing({ state: 'no-webgl', map: null });
    let made: Maps | null = null;
    let gone = false;
    drawIn(element).then(
      (drawn) => {
        made = drawn;
        if (gone) return drawn.remove();
        drawn.once('load', () => !gone && setDrawing({ state: 'drawn', map: drawn }));
      },
      () => !gone && setDrawing({ state: 'failed', map: null }),
    );
    return () => {
      gone = true;
      made?.remove();
    };
  }, [box]);

  useEffect(() => {
    if (!map || drawnTheme.current === theme) return;
    drawnTheme.current = theme;
    // Without the base map's answer the old colors stay, and everything is still readable in them.
    styleOfNow().then(
      (style) => map.setStyle(style, { diff: false }),
      () => undefined,
    );
  }, [map, theme]);
  return drawing;
}
