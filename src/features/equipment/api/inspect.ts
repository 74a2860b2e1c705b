import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

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
  return useWrite({
    send: async ({ id, equipmentId, items, note, photoPath }: Inspection) => {
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
    done: (passed) => t(passed ? 'toast.passed' : 'toast.failed'),
    stale: [queryKeys.equipment],
    quiet: true,
  });
}
