// Packs src/attachments.ts for the server: dist-server/attachments.js makes the files of mails.
import path from 'node:path';
import { ifStale } from './stale.ts';

const ROOT = path.join(import.meta.dirname, '..');
const FOLDER = 'dist-server';
const SOURCES = [
  'src/attachments.ts',
  'src/{lib,entities,features/activity-reports}/**/*.ts',
  'src/locales/*/activity-reports.json',
  'scripts/build-attachments.ts',
  'package-lock.json',
];

export function buildAttachments(): Promise<void> {
  return ifStale(FOLDER, SOURCES, [], async () => {
    const { build } = await import('vite');
    await build({
      root: ROOT,
      configFile: false,
      logLevel: 'warn',
      resolve: {
        alias: [
          { find: /^@(?=\/)/, replacement: path.join(ROOT, 'src') },
          // The one browsers get, so that the files are the same.
          { find: /^jspdf$/, replacement: 'jspdf/dist/jspdf.es.min.js' },
        ],
      },
      ssr: { noExternal: true },
      build: { ssr: 'src/attachments.ts', outDir: FOLDER, copyPublicDir: false },
    });
  });
}
