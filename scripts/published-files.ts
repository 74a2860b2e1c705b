// Files of packages that the build takes as they were published; used by vite.config.ts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const PACKAGES = path.join(import.meta.dirname, '../node_modules');

const FILES = {
  // Page and worker of MapLibre share a file, which a bundle of each would hold twice.
  'maplibre-gl': [
    'dist/maplibre-gl.mjs',
    'dist/maplibre-gl-shared.mjs',
    'dist/maplibre-gl-worker.mjs',
  ],
  // Decoders of scanned pages (JBIG2, JPEG 2000) for PDF.js: the page's policy allows no WebAssembly.
  'pdfjs-dist': ['wasm/jbig2_nowasm_fallback.js', 'wasm/openjpeg_nowasm_fallback.js'],
  // The list of what is bundled (licenses.txt) leaves out the font.
  '@fontsource-variable/inter': ['LICENSE'],
};

/** Puts them into `assets/<package>-<version>/`, which is how the app asks for them. */
export function publishedFiles(): Plugin {
  return {
    name: 'published-files',
    apply: 'build',
    generateBundle() {
      for (const [name, files] of Object.entries(FILES)) {
        const read = (file: string) => readFileSync(path.join(PACKAGES, name, file));
        const { version } = JSON.parse(String(read('package.json')));
        for (const file of files) {
          const fileName = `assets/${name}-${version}/${path.basename(file)}`;
          this.emitFile({ type: 'asset', fileName, source: read(file) });
        }
      }
    },
  };
}
