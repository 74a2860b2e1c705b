import { useTranslation } from 'react-i18next';
import { useEquipmentWrite } from '@/features/equipment/api/use-equipment-write';
import { unwrap } from '@/lib/errors';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
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
  return useEquipmentWrite(async (draft: ServiceDraft) => {
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
  }, t('toast.serviceSaved'));
}

export function useServiceDone(companyId: string) {
  const { t } = useTranslation('equipment');
  return useEquipmentWrite(async ({ id, reading }: { id: string; reading: number | null }) => {
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
  }, t('toast.serviceDone'));
}
