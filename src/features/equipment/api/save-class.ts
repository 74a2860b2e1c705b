import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import { useEquipmentWrite } from '@/features/equipment/api/use-equipment-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { uuidv7 } from '@/lib/uuid';

export interface ClassFields {
  name: string;
  operating_rate: number | null;
  standby_rate: number | null;
  meter_at_clock_out: boolean;
}

export interface ClassDraft {
  fields: ClassFields;
  /** As it was when it was opened; null: a new one. */
  opened: (ClassFields & { id: string }) | null;
}

export function useSaveClass(companyId: string) {
  const { t } = useTranslation('equipment');
  return useEquipmentWrite(async ({ fields, opened }: ClassDraft) => {
    if (opened) {
      const key = { company_id: companyId, id: opened.id };
      const saved = await saveChanges({
        table: 'equipment_classes',
        key,
        after: fields,
        before: opened,
      });
      return { ...fields, ...saved } as ClassFields;
    }
    const row = { ...fields, id: uuidv7(), company_id: companyId };
    unwrap(await supabase().from('equipment_classes').insert(row));
    return fields;
  }, t('toast.classSaved'));
}
