import 'maplibre-gl/dist/maplibre-gl.css';
import type * as MapLibre from 'maplibre-gl';
import { version } from 'maplibre-gl/package.json';
import { Protocol } from 'pmtiles';

/** Not bundled: vite.config.ts puts the published files here, and the worker finds them beside itself. */
const ADDRESS = import.meta.env.DEV
  ? '/node_modules/maplibre-gl/dist/maplibre-gl.mjs'
  : `/assets/maplibre-gl-${version}/maplibre-gl.mjs`;

let library: Promise<typeof MapLibre> | undefined;

async function load(): Promise<typeof MapLibre> {
  const loaded = (await import(/* @vite-ignore */ ADDRESS)) as typeof MapLibre;
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
