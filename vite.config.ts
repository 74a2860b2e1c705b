import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './scripts/chunk-groups.ts';
import { firstScreensList } from './scripts/first-screens.ts';
import { nestedTexts } from './scripts/nested-texts.ts';
import { publishedFiles } from './scripts/published-files.ts';
import { namedFiles, retriableImports } from './scripts/retriable-imports.ts';
import { serviceWorker } from './scripts/service-worker.ts';
import { unusedParts } from './scripts/unused-parts.ts';
import { verifier } from './scripts/verifier-page.ts';

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    retriableImports(),
    unusedParts(),
    nestedTexts(),
    firstScreensList(),
    serviceWorker(),
    publishedFiles(),
    verifier(),
  ],
  resolve: {
    alias: [{ find: /^@(?=\/)/, replacement: path.join(import.meta.dirname, 'src') }],
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    // Read by scripts/bundle-size.ts.
    manifest: true,
    license: { fileName: 'licenses.txt' },
    modulePreload: namedFiles,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
});
