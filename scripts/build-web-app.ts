// Builds dist/ when anything it is made from has changed, with brotli and gzip beside each file.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildAttachments } from './build-attachments.ts';
import { warningBeforeBuild } from './build-memory.ts';
import { keepEarlierAssets } from './keep-earlier-assets.ts';
import { ifStale } from './stale.ts';

const ROOT = path.join(import.meta.dirname, '..');
const DIST = path.join(ROOT, 'dist');
const SOURCES = [
  'src/**/*',
  'public/**/*',
  'index.html',
  'docs/guide/*/*.md',
  'docs/pictures/*/*.webp',
  'vite.config.ts',
  'scripts/{chunk-groups,first-screens,nested-texts,published-files,retriable-imports,service-worker,verifier-page}.ts',
  'package-lock.json',
  'supabase/types.ts',
];
const SMALLEST_WORTH_COMPRESSING = 1024;

export async function buildWebApp(report: (step: string) => void): Promise<void> {
  const environment = process.env['NODE_ENV'];
  await ifStale('dist', SOURCES, ['VITE_SUPABASE_URL', 'VITE_SUPABASE_ANON_KEY'], async () => {
    report('Building the web app');
    const warning = warningBeforeBuild();
    if (warning) console.error(`  ${warning}`);
    keepEarlierAssets(DIST);
    // At once, not in the middle: a server that starts meanwhile finds all of it or nothing.
    rmSync(DIST, { recursive: true, force: true });
    const { build } = await import('vite');
    await build({ root: ROOT, logLevel: 'warn' });
    await compressAll();
  });
  await buildAttachments();
  // Vite sets it to production for good; what runs after the build has an environment of its own.
  if (environment === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = environment;
}

async function compressAll(): Promise<void> {
  const files = globSync('**/*.{js,mjs,css,html,svg,json,webmanifest,txt}', { cwd: DIST });
  await Promise.all(files.map((file) => compress(path.join(DIST, file))));
}

async function compress(file: string): Promise<void> {
  const content = readFileSync(file);
  if (content.length < SMALLEST_WORTH_COMPRESSING) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
