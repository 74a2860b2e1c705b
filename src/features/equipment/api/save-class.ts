import { saveRow } from '@/entities/edit/save-row';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface ClassFields {
  name: string;
  operating_rate: number | null;
  standby_rate: number | null;
  /** Null: as a working hour. */
  travel_rate: number | null;
  meter_at_clock_out: boolean;
  /** What an inspection looks at; empty: the usual points. */
  checklist: string[];
}

export interface ClassDraft {
  fields: ClassFields;
  /** As it was when it was opened; null: a new one. */
  opened: (ClassFields & { id: string }) | null;
}

export function useSaveClass(companyId: string) {
  const { t } = useTranslation('equipment');
  return useWrite({
    send: async ({ fields, opened }: ClassDraft) =>
      (await saveRow({ table: 'equipment_classes', companyId, fields, opened })) as ClassFields,
    done: t('toast.classSaved'),
    stale: [queryKeys.equipment],
    quiet: true,
  });
}
