import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { PMTiles, TileType } from 'pmtiles';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import outlinesAddress from 'us-atlas/counties-10m.json?url';
import type { MapColors } from '@/entities/map/colors';
import { shownBaseMap } from '@/lib/env';

type Outlines = Topology<{
  counties: GeometryCollection;
  states: GeometryCollection;
  nation: GeometryCollection;
}>;

async function readJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.json();
}

/** Borders of the states and counties: no service is asked, and one still sees where one is. */
async function outlineStyle(colors: MapColors): Promise<StyleSpecification> {
  const outlines = (await readJson(outlinesAddress)) as Outlines;
  const { nation, states, counties } = outlines.objects;
  const geojson = (data: GeoJSON.GeoJSON) => ({ type: 'geojson', data }) as const;
  return {
    version: 8,
    sources: {
      land: geojson(feature(outlines, nation)),
      states: geojson(mesh(outlines, states)),
      counties: geojson(mesh(outlines, counties)),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colors.water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colors.land } },
      {
        id: 'counties',
        type: 'line',
        source: 'counties',
        minzoom: 5,
        paint: { 'line-color': colors.strongLine },
      },
      {
        id: 'states',
        type: 'line',
        source: 'states',
        paint: { 'line-color': colors.faint },
      },
    ],
  };
}

/** Layers for the Protomaps schema, which `pmtiles extract` writes. */
function streetLayers(colors: MapColors): LayerSpecification[] {
  const source = 'tiles';
  const fill = (id: string, color: string): LayerSpecification => ({
    id,
    type: 'fill',
    source,
    'source-layer': id,
    paint: { 'fill-color': color },
  });
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': colors.water } },
    fill('earth', colors.land),
    fill('water', colors.water),
    fill('buildings', colors.line),
    {
      id: 'roads',
      type: 'line',
      source,
      'source-layer': 'roads',
      paint: {
        'line-color': colors.strongLine,
        'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 8, 0.5, 14, 2, 18, 12],
      },
    },
    {
      id: 'road-names',
      type: 'symbol',
      source,
      'source-layer': 'roads',
      minzoom: 14,
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': ['Inter Variable'],
        'text-size': 12,
      },
      paint: { 'text-color': colors.faint, 'text-halo-color': colors.land, 'text-halo-width': 1.5 },
    },
    {
      id: 'places',
      type: 'symbol',
      source,
      'source-layer': 'places',
      maxzoom: 14,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ['Inter Variable'],
        'text-size': 13,
      },
      paint: { 'text-color': colors.faint, 'text-halo-color': colors.land, 'text-halo-width': 1.5 },
    },
  ];
}

/** The installation's own file of tiles: pictures as they are, vectors in our colors. */
async function tileStyle(colors: MapColors): Promise<StyleSpecification> {
  const address = `${window.location.origin}/map.pmtiles`;
  const { tileType } = await new PMTiles(address).getHeader();
  const url = `pmtiles://${address}`;
  const attribution = '© OpenStreetMap';
  if (tileType === TileType.Mvt) {
    const tiles = { type: 'vector', url, attribution } as const;
    return { version: 8, sources: { tiles }, layers: streetLayers(colors) };
  }
  return {
    version: 8,
    sources: { tiles: { type: 'raster', url, tileSize: 256 } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': colors.water } },
      { id: 'tiles', type: 'raster', source: 'tiles' },
    ],
  };
}

/** What sites are drawn on: a provider's style, the installation's tiles, else outlines. */
export async function baseStyle(colors: MapColors): Promise<StyleSpecification> {
  const { styleUrl, tiles } = shownBaseMap();
  if (styleUrl) return (await readJson(styleUrl)) as StyleSpecification;
  return tiles ? tileStyle(colors) : outlineStyle(colors);
}
