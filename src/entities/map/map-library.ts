import 'maplibre-gl/dist/maplibre-gl.css';
import type * as MapLibre from 'maplibre-gl';
import { version } from 'maplibre-gl/package.json';
import { Protocol } from 'pmtiles';
import { fetchFile } from '@/lib/fetch-code';
import { loadCode } from '@/lib/load-code';

/** Not bundled: vite.config.ts puts the published files here, and the worker finds them beside itself. */
const ADDRESS = import.meta.env.DEV
  ? '/node_modules/maplibre-gl/dist/maplibre-gl.mjs'
  : `/assets/maplibre-gl-${version}/maplibre-gl.mjs`;

/** Which it imports itself. */
const SHARED_ADDRESS = ADDRESS.replace('maplibre-gl.mjs', 'maplibre-gl-shared.mjs');

let library: Promise<typeof MapLibre> | undefined;

async function load(): Promise<typeof MapLibre> {
  const loaded = await loadCode(async () => {
    await Promise.all([ADDRESS, SHARED_ADDRESS].map(fetchFile));
    return (await import(/* @vite-ignore */ ADDRESS)) as typeof MapLibre;
  });
  loaded.addProtocol('pmtiles', new Protocol().tile);
  return loaded;
}

/** Loaded once for all maps; a failure is not kept, so that the next visit tries again. */
export function loadMapLibrary(): Promise<typeof MapLibre> {
  library ??= load().catch((failure: unknown) => {
    library = undefined;
    throw failure;
  });
  return library;
}

/** MapLibre draws with WebGL 2; some remote desktops and old tablets have none. */
export function canDrawMaps(): boolean {
  return Boolean(document.createElement('canvas').getContext('webgl2'));
}
