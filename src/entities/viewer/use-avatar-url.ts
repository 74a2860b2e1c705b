import { useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { bucket } from '@/lib/full-client';
import { queryKeys } from '@/lib/query-keys';

const HOUR_SECONDS = 3600;

/** A signed address of the viewer's photo; null without one. The bucket is private. */
export function useAvatarUrl(): string | null {
  const path = useViewer().profile?.avatar_path ?? null;
  const { data } = useQuery({
    queryKey: [queryKeys.viewer, 'avatar', path],
    enabled: path !== null,
    staleTime: (HOUR_SECONDS - 300) * 1000,
    queryFn: async () =>
      unwrap(await (await bucket('avatars')).createSignedUrl(path ?? '', HOUR_SECONDS)),
  });
  return data?.signedUrl ?? null;
}
