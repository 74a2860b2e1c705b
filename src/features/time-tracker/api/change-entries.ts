import { refreshTime } from '@/entities/running-entry/update-running-entry';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { unwrap } from '@/lib/errors';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface JobChange {
  project_id?: string | null;
  cost_code_id?: string | null;
  classification_id?: string | null;
}

interface BulkChange {
  entries: readonly TimeEntry[];
  changes: JobChange;
  reason: string | null;
}

async function changeEntries({ entries, changes, reason }: BulkChange): Promise<number> {
  return unwrap(
    await supabase().rpc('change_time_entries', {
      ids_param: entries.map(({ id }) => id),
      changes_param: { ...changes },
      reason_param: reason,
      // What the list showed: nobody else's correction is overwritten unseen.
      based_on_param: entries.map(({ id, project_id, cost_code_id, classification_id }) => ({
        id,
        project_id,
        cost_code_id,
        ...('classification_id' in changes && { classification_id: classification_id ?? null }),
      })),
    }),
  );
}

/** What each had before, in as few calls as there were different jobs. */
function useRestoreJobs() {
  const { t } = useTranslation('time-tracker');
  return useWrite({
    send: async ({ entries, changes, reason }: BulkChange) => {
      const jobs = Map.groupBy(
        entries,
        (entry) => `${entry.project_id}|${entry.cost_code_id}|${entry.classification_id}`,
      );
      for (const same of jobs.values()) {
        const { project_id = null, cost_code_id = null, classification_id = null } = same[0] ?? {};
        const before = {
          ...('project_id' in changes && { project_id }),
          ...('cost_code_id' in changes && { cost_code_id }),
          ...('classification_id' in changes && { classification_id }),
        };
        const changed = same.map((entry) => ({ ...entry, ...changes }));
        await changeEntries({ entries: changed, changes: before, reason });
      }
    },
    done: t('bulk.undone'),
    stale: [refreshTime],
    failureText: 'time-tracker:bulk.failed',
  });
}

/** Project, cost code or class of many entries, all or none; Undo gives each its own back. */
export function useChangeEntries() {
  const { t } = useTranslation('time-tracker');
  const restore = useRestoreJobs();
  return useWrite({
    send: changeEntries,
    done: (count, input) => ({
      title: t('bulk.changed', { count }),
      undo: () => restore.mutate(input),
    }),
    stale: [refreshTime],
    failureText: 'time-tracker:bulk.failed',
  });
}
