import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface WebFile {
  /** As the build left it beside the file; both or none. */
  readonly brotli: Buffer | undefined;
  readonly gzip: Buffer | undefined;
  /** The file itself, unpacked where it is kept packed: hardly anyone asks for it that way. */
  readonly content: () => Buffer;
  readonly type: string;
  /** Names under /assets carry a hash of their content. */
  readonly immutable: boolean;
  readonly etag: string;
  /** Of a page that brings its own rules, because it works from a disk as well. */
  readonly policy?: string;
}

const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/;

const DIST = path.join(import.meta.dirname, '../../dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * The built web app, read once and served from memory, so that a build beside a running server takes nothing away. Only what
 * travels is kept: four megabytes instead of eleven.
 */
export function readWebFiles(directory = DIST): Map<string, WebFile> {
  const files = new Map<string, WebFile>();
  if (!existsSync(directory)) return files;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz|map)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const address = `/${path.relative(directory, file).split(path.sep).join('/')}`;
    files.set(address, readWebFile(file, address));
  }
  return files;
}

/**
 * A file of a build before this one, which pages that were open during the update still ask for. From the disk: the few who do
 * are worth no memory.
 */
export function readEarlierFile(address: string, directory = DIST): WebFile | undefined {
  const name = /^\/assets\/(\w[\w.-]*)$/.exec(address)?.[1];
  if (name === undefined) return undefined;
  const file = path.join(`${directory}-earlier`, name);
  return existsSync(file) ? readWebFile(file, address) : undefined;
}

function readWebFile(file: string, address: string): WebFile {
  const gzip = readIfThere(`${file}.gz`);
  const kept = gzip ?? readFileSync(file);
  const policy = file.endsWith('.html')
    ? POLICY.exec(readFileSync(file, 'utf8').slice(0, 4096))?.[1]
    : undefined;
  return {
    ...(policy !== undefined && { policy }),
    brotli: readIfThere(`${file}.br`),
    gzip,
    content: () => (gzip ? gunzipSync(gzip) : kept),
    type: TYPES[path.extname(file)] ?? 'application/octet-stream',
    immutable: address.startsWith('/assets/'),
    etag: `"${createHash('sha256').update(kept).digest('base64url').slice(0, 22)}"`,
  };
}

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}
