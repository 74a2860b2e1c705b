import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import type { MachineStatus } from '@/entities/equipment/equipment-query';
import { useEquipmentWrite } from '@/features/equipment/api/use-equipment-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { uuidv7 } from '@/lib/uuid';

export interface MachineFields {
  name: string;
  number: string | null;
  class_id: string | null;
  ownership: 'owned' | 'rented';
  status: MachineStatus;
  meter_unit: 'hours' | 'miles' | null;
  off_rent_date: string | null;
  notes: string | null;
}

export interface MachineDraft {
  fields: MachineFields;
  /** As it was when the form was opened; null: a new one. */
  opened: ({ [Field in keyof MachineFields]: unknown } & { id: string }) | null;
}

export function useSaveMachine(companyId: string) {
  const { t } = useTranslation('equipment');
  return useEquipmentWrite(async ({ fields, opened }: MachineDraft) => {
    if (opened) {
      const key = { company_id: companyId, id: opened.id };
      await saveChanges({ table: 'equipment', key, after: fields, before: opened });
    } else {
      const row = { ...fields, id: uuidv7(), company_id: companyId };
      unwrap(await supabase().from('equipment').insert(row));
    }
  }, t('toast.saved'));
}
