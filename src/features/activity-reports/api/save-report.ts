import { deleteRow, saveRow } from '@/entities/edit/save-row';
import type { SavedReport } from '@/features/activity-reports/api/queries';
import type { Schedule } from '@/features/activity-reports/schedule';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

export interface ReportToSave {
  /** The report that is written over, as it was opened; null: a new one. */
  opened: Pick<
    SavedReport,
    'id' | 'name' | 'shared' | 'definition' | 'schedule' | 'recipients'
  > | null;
  name: string;
  shared: boolean;
  definition: object;
  /** When a link is mailed; null: never. */
  schedule: Schedule | null;
  /** Employees who get it as well. */
  recipients: string[];
}

export function useSaveReport(companyId: string) {
  const { t } = useTranslation('activity-reports');
  return useWrite({
    send: async ({
      opened,
      name,
      shared,
      definition,
      schedule,
      recipients,
    }: ReportToSave): Promise<string> => {
      const values = {
        name,
        shared,
        definition: asJson(definition),
        schedule: schedule && asJson(schedule),
        recipients,
      };
      return (await saveRow({ table: 'saved_reports', companyId, fields: values, opened })).id;
    },
    done: t('toast.saved'),
    stale: [[queryKeys.reports, 'saved']],
    quiet: true,
  });
}

export function useDeleteReport(companyId: string) {
  const { t } = useTranslation('activity-reports');
  return useWrite({
    send: (id: string) => deleteRow('saved_reports', companyId, id),
    done: t('toast.deleted'),
    stale: [[queryKeys.reports, 'saved']],
  });
}

/** A report that is mailed on a schedule, sent to oneself at once. */
export function useMailReport() {
  const { t } = useTranslation('activity-reports');
  return useWrite({
    send: async (id: string) =>
      unwrap(await supabase().rpc('mail_report', { report_id_param: id })),
    done: t('toast.mailed'),
  });
}
