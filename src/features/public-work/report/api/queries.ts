import { queryOptions } from '@tanstack/react-query';
import {
  type CertifiedPayroll,
  readCertifiedPayroll,
  readSignedPayroll,
  type SignedCertifiedPayroll,
} from '@/entities/certified-payroll/certified-payroll';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';

export const WEEK_STATES = [
  'missing',
  'not_approved',
  'ready',
  'signed',
  'delivered',
  'needs_correction',
] as const;
export type WeekState = (typeof WEEK_STATES)[number];

/** A week of a public project, and how far its report is. */
export interface PayrollWeek {
  week_end: IsoDate;
  /** Null until it is signed. */
  number: number | null;
  revision: number | null;
  certified_payroll_id: string | null;
  state: WeekState;
  has_work: boolean;
  final: boolean;
  due_on: IsoDate | null;
  is_late: boolean;
  is_over: boolean;
}

export interface CalendarWeek extends PayrollWeek {
  project_id: string;
  project_name: string;
}

/** Every week of a project, the newest first. */
export function weeksQuery(companyId: string, projectId: string) {
  return queryOptions({
    queryKey: [queryKeys.certifiedPayroll, 'weeks', companyId, projectId],
    queryFn: async ({ signal }) =>
      (
        (await allRows(() =>
          supabase()
            .rpc('certified_payroll_weeks', { project_id_param: projectId })
            .abortSignal(signal),
        )) as PayrollWeek[]
      ).toSorted((one, other) => other.week_end.localeCompare(one.week_end)),
    staleTime: 0,
  });
}

/** What is open or late over all public projects. */
export function calendarQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.certifiedPayroll, 'calendar', companyId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase().rpc('certified_payroll_calendar').abortSignal(signal),
      )) as CalendarWeek[],
    staleTime: 0,
  });
}

/** The report as today's time, rates and payroll figures give it. */
export function reportQuery(companyId: string, projectId: string, weekEnd: IsoDate) {
  return queryOptions({
    queryKey: [queryKeys.certifiedPayroll, 'report', companyId, projectId, weekEnd],
    queryFn: async ({ signal }): Promise<CertifiedPayroll> =>
      readCertifiedPayroll(
        unwrap(
          await supabase()
            .rpc('certified_payroll', { project_id_param: projectId, week_end_param: weekEnd })
            .abortSignal(signal),
        ),
      ),
    // Time, rates and figures are changed on other screens.
    staleTime: 0,
  });
}

/** A line of pay behind a row of the report. */
export interface ReportLine {
  row_number: number;
  entry: number;
  employee_id: string;
  work_date: IsoDate;
  pay_code: 'REG' | 'OT' | 'DT' | 'FRINGE_CASH';
  minutes: number;
  hourly_rate: number | null;
  multiplier: number;
  straight_cents: number | null;
  premium_cents: number | null;
  rule: string | null;
  rate_reason: string | null;
  cost_code_id: string | null;
  entry_ids: string[] | null;
}

export function linesQuery(companyId: string, projectId: string, weekEnd: IsoDate) {
  return queryOptions({
    queryKey: [queryKeys.certifiedPayroll, 'lines', companyId, projectId, weekEnd],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .rpc('certified_payroll_lines', { project_id_param: projectId, week_end_param: weekEnd })
          .abortSignal(signal),
      )) as ReportLine[],
    staleTime: 0,
  });
}

/** When the clock ran in these entries. */
export function entriesQuery(companyId: string, ids: readonly string[]) {
  return rowsQuery([queryKeys.timeEntries, 'certified-payroll', companyId, ids], () =>
    supabase()
      .from('time_entries')
      .select('id, clock_in, clock_out')
      .eq('company_id', companyId)
      .in('id', ids),
  );
}

/** What somebody signed: the row, with its content read. */
export type SignedReport = Omit<Row<'certified_payrolls'>, 'content'> & {
  content: SignedCertifiedPayroll;
};

/** All versions of a week: the newest correction first. */
export function signedQuery(companyId: string, projectId: string, weekEnd: IsoDate) {
  return queryOptions({
    queryKey: [queryKeys.certifiedPayroll, 'signed', companyId, projectId, weekEnd],
    queryFn: async ({ signal }): Promise<SignedReport[]> =>
      (
        await allRows(() =>
          supabase()
            .from('certified_payrolls')
            .select('*')
            .eq('company_id', companyId)
            .eq('project_id', projectId)
            .eq('week_end', weekEnd)
            .order('revision', { ascending: false })
            .abortSignal(signal),
        )
      ).map((row) => ({ ...row, content: readSignedPayroll(row.content, row.sha256) })),
  });
}

/** Name and title as the person signed last. */
export function lastSignatureQuery(companyId: string, userId: string) {
  return queryOptions({
    queryKey: [queryKeys.certifiedPayroll, 'last-signature', companyId, userId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('certified_payrolls')
          .select('signed_name, signed_title')
          .eq('company_id', companyId)
          .eq('signed_by', userId)
          .order('signed_at', { ascending: false })
          .limit(1)
          .abortSignal(signal),
      )[0] ?? null,
  });
}

export const CHANNELS = ['portal', 'mail', 'link', 'paper', 'other'] as const;
export type Channel = (typeof CHANNELS)[number];
export type Delivery = Narrowed<Row<'certified_payroll_deliveries'>, { channel: Channel }>;

/** How a report was handed in, the last time first. */
export function deliveriesQuery(companyId: string, reportId: string) {
  return queryOptions({
    queryKey: [queryKeys.certifiedPayroll, 'deliveries', companyId, reportId],
    queryFn: async ({ signal }) =>
      (await allRows(() =>
        supabase()
          .from('certified_payroll_deliveries')
          .select('*')
          .eq('company_id', companyId)
          .eq('certified_payroll_id', reportId)
          .order('delivered_at', { ascending: false })
          .order('id')
          .abortSignal(signal),
      )) as Delivery[],
  });
}
