import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { useVerificationWrite } from '@/features/verification/api/use-verification-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export type HeldAction = 'apply' | 'adjust' | 'discard';

/** A held punch becomes time, pay or nothing; the inbox follows by itself. */
export function useDecideHeld() {
  const { t } = useTranslation('verification');
  const client = useQueryClient();
  return useVerificationWrite(
    async ({ id, action, reason }: { id: string; action: HeldAction; reason: string }) => {
      unwrap(
        await supabase().rpc('resolve_held_event', {
          id_param: id,
          action_param: action,
          ...(reason ? { reason_param: reason } : {}),
        }),
      );
    },
    () => {
      toast.success(t('toast.resolved'));
      void refreshTime(client);
    },
  );
}
