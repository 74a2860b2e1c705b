import { queryOptions, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { usePayrollWrite } from '@/features/payroll/api/use-payroll-write';
import type { FilePerson } from '@/features/payroll/formats/file-data';
import type { FormatId } from '@/features/payroll/formats/formats';
import { unwrap } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { uuidv7 } from '@/lib/uuid';

const SHOWN_EXPORTS = 20;

interface KeptFile {
  name: string;
  type: string;
  text: string;
}

export function exportsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'exports', companyId, 'all-formats'],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('payroll_exports')
          .select('id, start_date, end_date, format, created_at, exported_by, file_hash')
          .eq('company_id', companyId)
          .order('created_at', { ascending: false })
          .limit(SHOWN_EXPORTS)
          .abortSignal(signal),
      ),
  });
}

/** What was filled in the last time this format was exported. */
export function lastSettingsQuery(companyId: string, format: FormatId) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'exports', companyId, 'settings', format],
    queryFn: async ({ signal }) => {
      const [last] = unwrap(
        await supabase()
          .from('payroll_exports')
          .select('settings:rows->settings->provider')
          .eq('company_id', companyId)
          .eq('format', format)
          .order('created_at', { ascending: false })
          .limit(1)
          .abortSignal(signal),
      ) as unknown as { settings: Record<string, string> | null }[];
      return last?.settings ?? {};
    },
  });
}

export function exportChangesQuery(exportId: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'exports', 'changes', exportId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('payroll_export_changes', { export_id_param: exportId })
          .abortSignal(signal),
      ) as {
        employee_id: string;
        first_name: string;
        last_name: string;
        hours_then: number | null;
        hours_now: number | null;
        earnings_then: number | null;
        earnings_now: number | null;
        /** Same hours and pay, but on other days, jobs, cost codes or rates. */
        moved: boolean;
      }[],
    staleTime: 0,
  });
}

/** Null where the page is not served securely and the browser has no digest. */
async function sha256(text: string): Promise<string | null> {
  if (!globalThis.crypto.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface ExportInput {
  range: DateRange;
  format: FormatId;
  provider: Record<string, string>;
  file: KeptFile;
}

/** The file is kept with its record, so that it can be had again, identical. */
async function recordExport({ range, format, provider, file }: ExportInput): Promise<KeptFile> {
  unwrap(
    await supabase().rpc('record_payroll_export', {
      start_date_param: range.start,
      end_date_param: range.end,
      format_param: format,
      file_hash_param: await sha256(file.text),
      settings_param: { version: 1, provider, file: { ...file } },
      id_param: uuidv7(),
    }),
  );
  downloadFile(file.name, file.type, file.text);
  return file;
}

export function useExportFile() {
  const { t } = useTranslation('payroll');
  return usePayrollWrite(
    recordExport,
    (file) => `${t('toast.exported')}: ${file.name}`,
    'payroll:error.export',
  );
}

export function useDownloadExport(companyId: string) {
  const { t } = useTranslation('payroll');
  return useMutation({
    mutationFn: async (exportId: string) => {
      const { file } = unwrap(
        await supabase()
          .from('payroll_exports')
          .select('file:rows->settings->file')
          .eq('company_id', companyId)
          .eq('id', exportId)
          .single(),
      ) as unknown as { file: KeptFile };
      downloadFile(file.name, file.type, file.text);
      return file.name;
    },
    onSuccess: (name) => toast.success(`${t('toast.exported')}: ${name}`),
    meta: { failureText: 'payroll:error.export' },
  });
}

interface IdChange {
  companyId: string;
  key: string;
  ids: readonly { person: FilePerson; id: string }[];
}

/** Ids of people in a payroll system; those in other systems stay. */
export function useSaveExternalIds() {
  const { t } = useTranslation('payroll');
  return usePayrollWrite(
    async ({ companyId, key, ids }: IdChange) => {
      for (const { person, id } of ids) {
        unwrap(
          await supabase()
            .from('employees')
            .update({ external_ids: { ...person.externalIds, [key]: id } })
            .eq('company_id', companyId)
            .eq('id', person.id),
        );
      }
    },
    () => t('toast.idsSaved'),
    'payroll:error.ids',
  );
}
