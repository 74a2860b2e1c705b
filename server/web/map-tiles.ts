import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { HttpError } from '../http/http-error.ts';

type MapConfig = Pick<Config, 'dataDir' | 'mapStyleUrl'>;

const tilesOf = ({ dataDir }: MapConfig): string => path.join(dataDir, 'map.pmtiles');

async function sizeOf(file: string): Promise<{ size: number; etag: string } | null> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return null;
  return { size: found.size, etag: `"${found.size.toString(36)}-${found.mtimeMs.toString(36)}"` };
}

/** What /config.json says of the base map. The file may be put there while the server runs. */
export async function baseMapOf(config: MapConfig): Promise<{ styleUrl?: string; tiles?: true }> {
  if (config.mapStyleUrl !== undefined) return { styleUrl: config.mapStyleUrl };
  return (await sizeOf(tilesOf(config))) ? { tiles: true } : {};
}

/** `bytes=0-16383`, the one form a PMTiles reader asks with; null for anything that does not fit. */
export function readRange(header: string, size: number): { start: number; end: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return first !== '' && start <= end ? { start, end } : null;
}

/** The installation's own base map, read in ranges: a country is gigabytes, a screen a few tiles. */
export async function mapTiles(
  app: FastifyInstance,
  { config }: { readonly config: MapConfig },
): Promise<void> {
  const file = tilesOf(config);
  app.get('/map.pmtiles', async (request, reply) => {
    const found = await sizeOf(file);
    if (!found) throw new HttpError(404, { message: 'There is no map.pmtiles in DATA_DIR' });
    const { size, etag } = found;
    reply.headers({
      'content-type': 'application/vnd.pmtiles',
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
      etag,
    });
    const asked = request.headers.range;
    if (asked === undefined)
      return reply.header('content-length', size).send(createReadStream(file));
    const range = readRange(asked, size);
    if (!range) return reply.code(416).header('content-range', `bytes */${size}`).send();
    const { start, end } = range;
    reply.code(206).headers({
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': end - start + 1,
    });
    return reply.send(createReadStream(file, { start, end }));
  });
}
