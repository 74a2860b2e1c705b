import type { UserIdentity } from '@supabase/auth-js';
import { linkingClient, supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Leaves for the provider; the way back leads here again. */
async function linkAccount(provider: string): Promise<void> {
  const back = new URL('/settings', window.location.origin);
  back.search = new URLSearchParams({ tab: 'security', with: provider }).toString();
  const { auth } = await linkingClient();
  const { error } = await auth.linkIdentity({
    // The type names the well-known ones only.
    provider: provider as 'google',
    options: { redirectTo: back.href },
  });
  if (error) throw error;
}

export function useLinkAccount() {
  return useWrite({ send: linkAccount });
}

async function unlinkAccount(identity: UserIdentity): Promise<void> {
  const { error } = await supabase().auth.unlinkIdentity(identity);
  if (error) throw error;
  await supabase().auth.refreshSession();
}

export function useUnlinkAccount() {
  const { t } = useTranslation('sign-in-providers');
  return useWrite({ send: unlinkAccount, done: t('linked.done') });
}
