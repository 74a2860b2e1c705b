import { useTranslation } from 'react-i18next';
import type { MachineStatus } from '@/entities/equipment/equipment-query';
import { useEquipmentWrite } from '@/features/equipment/api/use-equipment-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { uuidv7 } from '@/lib/uuid';

export interface MachineDraft {
  /** Null: a new one. */
  id: string | null;
  name: string;
  number: string | null;
  class_id: string | null;
  ownership: 'owned' | 'rented';
  status: MachineStatus;
  meter_unit: 'hours' | 'miles' | null;
  off_rent_date: string | null;
  notes: string | null;
}

export function useSaveMachine(companyId: string) {
  const { t } = useTranslation('equipment');
  return useEquipmentWrite(async ({ id, ...values }: MachineDraft) => {
    const table = supabase().from('equipment');
    unwrap(
      id
        ? await table.update(values).eq('company_id', companyId).eq('id', id)
        : await table.insert({ ...values, id: uuidv7(), company_id: companyId }),
    );
  }, t('toast.saved'));
}
