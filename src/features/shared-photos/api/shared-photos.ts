import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { unwrap } from '@/lib/errors';
import { visitorClient } from '@/lib/full-client';
import { queryKeys } from '@/lib/query-keys';

export interface SharedPhoto {
  id: string;
  path: string;
  caption: string;
  taken_at: string;
  time_zone: string;
  project: string;
  width: number | null;
  height: number | null;
}

export interface Share {
  title: string;
  company: string;
  expires_at: string;
  photos: SharedPhoto[];
}

/** Null: the link is unknown, over or taken back. */
export const shareQuery = (token: string) =>
  queryOptions({
    queryKey: [queryKeys.sharedPhotos, token],
    queryFn: async (): Promise<Share | null> => {
      const client = await visitorClient('x-share-token', token);
      const { data, error } = await client.rpc('shared_photos', { token_param: token });
      return unwrap(
        error ? { data: null, error } : { data, error: null },
      ) as unknown as Share | null;
    },
    // Every question counts as a view.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: 1,
  });

/** The picture a link allows to see, as an address for as long as it is shown. */
export function useSharedImage(token: string, path: string, width: number): string | undefined {
  const { data } = useQuery({
    queryKey: [queryKeys.sharedPhotos, token, path, width],
    queryFn: async () => {
      const files = (await visitorClient('x-share-token', token)).storage.from('photos');
      const transform = { width, resize: 'contain', quality: 78 } as const;
      return unwrap(await files.download(path, { transform }));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: 1,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return url;
}
