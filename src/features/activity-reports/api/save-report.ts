import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveChanges } from '@/entities/edit/save-changes';
import type { SavedReport } from '@/features/activity-reports/api/queries';
import type { Schedule } from '@/features/activity-reports/schedule';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';

export interface ReportToSave {
  /** The report that is written over, as it was opened; null: a new one. */
  opened: Pick<SavedReport, 'id' | 'name' | 'shared' | 'definition' | 'schedule'> | null;
  name: string;
  shared: boolean;
  definition: object;
  /** When a link is mailed; null: never. */
  schedule: Schedule | null;
}

export function useSaveReport(companyId: string) {
  const { t } = useTranslation('activity-reports');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      opened,
      name,
      shared,
      definition,
      schedule,
    }: ReportToSave): Promise<string> => {
      const values = { name, shared, definition: definition as never, schedule: schedule as never };
      if (opened) {
        const key = { company_id: companyId, id: opened.id };
        await saveChanges({ table: 'saved_reports', key, after: values, before: opened });
        return opened.id;
      }
      const row = { ...values, company_id: companyId };
      const added = await supabase().from('saved_reports').insert(row).select('id').single();
      return unwrap(added).id;
    },
    onSuccess: () => toast.success(t('toast.saved')),
    onSettled: () => client.invalidateQueries({ queryKey: [queryKeys.reports, 'saved'] }),
    meta: { quiet: true },
  });
}

export function useDeleteReport(companyId: string) {
  const { t } = useTranslation('activity-reports');
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      unwrap(
        await supabase().from('saved_reports').delete().eq('company_id', companyId).eq('id', id),
      ),
    onSuccess: () => toast.success(t('toast.deleted')),
    onSettled: () => client.invalidateQueries({ queryKey: [queryKeys.reports, 'saved'] }),
  });
}

/** A report that is mailed on a schedule, sent to oneself at once. */
export function useMailReport() {
  const { t } = useTranslation('activity-reports');
  return useMutation({
    mutationFn: async (id: string) =>
      unwrap(await supabase().rpc('mail_report', { report_id_param: id })),
    onSuccess: () => toast.success(t('toast.mailed')),
  });
}
