import { queryOptions, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import { usePayrollWrite } from '@/features/payroll/api/use-payroll-write';
import type { FileLine, FilePerson } from '@/features/payroll/formats/file-data';
import type { FormatId } from '@/features/payroll/formats/formats';
import { unwrap } from '@/lib/errors';
import { downloadFile } from '@/lib/files/download';
import { queryKeys } from '@/lib/query-keys';
import type { Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';
import { uuidv7 } from '@/lib/uuid';

/** What the data API hands out at once. */
const PAGE = 1000;
const SHOWN_EXPORTS = 20;

type Line = Pick<
  Row<'payroll_lines'>,
  'employee_id' | 'work_date' | 'project_id' | 'cost_code_id' | 'minutes' | 'pay_code'
> & {
  hourly_rate: number | null;
  straight_cents: number | null;
  premium_cents: number | null;
  total_cents: number | null;
};

async function fetchLines(companyId: string, range: DateRange, signal: AbortSignal) {
  const lines: Line[] = [];
  for (;;) {
    const page = unwrap(
      await supabase()
        .rpc('payroll_lines_for', {
          company_id_param: companyId,
          start_date_param: range.start,
          end_date_param: range.end,
        })
        .range(lines.length, lines.length + PAGE - 1)
        .abortSignal(signal),
    ) as Line[];
    lines.push(...page);
    if (page.length < PAGE) break;
  }
  return lines.map(
    (line): FileLine => ({
      employeeId: line.employee_id,
      workDate: line.work_date,
      projectId: line.project_id,
      costCodeId: line.cost_code_id,
      rate: line.hourly_rate,
      payCode: line.pay_code,
      minutes: line.minutes,
      straightCents: line.straight_cents,
      premiumCents: line.premium_cents,
      totalCents: line.total_cents,
    }),
  );
}

export function fileLinesQuery(companyId: string, range: DateRange) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'file-lines', companyId, range.start, range.end],
    queryFn: ({ signal }) => fetchLines(companyId, range, signal),
    staleTime: 0,
  });
}

async function fetchPeople(companyId: string, signal: AbortSignal): Promise<FilePerson[]> {
  const people: FilePerson[] = [];
  for (;;) {
    const page = unwrap(
      await supabase()
        .from('employees')
        .select('id, first_name, last_name, employee_number, job_title, external_ids')
        .eq('company_id', companyId)
        .order('last_name')
        .order('first_name')
        .order('id')
        .range(people.length, people.length + PAGE - 1)
        .abortSignal(signal),
    );
    people.push(
      ...page.map((person) => ({
        id: person.id,
        firstName: person.first_name,
        lastName: person.last_name,
        employeeNumber: person.employee_number,
        jobTitle: person.job_title,
        externalIds: person.external_ids as Record<string, string>,
      })),
    );
    if (page.length < PAGE) return people;
  }
}

export function filePeopleQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.payroll, 'file-people', companyId],
    queryFn: ({ signal }) => fetchPeople(companyId, signal),
    staleTime: 0,
  });
}

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
