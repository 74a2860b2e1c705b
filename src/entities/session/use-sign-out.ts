import { markPurposefulSignOut } from '@/entities/session/purposeful-sign-out';
import { toAppError } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export type SignOutScope = 'global' | 'local' | 'others';

async function signOut(scope: SignOutScope): Promise<void> {
  if (scope !== 'others') markPurposefulSignOut();
  const { error } = await supabase().auth.signOut({ scope });
  if (error) throw toAppError(error);
}

/** The guard of the protected area then leads to /auth/login by itself. */
export function useSignOut() {
  const { t } = useTranslation('common');
  return useWrite({
    send: signOut,
    done: (_data, scope) =>
      scope === 'others' ? null : { title: t('signOut.done'), description: t('signOut.doneText') },
    failureTitle: 'common:signOut.failed',
    failureText: 'common:signOut.failedText',
  });
}
