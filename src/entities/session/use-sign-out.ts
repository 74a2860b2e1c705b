import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { markPurposefulSignOut } from '@/entities/session/purposeful-sign-out';
import { toAppError } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export type SignOutScope = 'global' | 'local' | 'others';

async function signOut(scope: SignOutScope): Promise<void> {
  if (scope !== 'others') markPurposefulSignOut();
  const { error } = await supabase().auth.signOut({ scope });
  if (error) throw toAppError(error);
}

/** The guard of the protected area then leads to /auth/login by itself. */
export function useSignOut() {
  const { t } = useTranslation('common');
  return useMutation({
    mutationFn: signOut,
    onSuccess: (_data, scope) => {
      if (scope !== 'others')
        toast.success(t('signOut.done'), { description: t('signOut.doneText') });
    },
    meta: { failureTitle: 'common:signOut.failed', failureText: 'common:signOut.failedText' },
  });
}
