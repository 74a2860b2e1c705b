import type { CustomValues } from '@/entities/custom-field/custom-field';
import { sendEdit } from '@/entities/edit/send-edit';
import type { MachineShare } from '@/entities/machine-share/machine-share';
import { saveAndSend } from '@/entities/offline/save-and-send';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import { useEmployee } from '@/entities/viewer/use-viewer';
import type { StoredEntry } from '@/features/time-tracker/api/queries';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

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
  /** Several machines with their shares; null: `equipmentId` all the time. */
  machines: MachineShare[] | null;
  /** Of a public project; null: filled in. */
  classificationId: string | null;
  notes: string | null;
  /** Values of custom fields, where the company has some on time. */
  custom?: CustomValues | undefined;
  breaks: EntryBreakInput[];
  reason: string | null;
  mealWaived?: boolean;
  /** As it was when the form was opened; null: a new one. */
  opened: StoredEntry | null;
  /** Of a locked period: a manager records it on its day and posts the difference today. */
  late?: boolean;
}

const breaksOf = (breaks: readonly EntryBreakInput[]): EntryBreakInput[] =>
  breaks.map(({ started_at, ended_at, kind, paid }) => ({ started_at, ended_at, kind, paid }));

function fieldsOf(input: EntryInput) {
  return {
    employee_id: input.employeeId,
    clock_in: input.clockIn,
    clock_out: input.clockOut,
    project_id: input.projectId,
    cost_code_id: input.costCodeId,
    equipment_id: input.equipmentId,
    machines: input.machines,
    classification_id: input.classificationId,
    notes: input.notes,
    meal_waived: input.mealWaived ?? input.opened?.meal_waived ?? null,
    ...(input.custom && { custom: input.custom }),
    breaks: breaksOf(input.breaks),
  };
}

/**
 * The id makes a repeat harmless: a lost answer must not add the hours twice. What was not changed
 * here stays as it is by now; start, end and breaks are one.
 */
export function saveEntry(input: EntryInput) {
  const { id, reason, opened, late } = input;
  const before = opened && { ...opened, breaks: breaksOf(opened.breaks) };
  return sendEdit({ after: fieldsOf(input), before: before ?? {} }, async (now) => {
    const fields = now.after as ReturnType<typeof fieldsOf>;
    const sent = {
      id_param: id,
      employee_id_param: fields.employee_id,
      clock_in_param: fields.clock_in,
      // Null is an entry still running, or one without project; the generated types know no null here.
      clock_out_param: fields.clock_out as string,
      project_id_param: fields.project_id as string,
      cost_code_id_param: fields.cost_code_id,
      equipment_id_param: fields.equipment_id,
      machines_param: asJson(fields.machines ?? []),
      notes_param: fields.notes,
      breaks_param: fields.breaks.map((pause) => ({ ...pause })),
      reason_param: reason ?? '',
      meal_waived_param: fields.meal_waived,
      based_on_param: opened ? asJson(now.before) : null,
      ...(fields.classification_id && { classification_id_param: fields.classification_id }),
    };
    if (late) unwrap(await supabase().rpc('enter_late_time', sent));
    else {
      const custom = fields.custom ? { custom_param: fields.custom } : {};
      unwrap(await supabase().rpc('save_time_entry', { ...sent, ...custom, reason_param: reason }));
    }
  });
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
    ...(input.machines && { machines: input.machines }),
    ...(input.classificationId && { classification_id: input.classificationId }),
    ...(input.custom && { custom: input.custom }),
    notes: input.notes,
    breaks: input.breaks,
    reason: input.reason,
    meal_waived: input.mealWaived ?? false,
  });
}

/** Why the database refused stands beside the field; the toast says that nothing was saved. */
export function useSaveEntry(isNew: boolean) {
  const { t } = useTranslation('time-tracker');
  const me = useEmployee();
  return useWrite({
    send: (input: EntryInput) =>
      isNew && !input.late && input.employeeId === me?.id ? addOwnEntry(input) : saved(input),
    done: (arrived, { late }) => {
      if (late) return t('toast.late');
      return arrived ? t(isNew ? 'toast.created' : 'toast.updated') : null;
    },
    stale: ({ late }) => (late ? [queryKeys.owed, queryKeys.payroll, refreshTime] : [refreshTime]),
    failureText: isNew ? 'time-tracker:error.create' : 'time-tracker:error.update',
  });
}
