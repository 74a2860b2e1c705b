import { useTranslation } from 'react-i18next';
import { useEquipmentWrite } from '@/features/equipment/api/use-equipment-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export interface MachineDay {
  equipment_id: string;
  work_date: string;
  project_id: string | null;
  working_minutes: number;
  idle_minutes: number;
  down_minutes: number;
}

/** Entering a day again replaces it. */
export function useSaveDay(companyId: string) {
  const { t } = useTranslation('equipment');
  return useEquipmentWrite(async (day: MachineDay) => {
    unwrap(
      await supabase()
        .from('equipment_days')
        .upsert(
          { ...day, company_id: companyId },
          { onConflict: 'company_id,equipment_id,work_date,project_id' },
        ),
    );
  }, t('toast.daySaved'));
}
