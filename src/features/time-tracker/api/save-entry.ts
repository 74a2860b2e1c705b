import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveAndSend } from '@/entities/offline/save-and-send';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export interface EntryBreakInput {
  started_at: string;
  ended_at: string | null;
  kind: 'meal' | 'rest';
  paid: boolean;
}

export interface EntryInput {
  id: string;
  employeeId: string;
  clockIn: string;
  clockOut: string | null;
  projectId: string | null;
  costCodeId: string | null;
  equipmentId: string | null;
  notes: string | null;
  breaks: EntryBreakInput[];
  reason: string | null;
  mealWaived?: boolean;
}

/** The id makes a repeat harmless: a lost answer must not add the hours twice. */
export async function saveEntry(input: EntryInput) {
  return unwrap(
    await supabase().rpc('save_time_entry', {
      id_param: input.id,
      employee_id_param: input.employeeId,
      clock_in_param: input.clockIn,
      // Null is an entry still running, or one without project; the generated types know no null here.
      clock_out_param: input.clockOut as string,
      project_id_param: input.projectId as string,
      cost_code_id_param: input.costCodeId,
      equipment_id_param: input.equipmentId,
      notes_param: input.notes,
      breaks_param: input.breaks.map((pause) => ({ ...pause })),
      reason_param: input.reason,
      meal_waived_param: input.mealWaived ?? null,
    }),
  );
}

async function saved(input: EntryInput): Promise<true> {
  await saveEntry(input);
  return true;
}

/** Time added by hand for oneself waits on this phone where there is no signal; changes need one. */
function addOwnEntry(input: EntryInput) {
  return saveAndSend(() => saved(input), 'entry', {
    entry_id: input.id,
    clock_in: input.clockIn,
    clock_out: input.clockOut,
    project_id: input.projectId,
    cost_code_id: input.costCodeId,
    equipment_id: input.equipmentId,
    notes: input.notes,
    breaks: input.breaks,
    reason: input.reason,
    meal_waived: input.mealWaived ?? false,
  });
}

/** Why the database refused stands beside the field; the toast says that nothing was saved. */
export function useSaveEntry(isNew: boolean) {
  const { t } = useTranslation('time-tracker');
  const client = useQueryClient();
  const me = useEmployee();
  return useMutation({
    mutationFn: (input: EntryInput) =>
      isNew && input.employeeId === me?.id ? addOwnEntry(input) : saved(input),
    onSuccess: (arrived) => {
      if (arrived) toast.success(t(isNew ? 'toast.created' : 'toast.updated'));
      return refreshTime(client);
    },
    meta: {
      failureText: isNew ? 'time-tracker:error.create' : 'time-tracker:error.update',
    },
  });
}
