import { useSession } from '@/entities/session/use-session';
import { type Viewer, type ViewerPreferences, viewerQuery } from '@/entities/viewer/viewer';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { changeQueries, useWrite } from '@/lib/use-write';

/** Shell and settings both write preferences; what is shown changes at once and falls back on failure. */
export function useSavePreferences() {
  const { user } = useSession();
  const userId = user?.id ?? '';
  const { queryKey } = viewerQuery(userId);
  return useWrite({
    send: async (changes: Partial<ViewerPreferences>) =>
      unwrap(
        await supabase()
          .from('preferences')
          .upsert({ user_id: userId, ...changes }),
      ),
    showAtOnce: (changes, client) =>
      changeQueries<Viewer>(client, queryKey, (viewer) => ({
        ...viewer,
        preferences: viewer.preferences && { ...viewer.preferences, ...changes },
      })),
    stale: [queryKey],
    failureText: 'common:failure.preferences_not_saved',
  });
}
