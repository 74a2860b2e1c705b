import { queryOptions, useQuery } from '@tanstack/react-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';

export type Establishment = Row<'osha_establishments'>;
export type InjuryCase = Row<'injury_cases'>;
export type CaseDays = Narrowed<Row<'injury_case_days'>, { kind: 'away' | 'restricted' }>;
export type Outcome = 'death' | 'away' | 'restricted' | 'other';

/** A line of the OSHA 300 log. */
export interface LogLine
  extends Pick<
    InjuryCase,
    'id' | 'number' | 'employee_id' | 'job_title' | 'happened_on' | 'place' | 'description'
  > {
  /** Null in a privacy concern case. */
  name: string | null;
  illness: number;
  outcome: Outcome;
  away: number;
  restricted: number;
  voided: boolean;
  void_reason: string | null;
}

/** What the 300A says. */
export interface Summary {
  year: number;
  establishment: Establishment;
  /** From the time of the company; null before its first pay period ended. */
  counted_employees: number | null;
  counted_hours: number;
  average_employees: number;
  hours: number;
  cases: number;
  deaths: number;
  away_cases: number;
  restricted_cases: number;
  other_cases: number;
  away_days: number;
  restricted_days: number;
  /** Columns M1 to M6. */
  kinds: readonly number[];
  rates: { recordable: string | null; dart: string | null; lost_time: string | null };
}

export type CertifiedSummary = Narrowed<Row<'osha_summaries'>, { content: Summary }>;

/** Owners, and whom they named. */
export function useRecordsInjuries(): boolean {
  const { company, employee } = useViewer();
  const isOwner = employee?.role === 'owner';
  const named = useQuery({
    queryKey: [queryKeys.safety, 'named', company?.id, employee?.id],
    enabled: !isOwner && Boolean(employee),
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('safety_officers')
          .select('id')
          .eq('employee_id', employee?.id ?? '')
          .abortSignal(signal),
      ).length > 0,
  });
  return isOwner || named.data === true;
}

export const officersQuery = (companyId: string) =>
  rowsQuery([queryKeys.safety, 'officers', companyId], () =>
    supabase()
      .from('safety_officers')
      .select('id, employee_id')
      .eq('company_id', companyId)
      .order('created_at'),
  );

export const establishmentsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.safety, 'establishments', companyId],
    queryFn: async ({ signal }): Promise<Establishment[]> =>
      unwrap(
        await supabase()
          .from('osha_establishments')
          .select('*')
          .eq('company_id', companyId)
          .order('created_at')
          .abortSignal(signal),
      ),
  });

export const logQuery = (establishmentId: string, year: number) =>
  rowsQuery<LogLine[]>([queryKeys.safety, 'log', establishmentId, year], () =>
    supabase().rpc('osha_log', { establishment_id_param: establishmentId, year_param: year }),
  );

/** The forms behind a log. */
export const casesQuery = (establishmentId: string, year: number) =>
  queryOptions({
    queryKey: [queryKeys.safety, 'cases', establishmentId, year],
    queryFn: ({ signal }): Promise<InjuryCase[]> =>
      allRows(() =>
        supabase()
          .from('injury_cases')
          .select('*')
          .eq('establishment_id', establishmentId)
          .eq('year', year)
          .order('number')
          .abortSignal(signal),
      ),
  });

/** Of the person who asks, whoever records them. */
export const ownCasesQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.safety, 'own', employeeId],
    queryFn: async ({ signal }): Promise<InjuryCase[]> =>
      unwrap(
        await supabase()
          .from('injury_cases')
          .select('*')
          .eq('employee_id', employeeId)
          .order('happened_on', { ascending: false })
          .abortSignal(signal),
      ),
  });

export const daysQuery = (caseId: string) =>
  rowsQuery<CaseDays[]>([queryKeys.safety, 'days', caseId], () =>
    supabase().from('injury_case_days').select('*').eq('case_id', caseId).order('from_date'),
  );

export interface SummaryRequest {
  establishmentId: string;
  year: number;
  /** What was typed instead of what was counted. */
  employees?: number | undefined;
  hours?: number | undefined;
}

export const summaryArguments = ({ establishmentId, year, employees, hours }: SummaryRequest) => ({
  establishment_id_param: establishmentId,
  year_param: year,
  ...(employees !== undefined && { average_employees_param: employees }),
  ...(hours !== undefined && { hours_param: hours }),
});

export const summaryQuery = (request: SummaryRequest) =>
  rowsQuery<Summary>([queryKeys.safety, 'summary', request], () =>
    supabase().rpc('osha_summary', summaryArguments(request)),
  );

export const certifiedQuery = (establishmentId: string, year: number) =>
  rowsQuery<CertifiedSummary[]>([queryKeys.safety, 'certified', establishmentId, year], () =>
    supabase()
      .from('osha_summaries')
      .select('*')
      .eq('establishment_id', establishmentId)
      .eq('year', year)
      .order('revision', { ascending: false }),
  );

export const incidentQuery = (companyId: string, id: string) =>
  queryOptions({
    queryKey: [queryKeys.safety, 'incident', companyId, id],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('incidents')
          .select('id, employee_id, happened_at, place, description, body_part, treatment')
          .eq('company_id', companyId)
          .eq('id', id)
          .abortSignal(signal),
      )[0] ?? null,
  });
