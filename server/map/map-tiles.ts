import { open } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../http/http-error.ts';
import { type MapConfig, mapFileOf } from './map-file.ts';

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
  const file = mapFileOf(config);
  app.get('/map.pmtiles', async (request, reply) => {
    const handle = await open(file).catch(() => null);
    if (!handle) throw new HttpError(404, { message: 'There is no map.pmtiles in DATA_DIR' });
    // Size and bytes of one and the same file, also while another takes its place.
    const { size, mtimeMs } = await handle.stat();
    reply.headers({
      'content-type': 'application/vnd.pmtiles',
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
      etag: `"${size.toString(36)}-${mtimeMs.toString(36)}"`,
    });
    const asked = request.headers.range;
    const range = asked === undefined ? { start: 0, end: size - 1 } : readRange(asked, size);
    if (!range || size === 0) {
      await handle.close();
      return reply.code(416).header('content-range', `bytes */${size}`).send();
    }
    const { start, end } = range;
    reply.header('content-length', end - start + 1);
    if (asked !== undefined) {
      reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    }
    return reply.send(handle.createReadStream({ start, end }));
  });
}
