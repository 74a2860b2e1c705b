import type { ArchiveFacts } from '../../server/map/inspect-archive.ts';

export const HELP = `Makes map.pmtiles, the streets the Map draws sites on.

1. Find a file to cut from. The newest build of the whole world by Protomaps, from OpenStreetMap, is
   listed at https://maps.protomaps.com/builds (about 130 GB). It need not be downloaded: given its
   address, only the tiles of your region are.
2. Cut out your region. The result goes to DATA_DIR, where a running server uses it at once:

     npm run map -- cut https://build.protomaps.com/20261101.pmtiles --state="New York"

   or from a file you have, by corners (west,south,east,north), and to a place of your own:

     npm run map -- cut planet.pmtiles --bbox=-74.3,42.4,-73.4,43.1 --output=albany.pmtiles

3. On another machine than the server: upload the result under Settings > System.

--state takes several: --state=Vermont --state=Maine. One rectangle around them all is cut.
--maxzoom=13 leaves out house-by-house detail and makes the file about a quarter of the size.
About: a city 50 MB, a county 20 to 100 MB, Vermont 150 MB, Colorado 600 MB, California 2 GB.

npm run map -- check FILE      what a file holds, and whether it can be used
npm run map -- install FILE    checks a file that another tool made and copies it to DATA_DIR

From an .osm.pbf extract (https://download.geofabrik.de), Planetiler or tilemaker make such a file;
see "Base map" in docs/self-hosting.md.`;

export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}

/** A line for each fact. */
export function factLines(facts: ArchiveFacts): string[] {
  const { bounds, minZoom, maxZoom, tiles, dataAt, attribution, license, schema, kind } = facts;
  const lines: [string, string | null][] = [
    ['name', facts.name],
    ['tiles', `${tiles}, ${kind === 'vector' ? `vector, schema ${schema}` : 'pictures'}`],
    ['bounds', bounds.map((degrees) => degrees.toFixed(4)).join(', ')],
    ['zoom', `${minZoom} to ${maxZoom}`],
    ['size', sizeText(facts.sizeBytes)],
    ['data of', dataAt?.slice(0, 10) ?? 'not told'],
    ['attribution', attribution || 'not told'],
    ['license', license ?? 'not told'],
  ];
  return lines
    .filter(([, value]) => value !== null)
    .map(([label, value]) => `${`${label}:`.padEnd(13)}${value}`);
}
