// Writes dist/service-worker.js: src/service-worker with the files of the build that the app needs without a signal.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

type Output = Rolldown.OutputAsset | Rolldown.OutputChunk;

/** Heavier files (PDF, spreadsheets) belong to what needs a signal anyway; not so what starts the app. */
const MAX_BYTES = 200_000;
/** Kept with the first document somebody keeps. */
const PDF_READER = 'assets/pdfjs-dist-';
const ALWAYS = [
  '/index.html',
  '/early.js',
  '/favicon.svg',
  '/manifest.webmanifest',
  '/icon-192.png',
];

/** What the page itself loads before anything else. */
function startFiles(bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>();
  const add = (fileName: string): void => {
    const file = bundle[fileName];
    if (found.has(fileName) || file?.type !== 'chunk') return;
    found.add(fileName);
    file.imports.forEach(add);
  };
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.isEntry) add(file.fileName);
  }
  return found;
}

function isNeeded(file: Output, start: ReadonlySet<string>): boolean {
  const { fileName } = file;
  if (start.has(fileName)) return true;
  if (fileName.startsWith(PDF_READER)) return false;
  const size = file.type === 'chunk' ? file.code.length : file.source.length;
  if (fileName.endsWith('.woff2'))
    return /latin-wght-normal/.test(fileName) && !/latin-ext/.test(fileName);
  return fileName.startsWith('assets/') && /\.(js|css)$/.test(fileName) && size <= MAX_BYTES;
}

/** src/service-worker as one script; it shares the queue and its sending with the app. */
export async function bundleWorker(): Promise<string> {
  const source = path.join(import.meta.dirname, '../src');
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: [{ find: /^@(?=\/)/, replacement: source }] },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: {
        input: path.join(source, 'service-worker/main.ts'),
        output: { format: 'iife' },
      },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  return output[0].code;
}

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const start = startFiles(bundle);
        const built = Object.values(bundle)
          .filter((file) => isNeeded(file, start))
          .map(({ fileName }) => `/${fileName}`);
        const files = [...ALWAYS, ...built].sort();
        const template = await bundleWorker();
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
            .replaceAll('__VERSION__', JSON.stringify(version))
            .replaceAll('__FILES__', JSON.stringify(files)),
        });
      },
    },
  };
}
