import { queryOptions } from '@tanstack/react-query';
import { allRows } from '@/lib/all-pages';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type ReportStatus = 'handed_in' | 'accepted' | 'returned';
export type WeekState = ReportStatus | 'missing' | 'open';

export type Subcontractor = Row<'subcontractors'>;
export type SubcontractorReport = Narrowed<Row<'subcontractor_reports'>, { status: ReportStatus }>;
export type HandoffMail = Narrowed<Row<'handoff_mails'>, { status: 'queued' | 'sent' | 'failed' }>;
export type AgencyContact = Row<'agency_contacts'>;

/** A week that a subcontractor hands in a report for. */
export interface SubcontractorWeek {
  subcontractor_id: string;
  week_end: string;
  state: WeekState;
  report_id: string | null;
  version: number | null;
}

export const subcontractorsQuery = (companyId: string, projectId: string) =>
  queryOptions({
    queryKey: [queryKeys.handoff, 'subcontractors', companyId, projectId],
    queryFn: ({ signal }): Promise<Subcontractor[]> =>
      allRows(() =>
        supabase()
          .from('subcontractors')
          .select('*')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .order('name')
          .order('id')
          .abortSignal(signal),
      ),
  });

export const weeksQuery = (companyId: string, projectId: string) =>
  queryOptions({
    queryKey: [queryKeys.handoff, 'weeks', companyId, projectId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase().rpc('subcontractor_weeks', { project_id_param: projectId }).abortSignal(signal),
      )) as SubcontractorWeek[],
  });

/** All versions of one week of one subcontractor, the newest first. */
export const versionsQuery = (companyId: string, subcontractorId: string, weekEnd: string) =>
  queryOptions({
    queryKey: [queryKeys.handoff, 'versions', companyId, subcontractorId, weekEnd],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('subcontractor_reports')
          .select('*')
          .eq('company_id', companyId)
          .eq('subcontractor_id', subcontractorId)
          .eq('week_end', weekEnd)
          .or('path.is.null,uploaded_at.not.is.null')
          .order('version', { ascending: false })
          .abortSignal(signal),
      )) as SubcontractorReport[],
  });

/** Mails of a project to agencies and subcontractors, the newest first. */
export const mailsQuery = (companyId: string, projectId: string) =>
  queryOptions({
    queryKey: [queryKeys.handoff, 'mails', companyId, projectId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('handoff_mails')
          .select('*')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .order('created_at', { ascending: false })
          .order('id')
          .abortSignal(signal),
      )) as HandoffMail[],
  });

export const contactsQuery = (companyId: string, projectId: string) =>
  queryOptions({
    queryKey: [queryKeys.handoff, 'contacts', companyId, projectId],
    queryFn: ({ signal }): Promise<AgencyContact[]> =>
      allRows(() =>
        supabase()
          .from('agency_contacts')
          .select('*')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .order('name')
          .order('id')
          .abortSignal(signal),
      ),
  });
