import { useQuery } from '@tanstack/react-query';
import { unwrap } from '@/lib/errors';
import { bucket } from '@/lib/full-client';
import { queryKeys } from '@/lib/query-keys';

const HOUR_SECONDS = 3600;

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
