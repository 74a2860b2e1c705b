import { useTranslation } from 'react-i18next';
import { useEquipmentWrite } from '@/features/equipment/api/use-equipment-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export interface ReadingDraft {
  id: string;
  equipmentId: string;
  reading: number;
}

export function useRecordMeter() {
  const { t } = useTranslation('equipment');
  return useEquipmentWrite(
    async ({ id, equipmentId, reading }: ReadingDraft) =>
      unwrap(
        await supabase().rpc('record_meter', {
          equipment_id_param: equipmentId,
          reading_param: reading,
          id_param: id,
        }),
      ),
    ({ flag }) => t(flag ? 'toast.readingFlagged' : 'toast.readingSaved'),
  );
}
