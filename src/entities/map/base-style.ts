import type { StyleSpecification } from 'maplibre-gl';
import { PMTiles, TileType } from 'pmtiles';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import outlinesAddress from 'us-atlas/counties-10m.json?url';
import type { MapColors } from '@/entities/map/colors';
import { streetLayers } from '@/entities/map/street-layers';
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

/** The installation's own file of tiles: pictures as they are, vectors in our colors. */
async function tileStyle(colors: MapColors): Promise<StyleSpecification> {
  const address = `${window.location.origin}/map.pmtiles`;
  const { tileType } = await new PMTiles(address).getHeader();
  const url = `pmtiles://${address}`;
  const { schema = 'protomaps', attribution } = shownBaseMap();
  if (tileType === TileType.Mvt) {
    const tiles = { type: 'vector', url, attribution: attribution ?? '© OpenStreetMap' } as const;
    return { version: 8, sources: { tiles }, layers: streetLayers(schema, colors) };
  }
  return {
    version: 8,
    sources: { tiles: { type: 'raster', url, tileSize: 256, ...(attribution && { attribution }) } },
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
