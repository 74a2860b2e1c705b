import type { Strokes } from '@/components/shared/signature-pad';
import { saveAndCall } from '@/entities/offline/save-and-send';
import type { Report } from '@/features/field-reports/api/queries';
import type { Content } from '@/features/field-reports/content';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import { retryOnce } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

function useReportWrite<Input, Result>(
  write: (input: Input) => Promise<Result>,
  options: { done?: string; quiet?: boolean } = {},
) {
  return useWrite({
    send: write,
    // All of them may be repeated: a lost answer changes nothing.
    retry: retryOnce,
    stale: [queryKeys.fieldReports],
    ...options,
  });
}

/** Begins the report of a day, or finds it. */
export function useDraftReport() {
  return useReportWrite(async ({ projectId, date }: { projectId: string; date: string }) =>
    unwrap(
      await supabase().rpc('draft_field_report', {
        project_id_param: projectId,
        report_date_param: date,
      }),
    ),
  );
}

/** Saves the parts that changed, with how they were before; what someone else writes stays. Null: on this device. */
export function useSaveReport(reportId: string) {
  return useReportWrite(
    async ({ changes, seen }: { changes: Content; seen: Content }): Promise<Report | null> => {
      const saved = await saveAndCall<Report>('report', 'save_field_report', {
        id_param: reportId,
        changes_param: JSON.parse(JSON.stringify(changes)),
        seen_param: JSON.parse(JSON.stringify(seen)),
      });
      return saved?.answer ?? null;
    },
  );
}

export function useSubmitReport(reportId: string) {
  const { language } = useTranslation();
  return useReportWrite(
    async ({ name, strokes }: { name: string; strokes: Strokes }) =>
      unwrap(
        await supabase().rpc('submit_field_report', {
          id_param: reportId,
          name_param: name,
          language_param: language,
          ...(strokes.length > 0 ? { strokes_param: asJson(strokes) } : {}),
        }),
      ),
    // No toast: it would lie over the next button, and the status beside it says the same.
    { quiet: true },
  );
}

export function useReviewReport(reportId: string) {
  return useReportWrite(
    async ({ accept, note }: { accept: boolean; note: string }) =>
      unwrap(
        await supabase().rpc('review_field_report', {
          id_param: reportId,
          accept_param: accept,
          note_param: note,
        }),
      ),
    // No toast: it would lie over the next button, and the status beside it says the same.
    { quiet: true },
  );
}

export function useLockReport(reportId: string) {
  const { t } = useTranslation('field-reports');
  return useReportWrite(
    async () => unwrap(await supabase().rpc('lock_field_report', { id_param: reportId })),
    { done: t('toast.locked') },
  );
}
