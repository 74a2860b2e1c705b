import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '@/entities/session/use-session';
import { type Viewer, type ViewerPreferences, viewerQuery } from '@/entities/viewer/viewer';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

/** Shell and settings both write preferences; what is shown changes at once and falls back on failure. */
export function useSavePreferences() {
  const client = useQueryClient();
  const { user } = useSession();
  const userId = user?.id ?? '';
  const { queryKey } = viewerQuery(userId);
  return useMutation({
    mutationFn: async (changes: Partial<ViewerPreferences>) =>
      unwrap(
        await supabase()
          .from('preferences')
          .upsert({ user_id: userId, ...changes }),
      ),
    onMutate: async (changes) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Viewer>(queryKey);
      if (before?.preferences) {
        client.setQueryData<Viewer>(queryKey, {
          ...before,
          preferences: { ...before.preferences, ...changes },
        });
      }
      return before;
    },
    onError: (_error, _changes, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey }),
    meta: { failureText: 'common:failure.preferences_not_saved' },
  });
}
