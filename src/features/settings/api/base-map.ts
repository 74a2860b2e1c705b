import { queryOptions } from '@tanstack/react-query';
import { callSystem } from '@/entities/system/call-system';
import { loadBackendConfig } from '@/lib/env';
import { toAppError } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** An upload that is under way, or was left and waits for its file. */
export interface UnfinishedUpload {
  id: string;
  fingerprint: string;
  fileName: string;
  lengthBytes: number;
  offsetBytes: number;
}

export interface BaseMapState {
  /** What it covers is said by the line of the page. */
  map: { problem: { code: string; message: string } | null } | null;
  upload: UnfinishedUpload | null;
  freeBytes: number;
  hasProvider: boolean;
  isShared: boolean;
}

const KEY = [queryKeys.system, 'map'];

export const baseMapQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => callSystem<BaseMapState>('map', { signal }),
});

/** Maps that are opened from now on draw what the server has now. */
const STALE = [queryKeys.system, () => loadBackendConfig()];

export function useRemoveMap() {
  const { t } = useTranslation('system');
  return useWrite({
    send: () => callSystem('map', { method: 'DELETE' }),
    done: t('baseMap.removed'),
    stale: STALE,
  });
}

const LOCKED = 423;
const LOCKED_RETRIES = 20;

/** The server may still be writing the last piece that was sent. */
async function cancelUpload(): Promise<void> {
  for (let retries = LOCKED_RETRIES; ; retries -= 1) {
    const { upload } = await callSystem<BaseMapState>('map');
    if (!upload) return;
    try {
      return await callSystem<void>(`map/upload/${upload.id}`, { method: 'DELETE' });
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
