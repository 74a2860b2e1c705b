import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColors } from '@/entities/map/colors';
import type { TileSchema } from '@/lib/env';

/** What the layers of a public schema are called; each is drawn the same way. */
interface SchemaLayers {
  /** Where nothing is drawn: some schemas have the sea as a polygon, others the land. */
  ground: 'land' | 'water';
  land: readonly string[];
  water: readonly string[];
  buildings: string;
  roads: string;
  roadNames: string;
  places: string;
  /** The property that says how large a road is, and its values for the large ones. */
  roadClass: string;
  largeRoads: readonly string[];
}

const SCHEMAS: Record<TileSchema, SchemaLayers> = {
  protomaps: {
    ground: 'water',
    land: ['earth'],
    water: ['water'],
    buildings: 'buildings',
    roads: 'roads',
    roadNames: 'roads',
    places: 'places',
    roadClass: 'kind',
    largeRoads: ['highway', 'major_road'],
  },
  openmaptiles: {
    ground: 'land',
    land: [],
    water: ['water'],
    buildings: 'building',
    roads: 'transportation',
    roadNames: 'transportation_name',
    places: 'place',
    roadClass: 'class',
    largeRoads: ['motorway', 'trunk', 'primary'],
  },
  shortbread: {
    ground: 'land',
    land: [],
    water: ['ocean', 'water_polygons'],
    buildings: 'buildings',
    roads: 'streets',
    roadNames: 'street_labels',
    places: 'place_labels',
    roadClass: 'kind',
    largeRoads: ['motorway', 'trunk', 'primary'],
  },
};

const SOURCE = 'tiles';
const FONT = ['Inter Variable'];

function fill(layer: string, color: string): LayerSpecification {
  return {
    id: layer,
    type: 'fill',
    source: SOURCE,
    'source-layer': layer,
    // Rivers come as lines and names as points in the same layers.
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': color },
  };
}

function roads({ roads, roadClass, largeRoads }: SchemaLayers, color: string): LayerSpecification {
  const isLarge: ExpressionSpecification = ['in', ['get', roadClass], ['literal', [...largeRoads]]];
  const width = (large: number, small: number): ExpressionSpecification => [
    'case',
    isLarge,
    large,
    small,
  ];
  return {
    id: 'road-lines',
    type: 'line',
    source: SOURCE,
    'source-layer': roads,
    filter: ['==', ['geometry-type'], 'LineString'],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': color,
      'line-width': [
        'interpolate',
        ['exponential', 1.6],
        ['zoom'],
        ...[8, width(1.2, 0.4)],
        ...[14, width(4, 1.8)],
        ...[18, width(20, 11)],
      ] as unknown as ExpressionSpecification,
    },
  };
}

function names(colors: MapColors) {
  return {
    layout: { 'text-field': ['get', 'name'] as ExpressionSpecification, 'text-font': FONT },
    paint: { 'text-color': colors.faint, 'text-halo-color': colors.land, 'text-halo-width': 1.5 },
  };
}

/** Streets, water, buildings and names in the colors of the theme. */
export function streetLayers(schema: TileSchema, colors: MapColors): LayerSpecification[] {
  const layers = SCHEMAS[schema];
  const { layout, paint } = names(colors);
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': colors[layers.ground] } },
    ...layers.land.map((layer) => fill(layer, colors.land)),
    ...layers.water.map((layer) => fill(layer, colors.water)),
    fill(layers.buildings, colors.line),
    roads(layers, colors.strongLine),
    {
      id: 'road-names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': layers.roadNames,
      minzoom: 14,
      layout: { ...layout, 'symbol-placement': 'line', 'text-size': 12 },
      paint,
    },
    {
      id: 'place-names',
      type: 'symbol',
      source: SOURCE,
      'source-layer': layers.places,
      maxzoom: 14,
      layout: { ...layout, 'text-size': 13 },
      paint,
    },
  ];
}
