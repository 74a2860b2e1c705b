import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { bucket } from '@/lib/whole-client';

const HOUR_SECONDS = 3600;

/** Drawn by the server in the size a place needs, without what the camera wrote into the file. */
export async function renderedPhoto(path: string, width: number): Promise<Blob> {
  const transform = { width, resize: 'contain', quality: 75 } as const;
  return unwrap(await (await bucket('photos')).download(path, { transform })) as Blob;
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
export function usePhotoImage(path: string, width: number, enabled = true) {
  const { data, isError } = useQuery({
    queryKey: [queryKeys.photos, 'image', path, width],
    queryFn: () => renderedPhoto(path, width),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: 1,
    enabled,
  });
  return { url: useBlobUrl(data), failed: isError };
}

/** Signed addresses of originals, for an hour, by path. */
export async function originalAddresses(paths: string[]): Promise<Map<string, string>> {
  const files = await bucket('photos');
  const signed = unwrap(await files.createSignedUrls(paths, HOUR_SECONDS)) ?? [];
  return new Map(
    signed.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl]] : [])),
  );
}

export function useOriginalUrl(path: string, enabled: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: [queryKeys.photos, 'original', path],
    queryFn: () => originalAddresses([path]),
    staleTime: (HOUR_SECONDS - 300) * 1000,
    enabled,
  });
  return data?.get(path);
}
