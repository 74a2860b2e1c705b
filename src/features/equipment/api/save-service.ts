import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

export interface ServiceDraft {
  equipmentId: string;
  name: string;
  everyHours: number | null;
  everyDays: number | null;
  /** The meter now: the first service counts from here. */
  reading: number | null;
}

const now = (): string => new Date(serverNow()).toISOString();

export function useAddService(companyId: string) {
  const { t } = useTranslation('equipment');
  return useWrite({
    send: async (draft: ServiceDraft) => {
      unwrap(
        await supabase().from('equipment_services').insert({
          id: uuidv7(),
          company_id: companyId,
          equipment_id: draft.equipmentId,
          name: draft.name,
          every_hours: draft.everyHours,
          every_days: draft.everyDays,
          last_done_at: now(),
          last_done_reading: draft.reading,
        }),
      );
    },
    done: t('toast.serviceSaved'),
    stale: [queryKeys.equipment],
    quiet: true,
  });
}

export function useServiceDone(companyId: string) {
  const { t } = useTranslation('equipment');
  return useWrite({
    send: async ({ id, reading }: { id: string; reading: number | null }) => {
      unwrap(
        await supabase()
          .from('equipment_services')
          .update({
            last_done_at: now(),
            ...(reading === null ? {} : { last_done_reading: reading }),
          })
          .eq('company_id', companyId)
          .eq('id', id),
      );
    },
    done: t('toast.serviceDone'),
    stale: [queryKeys.equipment],
    quiet: true,
  });
}
