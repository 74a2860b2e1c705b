// Writes dist/service-worker.js: the files of the build that the app needs without a signal.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Heavier files (PDF, spreadsheets) belong to what needs a signal anyway. */
const HEAVIEST_BYTES = 200_000;
const ALWAYS = [
  '/index.html',
  '/early.js',
  '/favicon.svg',
  '/manifest.webmanifest',
  '/icon-192.png',
];

function isNeeded(file: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean {
  const { fileName } = file;
  const size = file.type === 'chunk' ? file.code.length : file.source.length;
  if (fileName.endsWith('.woff2'))
    return /latin-wght-normal/.test(fileName) && !/latin-ext/.test(fileName);
  return fileName.startsWith('assets/') && /\.(js|css)$/.test(fileName) && size <= HEAVIEST_BYTES;
}

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const built = Object.values(bundle)
          .filter(isNeeded)
          .map(({ fileName }) => `/${fileName}`);
        const files = [...ALWAYS, ...built].sort();
        const template = readFileSync(path.join(import.meta.dirname, 'service-worker.js'), 'utf8');
        const page = bundle['index.html'];
        const version = createHash('sha256')
          .update(files.join())
          .update(page?.type === 'asset' ? String(page.source) : '')
          .update(template)
          .digest('hex')
          .slice(0, 16);
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: template
            .replace('__VERSION__', version)
            .replace("['__FILES__']", JSON.stringify(files)),
        });
      },
    },
  };
}
