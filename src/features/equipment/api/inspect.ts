import { useTranslation } from 'react-i18next';
import { useEquipmentWrite } from '@/features/equipment/api/use-equipment-write';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';

export interface Inspection {
  id: string;
  equipmentId: string;
  items: { name: string; passed: boolean }[];
  note: string | null;
  photoPath: string | null;
}

/** In the caller's own name; the database fills in who. */
export function useInspect(companyId: string, employeeId: string) {
  const { t } = useTranslation('equipment');
  return useEquipmentWrite(
    async ({ id, equipmentId, items, note, photoPath }: Inspection) => {
      const passed = items.every((item) => item.passed);
      unwrap(
        await supabase().from('equipment_inspections').insert({
          id,
          company_id: companyId,
          employee_id: employeeId,
          equipment_id: equipmentId,
          passed,
          items,
          note,
          photo_path: photoPath,
        }),
      );
      return passed;
    },
    (passed) => t(passed ? 'toast.passed' : 'toast.failed'),
  );
}
