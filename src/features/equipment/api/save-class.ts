import { useTranslation } from 'react-i18next';
import { useEquipmentWrite } from '@/features/equipment/api/use-equipment-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { uuidv7 } from '@/lib/uuid';

export interface ClassDraft {
  /** Null: a new one. */
  id: string | null;
  name: string;
  operating_rate: number | null;
  standby_rate: number | null;
  meter_at_clock_out: boolean;
}

export function useSaveClass(companyId: string) {
  const { t } = useTranslation('equipment');
  return useEquipmentWrite(async ({ id, ...values }: ClassDraft) => {
    const table = supabase().from('equipment_classes');
    unwrap(
      id
        ? await table.update(values).eq('company_id', companyId).eq('id', id)
        : await table.insert({ ...values, id: uuidv7(), company_id: companyId }),
    );
  }, t('toast.classSaved'));
}
