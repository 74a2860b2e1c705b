import { queryOptions } from '@tanstack/react-query';
import type { Content, Figures } from '@/features/field-reports/content';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';
import type { DateRange } from '@/lib/time';

export type Status = 'draft' | 'submitted' | 'reviewed' | 'locked';

export type Report = Narrowed<Row<'field_reports'>, { status: Status; content: Content }>;

/** A day of a project with work or with a report. */
export interface ReportDay {
  project_id: string;
  project_name: string;
  report_date: string;
  people: number;
  seconds: number;
  /** Null: the report is missing. */
  report_id: string | null;
  number: string | null;
  status: Status | null;
  version: number | null;
}

export function daysQuery({ start, end }: DateRange, projectId: string | null) {
  return rowsQuery<ReportDay[]>([queryKeys.fieldReports, 'days', start, end, projectId], () =>
    supabase().rpc('field_report_days', {
      start_date_param: start,
      end_date_param: end,
      ...(projectId ? { project_id_param: projectId } : {}),
    }),
  );
}

export function reportQuery(companyId: string, projectId: string, date: string) {
  return queryOptions({
    queryKey: [queryKeys.fieldReports, 'report', companyId, projectId, date],
    queryFn: async ({ signal }): Promise<Report | null> =>
      unwrap(
        await supabase()
          .from('field_reports')
          .select()
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .eq('report_date', date)
          .abortSignal(signal)
          .maybeSingle(),
      ) as unknown as Report | null,
  });
}

export function figuresQuery(projectId: string, date: string) {
  return rowsQuery<Figures>([queryKeys.fieldReports, 'figures', projectId, date], () =>
    supabase().rpc('field_report_figures', {
      project_id_param: projectId,
      report_date_param: date,
    }),
  );
}

/** What was signed, with its hash. */
export interface Version {
  version: number;
  content: Content;
  figures: Figures;
  signed_name: string;
  sha256: string;
  created_at: string;
}

export function versionsQuery(companyId: string, reportId: string) {
  return rowsQuery<Version[]>([queryKeys.fieldReports, 'versions', companyId, reportId], () =>
    supabase()
      .from('field_report_versions')
      .select('version, content, figures, signed_name, sha256, created_at')
      .eq('company_id', companyId)
      .eq('report_id', reportId)
      .order('version', { ascending: false }),
  );
}

/** Where the records of the day have changed since the report was signed. */
export function changesQuery(reportId: string) {
  return rowsQuery([queryKeys.fieldReports, 'changes', reportId], () =>
    supabase().rpc('field_report_changes', { id_param: reportId }),
  );
}

/** The latest report of the project before a day, to copy from. */
export function previousQuery(companyId: string, projectId: string, date: string) {
  return queryOptions({
    queryKey: [queryKeys.fieldReports, 'previous', companyId, projectId, date],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('field_reports')
          .select('report_date, content')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .lt('report_date', date)
          .order('report_date', { ascending: false })
          .limit(1)
          .abortSignal(signal)
          .maybeSingle(),
      ) as unknown as { report_date: string; content: Content } | null,
  });
}

/** The company's list of reasons, to choose from. */
export const delayReasonsQuery = (companyId: string) =>
  rowsQuery([queryKeys.lists, 'delay-reasons-in-use', companyId], () =>
    supabase()
      .from('delay_reasons')
      .select('id, name, name_es')
      .eq('company_id', companyId)
      .eq('active', true)
      .order('name'),
  );
