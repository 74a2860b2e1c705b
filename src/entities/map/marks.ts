import type {
  GeoJSONSource,
  GeoJSONSourceSpecification,
  LayerSpecification,
  Map as Maps,
  StyleSpecification,
} from 'maplibre-gl';
import type { MapColors } from '@/entities/map/colors';

const source: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: { type: 'FeatureCollection', features: [] },
};
const FONT = ['Inter Variable'];

/** Marks nearer than this at one zoom are shown as one with their number. */
const CLUSTER_PIXELS = 36;
const CLUSTERED_BELOW_ZOOM = 16;
const GROUND_FROM_ZOOM = 14;

export type MarkSource = 'sites' | 'names' | 'draft' | 'accuracy' | 'punches' | 'selected';

function siteLayers(colors: MapColors): LayerSpecification[] {
  const ground = (id: 'sites' | 'draft'): LayerSpecification[] => [
    {
      id: `${id}-ground`,
      type: 'fill',
      source: id,
      paint: { 'fill-color': colors.site, 'fill-opacity': 0.14 },
    },
    {
      id: `${id}-edge`,
      type: 'line',
      source: id,
      paint: {
        'line-color': colors.site,
        'line-width': 2,
        ...(id === 'draft' && { 'line-dasharray': [2, 1.5] }),
      },
    },
  ];
  return [
    {
      // From afar a site is a dot; nearer one sees its ground.
      id: 'site-dots',
      type: 'circle',
      source: 'names',
      maxzoom: GROUND_FROM_ZOOM,
      paint: { 'circle-color': colors.site, 'circle-radius': 8 },
    },
    ...ground('sites'),
    ...ground('draft'),
    {
      id: 'draft-corners',
      type: 'circle',
      source: 'draft',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: { 'circle-color': colors.site, 'circle-radius': 5 },
    },
  ];
}

function punchLayers(colors: MapColors): LayerSpecification[] {
  const byState: ['match', ...unknown[]] = [
    'match',
    ['get', 'state'],
    'inside',
    colors.inside,
    'outside',
    colors.outside,
    colors.unknown,
  ];
  const color = byState as unknown as string;
  return [
    {
      id: 'accuracy',
      type: 'fill',
      source: 'accuracy',
      minzoom: GROUND_FROM_ZOOM,
      paint: { 'fill-color': color, 'fill-opacity': 0.2, 'fill-outline-color': color },
    },
    {
      id: 'selected',
      type: 'circle',
      source: 'selected',
      paint: { 'circle-color': colors.site, 'circle-opacity': 0.35, 'circle-radius': 22 },
    },
    {
      id: 'punches',
      type: 'circle',
      source: 'punches',
      paint: {
        'circle-color': colors.mark,
        'circle-radius': 14,
        'circle-stroke-color': color,
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'punch-names',
      type: 'symbol',
      source: 'punches',
      layout: {
        'text-field': ['case', ['has', 'point_count'], ['get', 'point_count'], ['get', 'initials']],
        'text-font': FONT,
        'text-size': 11,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': colors.text },
    },
  ];
}

function siteNames(colors: MapColors): LayerSpecification {
  return {
    id: 'site-names',
    type: 'symbol',
    source: 'names',
    layout: {
      'text-field': ['get', 'label'],
      'text-font': FONT,
      'text-size': 13,
      'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
      'text-radial-offset': 1.5,
    },
    paint: { 'text-color': colors.text, 'text-halo-color': colors.land, 'text-halo-width': 2 },
  };
}

/** A base map with our marks on it, still without data. */
export function withMarks(base: StyleSpecification, colors: MapColors): StyleSpecification {
  return {
    ...base,
    sources: {
      ...base.sources,
      sites: source,
      names: source,
      draft: source,
      accuracy: source,
      selected: source,
      punches: {
        ...source,
        cluster: true,
        clusterRadius: CLUSTER_PIXELS,
        clusterMaxZoom: CLUSTERED_BELOW_ZOOM,
      },
    },
    layers: [...base.layers, ...siteLayers(colors), ...punchLayers(colors), siteNames(colors)],
  };
}

export function setMarks(map: Maps, id: MarkSource, features: readonly GeoJSON.Feature[]): void {
  const target = map.getSource<GeoJSONSource>(id);
  target?.setData({ type: 'FeatureCollection', features: [...features] });
}
