import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { unwrap } from '@/lib/errors';
import { bucket } from '@/lib/full-client';
import { queryKeys } from '@/lib/query-keys';

export type PhotoBucket = 'photos' | 'kiosk-photos' | 'certificate-proofs';

/** Drawn by the server in the size a place needs, without what the camera wrote into the file. */
export async function renderedPhoto(
  path: string,
  width: number,
  from: PhotoBucket = 'photos',
): Promise<Blob> {
  const transform = { width, resize: 'contain', quality: 75 } as const;
  return unwrap(await (await bucket(from)).download(path, { transform })) as Blob;
}

/** An address of this blob for as long as it is shown. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [blob]);
  return url;
}

/** Pictures that scrolled out of sight are let go after a minute. */
export function usePhotoImage(
  path: string,
  width: number,
  enabled = true,
  from: PhotoBucket = 'photos',
) {
  const { data, isError } = useQuery({
    queryKey: [queryKeys.photos, 'image', from, path, width],
    queryFn: () => renderedPhoto(path, width, from),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: 1,
    enabled,
  });
  return { url: useBlobUrl(data), failed: isError };
}
