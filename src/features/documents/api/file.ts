import { queryOptions } from '@tanstack/react-query';
import { pinnedFile } from '@/features/documents/api/pins';
import type { Version } from '@/features/documents/api/queries';
import { toAppError } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { bucket } from '@/lib/full-client';
import { queryKeys } from '@/lib/query-keys';

/** The bytes of a version: from this device where they were kept, else with the viewer's own rights. */
export async function fetchFile(path: string): Promise<Blob> {
  const kept = await pinnedFile(path);
  if (kept) return kept;
  const { data, error } = await (await bucket('documents')).download(path);
  if (!data) throw toAppError(error);
  return data;
}

/** Files never change, so one that was loaded stays good; it is let go soon, for its weight. */
export const fileQuery = (path: string) =>
  queryOptions({
    queryKey: [queryKeys.documents, 'file', path],
    queryFn: () => fetchFile(path),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

/** `Fall protection plan v3.pdf`: the version is in the name, so that nobody mixes up two printouts. */
export const downloadName = (name: string, { version, path }: Version): string =>
  `${name.replaceAll(/[\\/:*?"<>|]/g, '-')} v${version}.${path.split('.').at(-1)}`;

export async function downloadVersion(name: string, version: Version): Promise<void> {
  const blob = await fetchFile(version.path);
  downloadFile(downloadName(name, version), version.media_type ?? blob.type, blob);
}
