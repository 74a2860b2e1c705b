import { readFileSync } from 'node:fs';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type AliasOptions, defineConfig, type Plugin, type UserConfig } from 'vite';
import { chunkGroups } from './scripts/chunk-groups.ts';
import { firstScreensList } from './scripts/first-screens.ts';
import { namedFiles, retriableImports } from './scripts/retriable-imports.ts';
import { serviceWorker } from './scripts/service-worker.ts';
import { withoutAuthExtras } from './scripts/without-auth-extras.ts';
import { withoutPdfExtras } from './scripts/without-pdf-extras.ts';

/** A build that knows its backend never asks for /config.json, so the page must not preload it. */
function backendPreload(): Plugin {
  return {
    name: 'backend-preload',
    transformIndexHtml: (html) =>
      process.env['VITE_SUPABASE_URL'] ? html.replace(/\s*<link[^>]*config\.json[^>]*>/, '') : html,
  };
}

/** supabase-js brings a client for analytics tables (Iceberg) that nothing here calls. */
function withoutIceberg(): Plugin {
  return {
    name: 'without-iceberg',
    enforce: 'pre',
    resolveId: (id) => (id === 'iceberg-js' ? '\0iceberg-js' : null),
    load: (id) => (id === '\0iceberg-js' ? 'export class IcebergRestCatalog {}' : null),
  };
}

/** MapLibre as published: page and worker share a file there, which a bundle of each would hold twice. */
function mapLibrary(): Plugin {
  const { version } = JSON.parse(readFileSync(packageFile('maplibre-gl/package.json'), 'utf8'));
  const parts = ['maplibre-gl', 'maplibre-gl-shared', 'maplibre-gl-worker'];
  return {
    name: 'map-library',
    apply: 'build',
    generateBundle() {
      for (const part of parts) {
        const source = readFileSync(packageFile(`maplibre-gl/dist/${part}.mjs`));
        const fileName = `assets/maplibre-gl-${version}/${part}.mjs`;
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

/** Decoders of scanned pages (JBIG2, JPEG 2000) for PDF.js: the page's policy allows no WebAssembly. */
function pdfDecoders(): Plugin {
  const { version } = JSON.parse(readFileSync(packageFile('pdfjs-dist/package.json'), 'utf8'));
  return {
    name: 'pdf-decoders',
    apply: 'build',
    generateBundle() {
      for (const part of ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']) {
        const source = readFileSync(packageFile(`pdfjs-dist/wasm/${part}`));
        this.emitFile({ type: 'asset', fileName: `assets/pdfjs-${version}/${part}`, source });
      }
    },
  };
}

const packageFile = (file: string): string => path.join(import.meta.dirname, 'node_modules', file);

/** react-router's package points bundlers at its development build; its warnings weigh 3 kB. */
const leanRouter: AliasOptions = [
  { find: /^react-router$/, replacement: packageFile('react-router/dist/production/index.mjs') },
  {
    find: /^react-router\/dom$/,
    replacement: packageFile('react-router/dist/production/dom-export.mjs'),
  },
];

const output: UserConfig['build'] = {
  outDir: 'dist',
  target: 'es2023',
  sourcemap: false,
  // Read by scripts/bundle-size.ts.
  manifest: true,
  modulePreload: namedFiles,
  chunkSizeWarningLimit: 700,
};

export default defineConfig(async ({ command }) => {
  const config: UserConfig = {
    plugins: [
      react(),
      withoutIceberg(),
      withoutAuthExtras(),
      withoutPdfExtras(),
      retriableImports(),
    ],
    resolve: {
      alias: [
        { find: /^@(?=\/)/, replacement: path.join(import.meta.dirname, 'src') },
        ...(command === 'build' ? leanRouter : []),
      ],
    },
    build: output,
  };
  const groups = command === 'build' ? await chunkGroups(config) : [];
  return {
    ...config,
    plugins: [
      ...(config.plugins ?? []),
      tailwindcss(),
      backendPreload(),
      firstScreensList(),
      serviceWorker(),
      mapLibrary(),
      pdfDecoders(),
    ],
    build: {
      ...output,
      rolldownOptions: {
        output: { codeSplitting: { groups, includeDependenciesRecursively: false } },
      },
    },
  };
});
