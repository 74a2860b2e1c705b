import { setTimeout as sleep } from 'node:timers/promises';
import { ArchiveError } from '../../server/map/archive-error.ts';
import type { RangeReader } from '../../server/map/range-reader.ts';

const TIMEOUT_MS = 60_000;
const RETRIES_MS = [1_000, 3_000, 10_000];

async function ask(url: string, offset: number, length: number): Promise<Response> {
  const range = `bytes=${offset}-${offset + length - 1}`;
  const response = await fetch(url, {
    headers: { range },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 206) return response;
  await response.body?.cancel();
  if (response.status >= 500 || response.status === 429) {
    throw new Error(`${url} answered ${response.status}`);
  }
  const reason = response.ok ? 'does not serve ranges of bytes' : `answered ${response.status}`;
  throw new ArchiveError('not_pmtiles', `${url} ${reason}`);
}

async function readRange(url: string, offset: number, length: number): Promise<Buffer> {
  for (const waitMs of [...RETRIES_MS, null]) {
    try {
      const bytes = Buffer.from(await (await ask(url, offset, length)).arrayBuffer());
      if (bytes.length !== length)
        throw new Error(`${url} sent ${bytes.length} of ${length} bytes`);
      return bytes;
    } catch (error) {
      if (error instanceof ArchiveError || waitMs === null) throw error;
      await sleep(waitMs);
    }
  }
  throw new Error(`${url} does not answer`);
}

/** A file on another machine, of which only what is wanted is downloaded. */
export async function openHttpReader(url: string): Promise<RangeReader> {
  const first = await ask(url, 0, 1);
  await first.body?.cancel();
  const [, total] = /\/(\d+)$/.exec(first.headers.get('content-range') ?? '') ?? [];
  if (total === undefined) throw new ArchiveError('not_pmtiles', `${url} does not tell its size`);
  return {
    sizeBytes: Number(total),
    read: (offset, length) =>
      length === 0 ? Promise.resolve(Buffer.alloc(0)) : readRange(url, offset, length),
    close: async () => undefined,
  };
}
