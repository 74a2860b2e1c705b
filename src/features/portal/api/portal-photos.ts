import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { useBlobUrl } from '@/entities/photo/photo-image';
import { portalSecret } from '@/features/portal/api/portal';
import { unwrap } from '@/lib/errors';
import { visitorClient } from '@/lib/full-client';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface PortalPhoto {
  id: string;
  path: string;
  caption: string | null;
  taken_at: string;
}

interface PhotoPage {
  photos: readonly PortalPhoto[];
  more: boolean;
}

export const photosQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: [queryKeys.portal, token, 'photos'],
    queryFn: async ({ pageParam }) =>
      unwrap(
        await supabase().rpc('portal_photos', {
          token_param: portalSecret(token),
          ...(pageParam && { before_param: pageParam }),
        }),
      ) as unknown as PhotoPage,
    initialPageParam: '',
    getNextPageParam: ({ photos, more }) => (more ? photos.at(-1)?.taken_at : undefined),
    // Every question is recorded as a visit.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: 1,
  });

/** One photo that was opened, which the company sees. */
export const photoQuery = (token: string, id: string) =>
  queryOptions({
    queryKey: [queryKeys.portal, token, 'photo', id],
    queryFn: async () =>
      unwrap(
        await supabase().rpc('portal_photo', { token_param: portalSecret(token), id_param: id }),
      ) as unknown as PortalPhoto & { sha256: string },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: 1,
  });

/** The picture of a photo, in the size a place needs. */
export function usePortalPicture(token: string, path: string, width: number): string | undefined {
  const { data } = useQuery({
    queryKey: [queryKeys.portal, token, path, width],
    queryFn: async () => {
      const client = await visitorClient('x-portal-link', portalSecret(token));
      const transform = { width, resize: 'contain', quality: 78 } as const;
      return unwrap(await client.storage.from('photos').download(path, { transform })) as Blob;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: 1,
  });
  return useBlobUrl(data);
}
