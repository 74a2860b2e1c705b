import { refreshTime } from '@/entities/running-entry/update-running-entry';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { saveEntry } from '@/features/time-tracker/api/save-entry';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

interface Deletion {
  entry: TimeEntry;
  /** Needed for someone else's time. */
  reason: string | null;
}

async function deleteEntry({ entry, reason }: Deletion) {
  return unwrap(
    await supabase().rpc('delete_time_entry', { id_param: entry.id, reason_param: reason }),
  );
}

function useRestoreEntry() {
  const { t } = useTranslation('time-tracker');
  return useWrite({
    send: ({ entry, reason }: Deletion) =>
      saveEntry({
        id: entry.id,
        employeeId: entry.employee_id,
        clockIn: entry.clock_in,
        clockOut: entry.clock_out,
        projectId: entry.project_id,
        costCodeId: entry.cost_code_id,
        equipmentId: entry.equipment_id,
        machines: entry.machines ?? null,
        classificationId: entry.classification_id ?? null,
        notes: entry.notes,
        breaks: entry.breaks.map(({ started_at, ended_at, kind, paid }) => ({
          started_at,
          ended_at,
          kind,
          paid,
        })),
        reason,
        mealWaived: entry.meal_waived,
        opened: null,
      }),
    done: t('toast.restored'),
    stale: [refreshTime],
    failureText: 'time-tracker:error.restore',
  });
}

/** Deletes with an Undo in the toast; the same id comes back, with its breaks. */
export function useDeleteEntry() {
  const { t } = useTranslation(['time-tracker', 'common']);
  const restore = useRestoreEntry();
  return useWrite({
    send: deleteEntry,
    done: (_deleted, deletion) => ({
      title: t('toast.deleted'),
      undo: () => restore.mutate(deletion),
    }),
    stale: [refreshTime],
    failureText: 'time-tracker:error.delete',
  });
}
