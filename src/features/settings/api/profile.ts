import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import { useSession } from '@/entities/session/use-session';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { bucket } from '@/lib/whole-client';

export interface ProfileChange {
  first_name: string;
  last_name: string;
  phone: string | null;
  job_title: string | null;
}

export function useSaveProfile() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const userId = useSession().user?.id ?? '';
  return useMutation({
    mutationFn: ({ after, before }: { after: ProfileChange; before: ProfileChange }) =>
      saveChanges({ table: 'profiles', key: { id: userId }, after, before }),
    onSuccess: () => {
      toast.success(t('profile.saved'));
      return client.invalidateQueries({ queryKey: [queryKeys.viewer] });
    },
    meta: { quiet: true },
  });
}

/** Both addresses get a link; the change holds once both were followed. */
export function useChangeEmail() {
  const { t } = useTranslation('settings');
  return useMutation({
    mutationFn: async (email: string) => {
      const { error } = await supabase().auth.updateUser(
        { email },
        { emailRedirectTo: `${window.location.origin}/settings?tab=profile` },
      );
      if (error) throw error;
    },
    onSuccess: () => toast.success(t('profile.emailSent'), { description: t('profile.emailText') }),
    meta: { quiet: true },
  });
}

/** A new photo under a new name, so that no cache shows the old one. */
export function useSavePhoto() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const userId = useSession().user?.id ?? '';
  return useMutation({
    mutationFn: async (photo: File | null) => {
      const path = photo ? `${userId}/${crypto.randomUUID()}` : null;
      if (photo && path) {
        unwrap(await (await bucket('avatars')).upload(path, photo, { contentType: photo.type }));
      }
      unwrap(await supabase().from('profiles').update({ avatar_path: path }).eq('id', userId));
    },
    onSuccess: () => {
      toast.success(t('profile.photoSaved'));
      return client.invalidateQueries({ queryKey: [queryKeys.viewer] });
    },
    meta: { failureText: 'settings:profile.photoFailed' },
  });
}
