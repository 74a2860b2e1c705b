import { queryOptions } from '@tanstack/react-query';
import { askServer } from '@/lib/ask-server';
import { loadBackendConfig } from '@/lib/env';
import { toAppError } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export const BASE_MAP = '/system/v1/map';

export interface MapFacts {
  kind: 'vector' | 'raster';
  name: string | null;
  attribution: string;
  license: string | null;
  /** West, south, east, north. */
  bounds: [number, number, number, number];
  minZoom: number;
  maxZoom: number;
  dataAt: string | null;
}

/** An upload that is under way, or was left and waits for its file. */
export interface UnfinishedUpload {
  id: string;
  fingerprint: string;
  fileName: string;
  lengthBytes: number;
  offsetBytes: number;
}

export interface BaseMapState {
  map: {
    sizeBytes: number;
    storedAt: string;
    facts: MapFacts | null;
    problem: { code: string; message: string } | null;
  } | null;
  upload: UnfinishedUpload | null;
  freeBytes: number;
  hasProvider: boolean;
  isShared: boolean;
}

const KEY = [queryKeys.settings, 'base-map'];

export const baseMapQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => askServer<BaseMapState>('GET', BASE_MAP, { signal }),
});

/** Maps that are opened from now on draw what the server has now. */
const STALE = [KEY, [queryKeys.settings, 'system'], () => loadBackendConfig()];

export function useRemoveMap() {
  const { t } = useTranslation('system');
  return useWrite({
    send: () => askServer('DELETE', BASE_MAP),
    done: t('baseMap.removed'),
    stale: STALE,
  });
}

const LOCKED = 423;
const LOCKED_RETRIES = 20;

/** The server may still be writing the last piece that was sent. */
async function cancelUpload(): Promise<void> {
  for (let retries = LOCKED_RETRIES; ; retries -= 1) {
    const { upload } = await askServer<BaseMapState>('GET', BASE_MAP);
    if (!upload) return;
    try {
      return await askServer<void>('DELETE', `${BASE_MAP}/upload/${upload.id}`);
    } catch (cause) {
      if (toAppError(cause).status !== LOCKED || retries === 0) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

export function useCancelUpload() {
  return useWrite({ send: cancelUpload, stale: STALE });
}

/** Sends the file; resolves when the server draws maps with it. */
export function useFinishUpload() {
  const { t } = useTranslation('system');
  return useWrite({
    send: (sent: Promise<void>) => sent,
    done: t('baseMap.stored'),
    stale: STALE,
    quiet: true,
  });
}
