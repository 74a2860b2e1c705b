import type { CustomValues } from '@/entities/custom-field/custom-field';
import { saveRow } from '@/entities/edit/save-row';
import type { MachineStatus } from '@/entities/equipment/equipment-query';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface MachineFields {
  name: string;
  number: string | null;
  class_id: string | null;
  ownership: 'owned' | 'rented';
  status: MachineStatus;
  meter_unit: 'hours' | 'miles' | null;
  off_rent_date: string | null;
  notes: string | null;
  /** Where the company has fields of its own. */
  custom?: CustomValues;
}

export interface MachineDraft {
  fields: MachineFields;
  /** As it was when the form was opened; null: a new one. */
  opened: ({ [Field in keyof MachineFields]: unknown } & { id: string }) | null;
}

export function useSaveMachine(companyId: string) {
  const { t } = useTranslation('equipment');
  return useWrite({
    send: ({ fields, opened }: MachineDraft) =>
      saveRow({ table: 'equipment', companyId, fields, opened }),
    done: t('toast.saved'),
    stale: [queryKeys.equipment],
    quiet: true,
  });
}
