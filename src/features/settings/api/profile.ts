import { saveChanges } from '@/entities/edit/save-changes';
import { useSession } from '@/entities/session/use-session';
import { unwrap } from '@/lib/errors';
import { bucket } from '@/lib/full-client';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface ProfileChange {
  first_name: string;
  last_name: string;
  phone: string | null;
  job_title: string | null;
}

export function useSaveProfile() {
  const { t } = useTranslation('settings');
  const userId = useSession().user?.id ?? '';
  return useWrite({
    send: ({ after, before }: { after: ProfileChange; before: ProfileChange }) =>
      saveChanges({ table: 'profiles', key: { id: userId }, after, before }),
    done: t('profile.saved'),
    stale: [queryKeys.viewer],
    quiet: true,
  });
}

/** Both addresses get a link; the change holds once both were followed. */
export function useChangeEmail() {
  const { t } = useTranslation('settings');
  return useWrite({
    send: async (email: string) => {
      const { error } = await supabase().auth.updateUser(
        { email },
        { emailRedirectTo: `${window.location.origin}/settings?tab=profile` },
      );
      if (error) throw error;
    },
    done: () => ({ title: t('profile.emailSent'), description: t('profile.emailText') }),
    quiet: true,
  });
}

/** A new photo under a new name, so that no cache shows the old one. */
export function useSavePhoto() {
  const { t } = useTranslation('settings');
  const userId = useSession().user?.id ?? '';
  return useWrite({
    send: async (photo: File | null) => {
      const path = photo ? `${userId}/${crypto.randomUUID()}` : null;
      if (photo && path) {
        unwrap(await (await bucket('avatars')).upload(path, photo, { contentType: photo.type }));
      }
      unwrap(await supabase().from('profiles').update({ avatar_path: path }).eq('id', userId));
    },
    done: t('profile.photoSaved'),
    stale: [queryKeys.viewer],
    failureText: 'settings:profile.photoFailed',
  });
}
