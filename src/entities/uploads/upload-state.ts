import { useMemo, useSyncExternalStore } from 'react';
import type { Upload } from '@/entities/uploads/upload';

let uploads: readonly Upload[] = [];
const listeners = new Set<() => void>();

export const currentUploads = (): readonly Upload[] => uploads;

export function showUploads(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

export function changeUpload(id: string, change: Partial<Upload>): void {
  showUploads(uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What of this bucket is not on the server yet, oldest first. */
export function useUploads(bucket: Upload['bucket']): readonly Upload[] {
  const all = useSyncExternalStore(subscribe, currentUploads);
  return useMemo(() => all.filter((upload) => upload.bucket === bucket), [all, bucket]);
}
